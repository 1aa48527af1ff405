//! Why a page could not be fetched.

use std::net::IpAddr;
use std::time::Duration;

#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("`{url}` is no address of a web page: {why}")]
    Address { url: String, why: &'static str },
    /// They would end up in reports.
    #[error("the address of a page on {host} holds a name or a password")]
    Credentials { host: String },
    /// The host is not allowed. The address of a page can carry data out.
    #[error("{url}: {}", Self::not_allowed(host))]
    Host { url: String, host: String },
    #[error("{url}: it leads to {address}, which is this machine or a private network")]
    Private { url: String, address: IpAddr },
    #[error("{url}: there is no such host")]
    NoHost { url: String },
    #[error("{url}: the host cannot be reached: {why}")]
    Unreachable { url: String, why: String },
    #[error("{url}: there is no safe connection: {why}")]
    Tls { url: String, why: String },
    #[error("{url}: there was no whole answer within {} seconds", limit.as_secs_f32())]
    TimedOut { url: String, limit: Duration },
    #[error("{url}: the page is larger than {max_bytes} bytes")]
    TooLarge { url: String, max_bytes: usize },
    #[error("{url}: this is no text but `{content_type}`")]
    Binary { url: String, content_type: String },
    /// Nobody asked for it.
    #[error("{url}: the answer is packed as `{encoding}`")]
    Packed { url: String, encoding: String },
    #[error("{url}: the server answered with status {status}")]
    Status { url: String, status: u16 },
    #[error("{url}: the server led on more than {max} times")]
    Redirects { url: String, max: usize },
    #[error("{url}: the answer is broken: {why}")]
    Broken { url: String, why: String },
}

impl FetchError {
    pub fn not_allowed(host: &str) -> String {
        format!("{host} is not allowed. Add it: [fetch] allow = [\"{host}\"] in your config.toml")
    }

    /// The message without the URL, for a place that shows the URL already. The URL of a redirect stays.
    pub fn reason(&self, url: &str) -> String {
        let message = self.to_string();
        let reason = message.strip_prefix(url).and_then(|rest| rest.strip_prefix(": "));
        let reason = reason.unwrap_or(&message);
        match self {
            Self::Private { .. } => {
                format!("{reason}. To allow it: [fetch] allow_private = true in your config.toml")
            }
            _ => reason.to_owned(),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Address { .. } => "write the whole address, like https://example.org/page",
            Self::Credentials { .. } => "leave them out; pages behind a login cannot be fetched",
            Self::Host { .. } => "add the host to `allow` below `[fetch]` in your own config.toml",
            Self::Private { .. } => {
                "if it is meant, set `allow_private = true` below `[fetch]` in your own config.toml"
            }
            Self::NoHost { .. } => "check the spelling of the host, and the network",
            Self::Unreachable { .. } | Self::Broken { .. } => "try again later, or look at the address in a browser",
            Self::Tls { .. } => "look at the certificate of the host in a browser",
            Self::TimedOut { .. } => "try again later, or raise `timeout_s` below `[fetch]` in your own config.toml",
            Self::TooLarge { .. } => "name a smaller page, or raise `max_kib` below `[fetch]` in your own config.toml",
            Self::Binary { .. } => "name a page of text; download anything else with a command",
            Self::Packed { .. } => "download it with a command",
            Self::Status { status, .. } => match status {
                401 | 403 | 407 => "the page is not open to everybody; name one that is",
                404 | 410 => "check the address: there is no such page",
                429 => "the server wants to be asked less often; wait",
                500..=599 => "the server has a problem of its own; try again later",
                _ => "look at the address in a browser",
            },
            Self::Redirects { .. } => "name the page that it should lead to in the end",
        }
    }
}
