use std::fs;
use std::path::Path;
use std::time::Instant;

use super::*;
use crate::fetch::stub::{Stub, send};
use crate::fetch::{FetchError, PageFault};

fn limits() -> ResearchLimits {
    ResearchLimits {
        timeout: Duration::from_secs(20),
        max_bytes: 100_000,
        hits: 3,
    }
}

fn in_a_hurry() -> ResearchLimits {
    ResearchLimits {
        timeout: Duration::from_millis(300),
        ..limits()
    }
}

/// The script gets the query as its first argument.
fn script(script: &str) -> ResearchConfig {
    let argv = ["sh", "-c", script, "search"];
    ResearchConfig::Command(argv.map(str::to_owned).to_vec())
}

fn titles(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.title.as_str()).collect()
}

#[test]
fn a_command_gets_the_query_as_its_last_argument() {
    let provider = ResearchConfig::Command(vec!["printf".to_owned(), "<%s>\\n".to_owned(), "first".to_owned()]);
    let hits = search("a $(b) 'c' ; d", &provider, &limits()).unwrap();
    assert_eq!(titles(&hits), ["<first>", "<a $(b) 'c' ; d>"]);
}

#[test]
fn a_query_is_never_read_as_an_option() {
    let hits = search("--version", &script("printf '<%s>' \"$1\""), &limits()).unwrap();
    assert_eq!(titles(&hits), ["< --version>"]);
}

#[test]
fn json_of_a_command_is_read_and_capped() {
    let json = r#"[{"title":"A","url":"https://a/","content":"x"},{"title":"B"},{"title":"C"},{"title":"D"}]"#;
    let hits = search("q", &script(&format!("echo '{json}'")), &limits()).unwrap();
    assert_eq!(titles(&hits), ["A", "B", "C"]);
    assert_eq!(hits[0].url.as_deref(), Some("https://a/"));
    assert_eq!(hits[0].snippet.as_deref(), Some("x"));
    let error = search("q", &script("echo '{\"results\": [{'"), &limits()).unwrap_err();
    assert!(matches!(error, ResearchError::Unreadable { .. }), "{error}");
}

#[test]
fn no_result_is_not_an_error() {
    assert_eq!(search("q", &script("true"), &limits()).unwrap(), []);
}

#[test]
fn the_error_of_a_failed_command_contains_its_standard_error() {
    let error = search("q", &script("echo hits; echo no key >&2; exit 3"), &limits()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sh: the search command failed (exit status: 3): no key"
    );
    let missing = ResearchConfig::Command(vec!["no-such-program-anywhere".to_owned()]);
    let error = search("q", &missing, &limits()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("cannot be started: there is no such program"),
        "{error}"
    );
    let error = search("q", &ResearchConfig::Command(Vec::new()), &limits()).unwrap_err();
    assert!(matches!(error, ResearchError::NotStarted { .. }), "{error}");
}

/// Whether the process runs. A zombie does not.
fn is_alive(process: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(process).join("stat"));
    status.is_ok_and(|status| !status.contains(") Z"))
}

fn wait_for_the_end_of(process: &str) {
    let since = Instant::now();
    while is_alive(process) {
        assert!(since.elapsed() < Duration::from_secs(15), "{process} lives on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_command_that_does_not_end_is_killed_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let text = format!("sleep 300 & echo $! > '{}'; exec sleep 300", file.display());
    for closing in ["", "exec >&- 2>&-; "] {
        let since = Instant::now();
        let error = search("q", &script(&format!("{closing}{text}")), &in_a_hurry()).unwrap_err();
        assert!(matches!(error, ResearchError::TimedOut { .. }), "{error}");
        assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
        wait_for_the_end_of(fs::read_to_string(&file).unwrap().trim());
    }
}

#[test]
fn a_background_process_does_not_delay_the_search() {
    let since = Instant::now();
    let hits = search("q", &script("sleep 300 & echo $!"), &limits()).unwrap();
    assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
    wait_for_the_end_of(&hits[0].title);
}

#[test]
fn a_command_that_floods_is_killed_at_the_limit() {
    for flood in ["yes", "yes >&2 & exec yes"] {
        let error = search("q", &script(flood), &limits()).unwrap_err();
        assert!(
            matches!(error, ResearchError::TooLarge { max_bytes: 100_000, .. }),
            "{error}"
        );
    }
}

#[test]
fn queries_have_bounds() {
    for query in ["", " \n", "a\0b", &"x".repeat(limits::QUERY_BYTES + 1)] {
        assert!(matches!(
            search(query, &script("echo x"), &limits()),
            Err(ResearchError::Query)
        ));
    }
}

fn endpoint(url: String) -> ResearchConfig {
    ResearchConfig::Endpoint(url)
}

#[test]
fn an_endpoint_is_queried_like_searxng() {
    let stub = Stub::start(|_, stream| {
        let body = r#"{"query": "q", "results": [{"title": "T", "url": "https://t/", "content": "C"}]}"#;
        send(stream, "200 OK", "Content-Type: application/json\r\n", body.as_bytes())
    });
    let hits = search(" wal & ü? ", &endpoint(stub.url("/search?lang=en")), &limits()).unwrap();
    let expected = Hit {
        title: "T".to_owned(),
        url: Some("https://t/".to_owned()),
        snippet: Some("C".to_owned()),
    };
    assert_eq!(hits, [expected]);
    let head = stub.heads().remove(0);
    assert!(
        head.starts_with("GET /search?lang=en&q=wal%20%26%20%C3%BC%3F&format=json HTTP/1.1"),
        "{head}"
    );
}

#[test]
fn an_endpoint_cannot_redirect_to_another_private_host() {
    let stub = Stub::start(|_, stream| {
        let port = stream.local_addr()?.port();
        send(
            stream,
            "302 Found",
            &format!("Location: http://127.0.0.2:{port}/\r\n"),
            b"",
        )
    });
    let error = search("q", &endpoint(stub.url("/")), &limits()).unwrap_err();
    assert!(
        matches!(
            error,
            ResearchError::Endpoint(FetchError::Page {
                fault: PageFault::Private(_),
                ..
            })
        ),
        "{error}"
    );
    assert_eq!(stub.asked(), 1);
}

#[test]
fn an_invalid_response_of_an_endpoint_is_an_error() {
    let stub = Stub::start(|path, stream| match &path[..2] {
        "/h" => send(stream, "200 OK", "", b"<html>"),
        "/n" => send(stream, "200 OK", "", b"{\"results\": null}"),
        _ => send(stream, "403 Forbidden", "", b""),
    });
    for path in ["/html", "/null"] {
        let error = search("q", &endpoint(stub.url(path)), &limits()).unwrap_err();
        assert!(matches!(error, ResearchError::Unreadable { .. }), "{error}");
    }
    let error = search("q", &endpoint(stub.url("/x")), &limits()).unwrap_err();
    assert!(error.to_string().ends_with("answered with status 403"), "{error}");
    let error = search("q", &endpoint("ftp://x".to_owned()), &limits()).unwrap_err();
    assert!(
        matches!(error, ResearchError::Endpoint(FetchError::Address { .. })),
        "{error}"
    );
}
