//! Why a page could not be fetched.

use std::net::IpAddr;
use std::time::Duration;

use super::address::PageAddress;

/// Why a page was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("`{url}` is not the address of a web page: {why}")]
    Address { url: String, why: &'static str },
    /// A password in an address would be stored in reports.
    #[error("the address of a page on {host} contains a user name or a password; remove it")]
    Credentials { host: String },
    #[error("{url}: {fault}")]
    Page { url: String, fault: PageFault },
}

/// The reason, without the address.
#[derive(Debug, thiserror::Error)]
pub enum PageFault {
    /// The host is not allowed. The address of a page can carry data out.
    #[error("{}", not_allowed(.0))]
    Host(String),
    #[error("it leads to {0}, which is this machine or a private network")]
    Private(IpAddr),
    #[error("there is no such host")]
    NoHost,
    #[error("the host cannot be reached: {0}")]
    Unreachable(String),
    #[error("no secure connection: {0}")]
    Tls(String),
    #[error("no complete response within {} seconds", .0.as_secs_f32())]
    TimedOut(Duration),
    #[error("the page is larger than {0} bytes")]
    TooLarge(usize),
    #[error("the content is `{0}`, not text")]
    Binary(String),
    /// The request allows no encoding.
    #[error("the response is compressed as `{0}`")]
    Packed(String),
    #[error("the server answered with status {0}")]
    Status(u16),
    #[error("the server redirected more than {0} times")]
    Redirects(usize),
    #[error("the response is invalid: {0}")]
    Broken(String),
}

/// The message for a host that is not allowed.
pub fn not_allowed(host: &str) -> String {
    format!("{host} is not allowed. Add it: [fetch] allow = [\"{host}\"] in your config.toml")
}

impl FetchError {
    /// The message without the URL `shown`, for output that shows this URL already. The URL of a redirect stays.
    pub fn reason(&self, shown: &str) -> String {
        let reason = match self {
            Self::Page { url, fault } if url == shown => fault.to_string(),
            other => other.to_string(),
        };
        match self {
            Self::Page {
                fault: PageFault::Private(_),
                ..
            } => format!("{reason}. To allow it: [fetch] allow_private = true in your config.toml"),
            _ => reason,
        }
    }
}

impl PageFault {
    pub(super) fn at(self, address: &PageAddress) -> FetchError {
        FetchError::Page {
            url: address.to_string(),
            fault: self,
        }
    }
}
