//! Asks a server for one thing, and follows where it leads.
//!
//! Names are looked up once: the address that was judged is the one that is connected to. Nothing is read beyond the
//! limits, and nothing is unpacked.

use std::io::{self, Read};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, LOCATION};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body};

use super::address::Address;
use super::error::FetchError;

const REDIRECTS_MAX: usize = 5;
const CHUNK_BYTES: usize = 16 * 1024;
const USER_AGENT: &str = concat!("planwright/", env!("CARGO_PKG_VERSION"));

/// What is asked, and under which terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) accept: &'a str,
    /// For everything together.
    pub(crate) timeout: Duration,
    pub(crate) max_bytes: usize,
    pub(crate) reach: Reach,
}

/// Which addresses may be connected to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reach {
    Anywhere,
    /// The host that was named may be anywhere; where it leads must be right.
    Named(fn(IpAddr) -> bool),
    Only(fn(IpAddr) -> bool),
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) address: Address,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// Checks every host before its name is looked up, because the lookup itself sends the name to a server.
pub(crate) fn get(first: &Address, request: &Request, is_allowed: &dyn Fn(&str) -> bool) -> Result<Answer, FetchError> {
    let until = Instant::now() + request.timeout;
    let mut address = first.clone();
    for _ in 0..=REDIRECTS_MAX {
        let host = address.host();
        if !is_allowed(&host) {
            let url = first.to_string();
            return Err(FetchError::Host { url, host });
        }
        let judge = match request.reach {
            Reach::Anywhere => None,
            Reach::Named(_) if address.is_same_host(first) => None,
            Reach::Named(judge) | Reach::Only(judge) => Some(judge),
        };
        let hop = Hop {
            address: &address,
            request,
            until,
        };
        let mut response = hop.call(judge)?;
        let header = |name: HeaderName| {
            let value = response.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        match response.status().as_u16() {
            200..=299 => {
                let content_type = header(CONTENT_TYPE);
                hop.check(header(CONTENT_ENCODING), header(CONTENT_LENGTH))?;
                let bytes = hop.read(response.body_mut())?;
                return Ok(Answer {
                    address,
                    content_type,
                    bytes,
                });
            }
            301 | 302 | 303 | 307 | 308 => {
                let link = header(LOCATION).ok_or_else(|| hop.broken("it leads on, but does not say where to"))?;
                address = address.join(&link)?;
            }
            status => {
                return Err(FetchError::Status { url: hop.url(), status });
            }
        }
    }
    Err(FetchError::Redirects {
        url: first.to_string(),
        max: REDIRECTS_MAX,
    })
}

/// One question to one server.
struct Hop<'a> {
    address: &'a Address,
    request: &'a Request<'a>,
    until: Instant,
}

impl Hop<'_> {
    fn call(&self, judge: Option<fn(IpAddr) -> bool>) -> Result<ureq::http::Response<Body>, FetchError> {
        let left = self.until.saturating_duration_since(Instant::now());
        let resolver = JudgingResolver {
            system: DefaultResolver::default(),
            judge,
        };
        // The connection is used once, so nothing that was allowed for one hop serves another.
        let agent = Agent::with_parts(config(self.request, left), DefaultConnector::default(), resolver);
        let uri = self
            .address
            .uri()
            .ok_or_else(|| self.broken("its address cannot be sent"))?;
        agent.get(uri).call().map_err(|error| self.failed(error))
    }

    fn check(&self, encoding: Option<String>, length: Option<String>) -> Result<(), FetchError> {
        let encoding = encoding.filter(|encoding| !encoding.eq_ignore_ascii_case("identity"));
        if let Some(encoding) = encoding {
            return Err(FetchError::Packed {
                url: self.url(),
                encoding: encoding.escape_debug().to_string(),
            });
        }
        let length: Option<usize> = length.and_then(|length| length.trim().parse().ok());
        match length {
            Some(length) if length > self.request.max_bytes => Err(self.too_large()),
            _ => Ok(()),
        }
    }

    fn read(&self, body: &mut Body) -> Result<Vec<u8>, FetchError> {
        let mut source = body.as_reader();
        let mut bytes = Vec::new();
        let mut chunk = [0; CHUNK_BYTES];
        loop {
            match source.read(&mut chunk) {
                Ok(0) => return Ok(bytes),
                Ok(length) => bytes.extend_from_slice(&chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error.into())),
            }
            if bytes.len() > self.request.max_bytes {
                return Err(self.too_large());
            }
            if Instant::now() >= self.until {
                return Err(self.timed_out());
            }
        }
    }

    fn failed(&self, error: ureq::Error) -> FetchError {
        let url = self.url();
        match error {
            ureq::Error::Timeout(_) => self.timed_out(),
            ureq::Error::HostNotFound => FetchError::NoHost { url },
            ureq::Error::Tls(why) => FetchError::Tls {
                url,
                why: why.to_owned(),
            },
            ureq::Error::Rustls(error) => FetchError::Tls {
                url,
                why: error.to_string(),
            },
            ureq::Error::Io(error) => self.lost(&error),
            ureq::Error::ConnectionFailed => self.unreachable("no connection"),
            ureq::Error::Other(error) => match error.downcast::<Refused>() {
                Ok(refused) => FetchError::Private {
                    url,
                    address: refused.0,
                },
                Err(error) => self.broken(&error.to_string()),
            },
            other => self.broken(&other.to_string()),
        }
    }

    fn lost(&self, error: &io::Error) -> FetchError {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => self.timed_out(),
            io::ErrorKind::UnexpectedEof => self.broken("it ends before its time"),
            io::ErrorKind::ConnectionRefused => self.unreachable("nobody listens there"),
            io::ErrorKind::ConnectionReset => self.broken("the connection was cut"),
            // The TLS library hides its errors in these.
            io::ErrorKind::InvalidData => FetchError::Tls {
                url: self.url(),
                why: error.to_string(),
            },
            // The only thing that is looked up is the host.
            _ if error.to_string().contains("lookup address") => FetchError::NoHost { url: self.url() },
            _ => self.unreachable(&error.to_string()),
        }
    }

    fn url(&self) -> String {
        self.address.to_string()
    }

    fn timed_out(&self) -> FetchError {
        FetchError::TimedOut {
            url: self.url(),
            limit: self.request.timeout,
        }
    }

    fn too_large(&self) -> FetchError {
        FetchError::TooLarge {
            url: self.url(),
            max_bytes: self.request.max_bytes,
        }
    }

    fn unreachable(&self, why: &str) -> FetchError {
        FetchError::Unreachable {
            url: self.url(),
            why: why.to_owned(),
        }
    }

    fn broken(&self, why: &str) -> FetchError {
        FetchError::Broken {
            url: self.url(),
            why: why.to_owned(),
        }
    }
}

fn config(request: &Request, left: Duration) -> Config {
    // Some systems keep what the user trusts elsewhere; a lookup there would make answers depend on the machine.
    let tls = TlsConfig::builder().root_certs(RootCerts::WebPki).build();
    Agent::config_builder()
        .timeout_global(Some(left.max(Duration::from_millis(1))))
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .max_idle_connections(0)
        // Behind a proxy nobody could judge where a connection leads.
        .proxy(None)
        .user_agent(USER_AGENT)
        .accept(request.accept)
        .accept_encoding("identity")
        .tls_config(tls)
        .build()
}

/// Looks a name up, and lets the connection go on only if every address of it is right: one wrong address among right
/// ones is how a name is made to lead astray.
#[derive(Debug)]
struct JudgingResolver {
    system: DefaultResolver,
    judge: Option<fn(IpAddr) -> bool>,
}

#[derive(Debug, thiserror::Error)]
#[error("{0} is refused")]
struct Refused(IpAddr);

impl Resolver for JudgingResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.system.resolve(uri, config, timeout)?;
        let is_wrong = |address: &IpAddr| self.judge.is_some_and(|judge| !judge(*address));
        match found.iter().map(std::net::SocketAddr::ip).find(is_wrong) {
            Some(address) => Err(ureq::Error::Other(Box::new(Refused(address)))),
            None => Ok(found),
        }
    }
}
