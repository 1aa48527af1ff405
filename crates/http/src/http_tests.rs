use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use super::*;

/// Long enough for a slow machine; no test waits for it.
const TIMEOUT: Duration = Duration::from_secs(30);

fn client(may_connect: Option<fn(IpAddr) -> bool>) -> Client<'static> {
    Client {
        accept: "*/*",
        timeout: TIMEOUT,
        may_connect,
        abandoned: Arc::default(),
    }
}

fn get(url: &str) -> Result<Response, HttpFailure> {
    client(None).get(url.parse().unwrap())
}

/// A server that answers one request with these bytes, and closes the connection.
fn serve(bytes: &'static [u8]) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(bytes);
    });
    url
}

#[test]
fn unknown_host_is_told_apart() {
    assert_eq!(get("http://nowhere.invalid/").unwrap_err(), HttpFailure::NoHost);
}

#[test]
fn closed_port_refuses_the_connection() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    assert_eq!(
        get(&format!("http://127.0.0.1:{port}/")).unwrap_err(),
        HttpFailure::Refused
    );
}

#[test]
fn address_that_is_not_allowed_is_not_connected_to() {
    let failure = client(Some(|_| false)).get("http://127.0.0.1:9/".parse().unwrap());
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    assert_eq!(failure.unwrap_err(), HttpFailure::NotAllowed(address));
}

#[test]
fn answer_without_tls_is_a_tls_failure() {
    let url = serve(b"HTTP/1.1 200 OK\r\n\r\n").replace("http:", "https:");
    let failure = get(&url).unwrap_err();
    assert!(matches!(failure, HttpFailure::Tls(_)), "{failure:?}");
}

#[test]
fn short_body_is_a_closed_connection() {
    let mut response = get(&serve(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")).unwrap();
    let mut bytes = Vec::new();
    let read = response.read(|chunk| {
        bytes.extend_from_slice(chunk);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((read, bytes.as_slice()), (Err(HttpFailure::Closed), &b"half"[..]));
}

#[test]
fn answer_that_is_not_http_breaks_the_protocol() {
    let failure = get(&serve(b"hello\r\n\r\n")).unwrap_err();
    assert!(matches!(failure, HttpFailure::Protocol(_)), "{failure:?}");
}
