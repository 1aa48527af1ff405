//! Sends a GET request, and follows redirects.
//!
//! A host name is looked up once, so that the checked IP address is the one that is connected to. Nothing is read beyond the
//! limits, and nothing is decompressed.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{Client, HttpFailure, Response};

use super::address::PageAddress;
use super::error::{FetchError, PageFault};

const REDIRECTS_MAX: usize = 5;

/// The parameters of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageRequest<'a> {
    pub(crate) accept: &'a str,
    /// The time for all redirects together.
    pub(crate) timeout: Duration,
    pub(crate) max_bytes: usize,
    pub(crate) policy: ConnectPolicy,
}

/// Which IP addresses may be connected to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ConnectPolicy {
    Anywhere,
    /// The named host may have any address. The addresses of redirects are checked.
    Named(fn(IpAddr) -> bool),
    Only(fn(IpAddr) -> bool),
}

#[derive(Debug)]
pub(crate) struct PageResponse {
    pub(crate) address: PageAddress,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// Checks every host before its name is looked up, because the lookup itself sends the name to a server.
pub(crate) fn get(
    first: &PageAddress,
    request: &PageRequest,
    is_allowed: &dyn Fn(&str) -> bool,
) -> Result<PageResponse, FetchError> {
    let until = Instant::now() + request.timeout;
    let mut address = first.clone();
    for _ in 0..=REDIRECTS_MAX {
        let host = address.host();
        if !is_allowed(&host) {
            return Err(PageFault::Host(host).at(first));
        }
        let may_connect = match request.policy {
            ConnectPolicy::Anywhere => None,
            ConnectPolicy::Named(_) if address.is_same_host(first) => None,
            ConnectPolicy::Named(judge) | ConnectPolicy::Only(judge) => Some(judge),
        };
        let hop = Hop {
            address: &address,
            request,
            until,
        };
        let mut response = hop.call(may_connect).map_err(|fault| fault.at(&address))?;
        match response.status() {
            200..=299 => {
                let content_type = response.header(CONTENT_TYPE);
                let bytes = hop.read(&mut response).map_err(|fault| fault.at(&address))?;
                return Ok(PageResponse {
                    address,
                    content_type,
                    bytes,
                });
            }
            301 | 302 | 303 | 307 | 308 => {
                let link = response.header(LOCATION);
                let nowhere = || PageFault::Broken("the redirect has no address".to_owned()).at(&address);
                address = address.join(&link.ok_or_else(nowhere)?)?;
            }
            status => return Err(PageFault::Status(status).at(&address)),
        }
    }
    Err(PageFault::Redirects(REDIRECTS_MAX).at(first))
}

/// One request to one server.
struct Hop<'a> {
    address: &'a PageAddress,
    request: &'a PageRequest<'a>,
    until: Instant,
}

impl Hop<'_> {
    fn call(&self, may_connect: Option<fn(IpAddr) -> bool>) -> Result<Response, PageFault> {
        let uri = self.address.uri();
        let uri = uri.ok_or_else(|| PageFault::Broken("the address cannot be sent".to_owned()))?;
        let client = Client {
            accept: self.request.accept,
            timeout: self.until.saturating_duration_since(Instant::now()),
            may_connect,
            abandoned: Arc::default(),
        };
        client.get(uri).map_err(|failure| self.failed(failure))
    }

    fn read(&self, response: &mut Response) -> Result<Vec<u8>, PageFault> {
        let encoding = response.header(CONTENT_ENCODING);
        if let Some(encoding) = encoding.filter(|encoding| !encoding.eq_ignore_ascii_case("identity")) {
            return Err(PageFault::Packed(encoding.escape_debug().to_string()));
        }
        let max_bytes = self.request.max_bytes;
        let length: Option<usize> = response
            .header(CONTENT_LENGTH)
            .and_then(|length| length.trim().parse().ok());
        if length.is_some_and(|length| length > max_bytes) {
            return Err(PageFault::TooLarge(max_bytes));
        }
        let mut bytes = Vec::new();
        let read = response.read(|chunk| {
            bytes.extend_from_slice(chunk);
            if bytes.len() > max_bytes {
                return ControlFlow::Break(PageFault::TooLarge(max_bytes));
            }
            if Instant::now() >= self.until {
                return ControlFlow::Break(self.timed_out());
            }
            ControlFlow::Continue(())
        });
        match read.map_err(|failure| self.failed(failure))? {
            ControlFlow::Continue(()) => Ok(bytes),
            ControlFlow::Break(fault) => Err(fault),
        }
    }

    fn failed(&self, failure: HttpFailure) -> PageFault {
        match failure {
            HttpFailure::NotAllowed(address) => PageFault::Private(address),
            HttpFailure::NoHost => PageFault::NoHost,
            HttpFailure::Refused | HttpFailure::Network(_) => PageFault::Unreachable(failure.to_string()),
            HttpFailure::Tls(why) => PageFault::Tls(why),
            HttpFailure::TimedOut => self.timed_out(),
            HttpFailure::Closed | HttpFailure::Protocol(_) => PageFault::Broken(failure.to_string()),
        }
    }

    fn timed_out(&self) -> PageFault {
        PageFault::TimedOut(self.request.timeout)
    }
}
