use std::io::Write;
use std::net::{IpAddr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::stub::{Stub, send};
use super::*;

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

/// With every host allowed.
fn fetch(url: &str, limits: &FetchLimits) -> Result<Page, FetchError> {
    super::fetch(url, limits, &|_| true)
}

fn fault(error: &FetchError) -> Option<&PageFault> {
    match error {
        FetchError::Page { fault, .. } => Some(fault),
        _ => None,
    }
}

fn limits() -> FetchLimits {
    FetchLimits {
        timeout: Duration::from_secs(20),
        max_bytes: 100_000,
        allow_private: true,
    }
}

fn in_a_hurry() -> FetchLimits {
    FetchLimits {
        timeout: Duration::from_millis(400),
        ..limits()
    }
}

fn got(
    answer: impl Fn(&str, &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static,
) -> Result<Page, FetchError> {
    fetch(&Stub::start(answer).url("/page"), &limits())
}

#[test]
fn a_page_becomes_markdown() {
    let page = got(|_, stream| {
        send(
            stream,
            "200 OK",
            HTML,
            "<title>T &amp; Ü</title><h1>Hé</h1><p>a <a href=x>b</a>".as_bytes(),
        )
    });
    let page = page.unwrap();
    assert!(page.was_html);
    assert_eq!(page.title.as_deref(), Some("T & Ü"));
    let link = page.url.replace("/page", "/x");
    assert_eq!(page.text, format!("# Hé\n\na [b]({link})\n"));
}

#[test]
fn text_that_is_not_html_is_unchanged() {
    let page = got(|_, stream| {
        send(
            stream,
            "200 OK",
            "Content-Type: application/json\r\n",
            b"{\"a\": \"<b>\"}\n",
        )
    });
    let page = page.unwrap();
    assert_eq!(
        (page.text.as_str(), page.was_html, page.title),
        ("{\"a\": \"<b>\"}\n", false, None)
    );
}

#[test]
fn no_compression_is_requested() {
    let stub = Stub::start(|_, stream| send(stream, "200 OK", HTML, b"x"));
    fetch(&stub.url("/"), &limits()).unwrap();
    let head = stub.heads()[0].to_ascii_lowercase();
    assert!(head.contains("accept-encoding: identity"), "{head}");
    assert!(head.contains("user-agent: planwright/"), "{head}");
}

#[test]
fn compressed_responses_are_refused() {
    let bomb = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0];
    let error = got(move |_, stream| send(stream, "200 OK", "Content-Encoding: gzip\r\n", &bomb)).unwrap_err();
    assert!(matches!(fault(&error), Some(PageFault::Packed(_))), "{error}");
}

#[test]
fn every_spelling_of_this_machine_is_refused_before_connecting() {
    let stub = Stub::start(|_, stream| send(stream, "200 OK", HTML, b"secret"));
    let closed = FetchLimits {
        allow_private: false,
        ..limits()
    };
    for host in [
        "127.0.0.1",
        "localhost",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:ffff:7f00:1]",
        "127.0.0.1.",
    ] {
        let error = fetch(&format!("http://{host}:{}/", stub.port), &closed).unwrap_err();
        let is_refused = matches!(fault(&error), Some(PageFault::Private(_) | PageFault::NoHost) | None);
        assert!(is_refused, "{host}: {error:?}");
    }
    let error = fetch(&stub.url("/"), &closed).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("leads to 127.0.0.1, which is this machine or a private network"),
        "{error}"
    );
    assert_eq!(stub.asked(), 0);
}

/// 127.0.0.2 counts as private in these tests, so that 127.0.0.1 can be a public address.
fn is_not_second_loopback(address: IpAddr) -> bool {
    address != IpAddr::from([127, 0, 0, 2])
}

#[test]
fn a_redirect_to_a_private_address_is_refused() {
    let stub = Stub::start(|path, stream| match path {
        "/away" => {
            let port = stream.local_addr()?.port();
            send(
                stream,
                "302 Found",
                &format!("Location: http://127.0.0.2:{port}/\r\n"),
                b"",
            )
        }
        _ => send(stream, "200 OK", HTML, b"x"),
    });
    let policy = ConnectPolicy::Only(is_not_second_loopback);
    assert!(fetch_within(&stub.url("/"), &limits(), policy, &|_| true).is_ok());
    let before = stub.asked();
    let error = fetch_within(&stub.url("/away"), &limits(), policy, &|_| true).unwrap_err();
    assert!(
        matches!(fault(&error), Some(PageFault::Private(address)) if !is_not_second_loopback(*address)),
        "{error}"
    );
    assert_eq!(stub.asked(), before + 1);
}

#[test]
fn a_private_host_cannot_redirect_to_another_one() {
    let stub = Stub::start(|path, stream| match path {
        "/home" => send(stream, "302 Found", "Location: /\r\n", b""),
        "/away" => {
            let port = stream.local_addr()?.port();
            send(
                stream,
                "302 Found",
                &format!("Location: http://127.0.0.2:{port}/\r\n"),
                b"",
            )
        }
        _ => send(stream, "200 OK", HTML, b"x"),
    });
    let policy = ConnectPolicy::Named(is_public);
    assert!(fetch_within(&stub.url("/home"), &limits(), policy, &|_| true).is_ok());
    let error = fetch_within(&stub.url("/away"), &limits(), policy, &|_| true).unwrap_err();
    assert!(matches!(fault(&error), Some(PageFault::Private(_))), "{error}");
}

#[test]
fn redirects_are_limited() {
    let answer = |path: &str, stream: &mut TcpStream| match path.trim_start_matches('/').parse::<u32>() {
        Ok(0) => send(stream, "200 OK", HTML, b"there"),
        Ok(left) => send(stream, "301 Moved", &format!("Location: {}\r\n", left - 1), b"moved"),
        Err(_) => send(stream, "307 Round", "Location: ?again\r\n", b""),
    };
    let stub = Stub::start(answer);
    let page = fetch(&stub.url("/5"), &limits()).unwrap();
    assert_eq!((page.text.as_str(), page.url), ("there\n", stub.url("/0")));
    for path in ["/6", "/loop"] {
        let error = fetch(&stub.url(path), &limits()).unwrap_err();
        assert!(matches!(fault(&error), Some(PageFault::Redirects(5))), "{error}");
    }
    assert_eq!(stub.asked(), 6 + 6 + 6);
}

#[test]
fn redirects_to_invalid_addresses_are_refused() {
    for (location, is_expected) in [
        (
            "Location: file:///etc/passwd\r\n",
            (|error| matches!(error, FetchError::Address { .. })) as fn(&FetchError) -> bool,
        ),
        ("Location: https://u:p@127.0.0.1/\r\n", |error| {
            matches!(error, FetchError::Credentials { .. })
        }),
        ("", |error| matches!(fault(error), Some(PageFault::Broken(_)))),
    ] {
        let error = got(move |_, stream| send(stream, "302 Found", location, b"")).unwrap_err();
        assert!(is_expected(&error), "{error:?}");
    }
}

#[test]
fn a_slow_response_times_out() {
    let stub = Stub::start(|path, stream| {
        match path {
            "/head" => write!(stream, "HTTP/1.1 200 OK\r\n")?,
            _ => write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n"
            )?,
        }
        loop {
            write!(stream, "x")?;
            sleep(Duration::from_millis(20));
        }
    });
    for path in ["/head", "/body"] {
        let since = Instant::now();
        let error = fetch(&stub.url(path), &in_a_hurry()).unwrap_err();
        assert!(matches!(fault(&error), Some(PageFault::TimedOut(_))), "{error:?}");
        assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
    }
}

#[test]
fn silent_servers_and_slow_redirects_time_out() {
    let stub = Stub::start(|path, stream| {
        let wait = if path == "/silent" { 60_000 } else { 150 };
        sleep(Duration::from_millis(wait));
        send(stream, "302 Found", "Location: ?on\r\n", b"")
    });
    for path in ["/silent", "/around"] {
        let since = Instant::now();
        let error = fetch(&stub.url(path), &in_a_hurry()).unwrap_err();
        assert!(matches!(fault(&error), Some(PageFault::TimedOut(_))), "{error:?}");
        assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
    }
}

#[test]
fn an_endless_page_is_refused_at_the_limit() {
    let stub = Stub::start(|path, stream| {
        match path {
            "/chunked" => write!(stream, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")?,
            _ => write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?,
        }
        loop {
            match path {
                "/chunked" => write!(stream, "400\r\n{}\r\n", "x".repeat(1024))?,
                _ => stream.write_all(&[b'x'; 1024])?,
            }
        }
    });
    for path in ["/chunked", "/plain"] {
        let error = fetch(&stub.url(path), &limits()).unwrap_err();
        assert!(matches!(fault(&error), Some(PageFault::TooLarge(100_000))), "{error:?}");
    }
}

#[test]
fn a_page_with_a_large_content_length_is_not_read() {
    let error = got(|_, stream| {
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n")?;
        sleep(Duration::from_secs(60));
        Ok(())
    });
    let error = error.unwrap_err();
    assert!(matches!(fault(&error), Some(PageFault::TooLarge(_))), "{error:?}");
}

#[test]
fn a_truncated_response_is_an_error() {
    for start in [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhal",
        "HTTP/1.1 2",
        "",
        "nonsense\r\n\r\n",
    ] {
        let error = got(move |_, stream| stream.write_all(start.as_bytes())).unwrap_err();
        assert!(
            matches!(fault(&error), Some(PageFault::Broken(_))),
            "{start:?}: {error:?}"
        );
    }
}

#[test]
fn binary_responses_are_refused_with_their_type() {
    let error = got(|_, stream| send(stream, "200 OK", "Content-Type: image/png\r\n", b"\x89PNG")).unwrap_err();
    assert!(
        error.to_string().ends_with("the content is `image/png`, not text"),
        "{error}"
    );
}

#[test]
fn an_error_status_is_reported() {
    for (status, number) in [("404 Not Found", 404), ("500 Oops", 500), ("304 Same", 304)] {
        let error = got(move |_, stream| send(stream, status, HTML, b"<p>sorry")).unwrap_err();
        assert!(
            matches!(fault(&error), Some(PageFault::Status(status)) if *status == number),
            "{error}"
        );
    }
}

#[test]
fn unreachable_hosts_are_reported() {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let error = fetch(&format!("http://127.0.0.1:{port}/"), &limits()).unwrap_err();
    assert!(matches!(fault(&error), Some(PageFault::Unreachable(_))), "{error:?}");
    let error = fetch("http://nowhere.invalid/", &limits()).unwrap_err();
    assert!(matches!(fault(&error), Some(PageFault::NoHost)), "{error:?}");
}

#[test]
fn a_server_without_tls_is_refused() {
    let stub = Stub::start(|_, stream| send(stream, "200 OK", HTML, b"x"));
    let error = fetch(&stub.url("/").replace("http:", "https:"), &in_a_hurry()).unwrap_err();
    assert!(!matches!(fault(&error), Some(PageFault::Unreachable(_))), "{error:?}");
}
