//! Sends a question and hands on what comes back, piece by piece.
//!
//! A thread of its own waits for the server, so that whoever has asked can leave at any time. It ends soon after.

mod leash;

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

use ureq::http::Response;
use ureq::http::header::{CONTENT_TYPE, RETRY_AFTER};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector, RustlsConnector, TcpConnector};
use ureq::{Agent, Body};

use crate::wire::Request;
use leash::Leash;

const CHUNK_BYTES: usize = 16 * 1024;
/// That may wait to be taken.
const CHUNKS: usize = 16;
const USER_AGENT: &str = concat!("planwright/", env!("CARGO_PKG_VERSION"));

#[derive(Debug)]
pub(crate) enum News {
    Head(Head),
    Bytes(Vec<u8>),
    /// The body is complete as far as HTTP can tell.
    End,
    Lost(Loss),
}

#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
    /// Somebody who cannot stream sends it all at once.
    pub(crate) is_json: bool,
}

#[derive(Debug)]
pub(crate) enum Loss {
    /// There is nobody, or nobody to be trusted. Asking again would not change it.
    Nobody(String),
    TimedOut,
    /// The connection did not hold.
    Broken(String),
}

/// A question that is on its way. Dropping it lets go of the connection.
pub(crate) struct Call {
    pub(crate) news: Receiver<News>,
    abandoned: Arc<AtomicBool>,
}

impl Call {
    pub(crate) fn start(request: Request, timeout: Duration) -> Self {
        let abandoned = Arc::new(AtomicBool::new(false));
        let (sender, news) = mpsc::sync_channel(CHUNKS);
        let leash = Leash(Arc::clone(&abandoned));
        thread::spawn(move || {
            let last = exchange(&request, timeout, leash, &sender);
            // Nobody may be there any more.
            let _ = sender.send(last);
        });
        Self { news, abandoned }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

/// Gives back the last news.
fn exchange(request: &Request, timeout: Duration, leash: Leash, sender: &SyncSender<News>) -> News {
    let mut response = match send(request, timeout, leash) {
        Ok(response) => response,
        Err(error) => return News::Lost(loss(error)),
    };
    if sender.send(News::Head(head(&response))).is_err() {
        return News::End;
    }
    let mut body = response.body_mut().as_reader();
    let mut chunk = [0; CHUNK_BYTES];
    loop {
        match body.read(&mut chunk) {
            Ok(0) => return News::End,
            Ok(length) => {
                if sender.send(News::Bytes(chunk[..length].to_vec())).is_err() {
                    return News::End;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return News::Lost(loss(error.into())),
        }
    }
}

fn send(request: &Request, timeout: Duration, leash: Leash) -> Result<Response<Body>, ureq::Error> {
    // The same roots on every machine.
    let tls = TlsConfig::builder().root_certs(RootCerts::WebPki).build();
    let config = Agent::config_builder()
        .timeout_global(Some(timeout.max(Duration::from_millis(1))))
        // A key is sent to where the user said, and to nobody else.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .max_idle_connections(0)
        .proxy(None)
        .user_agent(USER_AGENT)
        .accept("text/event-stream, application/json")
        .accept_encoding("identity")
        .tls_config(tls)
        .build();
    let connector = ().chain(TcpConnector::default()).chain(leash).chain(RustlsConnector::default());
    let agent = Agent::with_parts(config, connector, DefaultResolver::default());
    let mut post = agent.post(&request.url).content_type("application/json");
    for (name, value) in &request.headers {
        post = post.header(*name, value);
    }
    post.send(&request.body)
}

fn head(response: &Response<Body>) -> Head {
    let text = |name| Some(String::from_utf8_lossy(response.headers().get(name)?.as_bytes()).into_owned());
    Head {
        status: response.status().as_u16(),
        retry_after: text(RETRY_AFTER),
        is_json: text(CONTENT_TYPE).is_some_and(|kind| kind.trim_start().starts_with("application/json")),
    }
}

fn loss(error: ureq::Error) -> Loss {
    match error {
        ureq::Error::Timeout(_) => Loss::TimedOut,
        ureq::Error::HostNotFound => Loss::Nobody("there is no such host".to_owned()),
        ureq::Error::Tls(why) => Loss::Nobody(why.to_owned()),
        ureq::Error::Rustls(error) => Loss::Nobody(error.to_string()),
        ureq::Error::Io(error) => match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Loss::TimedOut,
            io::ErrorKind::ConnectionRefused => Loss::Nobody("nobody listens there".to_owned()),
            // The TLS library hides its errors in these.
            io::ErrorKind::InvalidData => Loss::Nobody(error.to_string()),
            // The only thing that is looked up is the host.
            _ if error.to_string().contains("lookup address") => Loss::Nobody("there is no such host".to_owned()),
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => {
                Loss::Broken("the connection was closed".to_owned())
            }
            _ => Loss::Broken(error.to_string()),
        },
        other => Loss::Broken(other.to_string()),
    }
}
