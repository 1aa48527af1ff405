//! Why a request failed.

use std::io;
use std::net::IpAddr;

use crate::resolver::NotAllowed;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpFailure {
    #[error("there is no such host")]
    NoHost,
    /// `Client::may_connect` refused this address of the host.
    #[error("connections to {0} are not allowed")]
    NotAllowed(IpAddr),
    #[error("the connection was refused")]
    Refused,
    #[error("{0}")]
    Tls(String),
    #[error("the request timed out")]
    TimedOut,
    #[error("the connection was closed")]
    Closed,
    /// The network failed in another way.
    #[error("{0}")]
    Network(String),
    /// The peer does not follow HTTP.
    #[error("{0}")]
    Protocol(String),
}

impl From<ureq::Error> for HttpFailure {
    fn from(error: ureq::Error) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::TimedOut,
            ureq::Error::HostNotFound => Self::NoHost,
            ureq::Error::Tls(why) => Self::Tls(why.to_owned()),
            ureq::Error::Rustls(error) => Self::Tls(error.to_string()),
            ureq::Error::ConnectionFailed => Self::Network("no connection".to_owned()),
            ureq::Error::Io(error) => error.into(),
            ureq::Error::Other(error) => match error.downcast::<NotAllowed>() {
                Ok(refused) => Self::NotAllowed(refused.0),
                Err(error) => Self::Protocol(error.to_string()),
            },
            other => Self::Protocol(other.to_string()),
        }
    }
}

impl From<io::Error> for HttpFailure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Self::TimedOut,
            io::ErrorKind::ConnectionRefused => Self::Refused,
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => Self::Closed,
            // The TLS library reports its errors as these.
            io::ErrorKind::InvalidData => Self::Tls(error.to_string()),
            _ => Self::Network(error.to_string()),
        }
    }
}
