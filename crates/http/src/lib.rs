//! The one HTTP client. Pages and language models are requested with the same configuration, and a request fails with
//! a typed [`HttpFailure`].
//!
//! The client follows no redirect, uses no proxy, trusts the same roots on every machine, and uses a connection once.

mod failure;
mod leash;
mod resolver;

use std::io::{self, Read};
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::transport::{Connector, RustlsConnector, TcpConnector};
use ureq::{Agent, Body};

pub use failure::HttpFailure;
pub use ureq::http::{Uri, header};

use leash::Leash;
use resolver::CheckedResolver;

const CHUNK_BYTES: usize = 16 * 1024;
const USER_AGENT: &str = concat!("planwright/", env!("CARGO_PKG_VERSION"));

/// How one request is sent.
#[derive(Debug)]
pub struct Client<'a> {
    /// The header `Accept`.
    pub accept: &'a str,
    /// For the request and the whole response.
    pub timeout: Duration,
    /// Refuses addresses after the host name is resolved; `None` allows all.
    pub may_connect: Option<fn(IpAddr) -> bool>,
    /// Closes the connection soon after the flag is set.
    pub abandoned: Arc<AtomicBool>,
}

impl Client<'_> {
    pub fn get(&self, uri: Uri) -> Result<Response, HttpFailure> {
        Ok(Response(self.agent().get(uri).call()?))
    }

    pub fn post_json(&self, url: &str, headers: &[(&str, String)], body: &str) -> Result<Response, HttpFailure> {
        let mut post = self.agent().post(url).content_type("application/json");
        for (name, value) in headers {
            post = post.header(*name, value);
        }
        Ok(Response(post.send(body)?))
    }

    fn agent(&self) -> Agent {
        let config = Agent::config_builder()
            .timeout_global(Some(self.timeout.max(Duration::from_millis(1))))
            // A redirect could send a key to another host, or lead to a private network.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .max_idle_connections(0)
            // A proxy would resolve the name itself, so that `may_connect` would see nothing.
            .proxy(None)
            .user_agent(USER_AGENT)
            .accept(self.accept)
            .accept_encoding("identity")
            .tls_config(TlsConfig::builder().root_certs(RootCerts::WebPki).build())
            .build();
        let connector =
            ().chain(TcpConnector::default())
                .chain(Leash(Arc::clone(&self.abandoned)))
                .chain(RustlsConnector::default());
        Agent::with_parts(config, connector, CheckedResolver::new(self.may_connect))
    }
}

#[derive(Debug)]
pub struct Response(ureq::http::Response<Body>);

impl Response {
    pub fn status(&self) -> u16 {
        self.0.status().as_u16()
    }

    pub fn header(&self, name: header::HeaderName) -> Option<String> {
        let value = self.0.headers().get(name)?;
        Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
    }

    /// Passes on the body piece by piece until `on_chunk` breaks.
    pub fn read<B>(
        &mut self,
        mut on_chunk: impl FnMut(&[u8]) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, HttpFailure> {
        let mut body = self.0.body_mut().as_reader();
        let mut chunk = [0; CHUNK_BYTES];
        loop {
            match body.read(&mut chunk) {
                Ok(0) => return Ok(ControlFlow::Continue(())),
                Ok(length) => {
                    let flow = on_chunk(&chunk[..length]);
                    if flow.is_break() {
                        return Ok(flow);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ureq::Error::from(error).into()),
            }
        }
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
