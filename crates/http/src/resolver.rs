//! Resolves a host name once: the address that was checked is the one that is connected to.

use std::net::{IpAddr, SocketAddr};

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Refuses a host if any of its addresses is not allowed: an attacker can add a private address to a public name.
#[derive(Debug)]
pub(crate) struct CheckedResolver {
    system: DefaultResolver,
    may_connect: Option<fn(IpAddr) -> bool>,
}

#[derive(Debug, thiserror::Error)]
#[error("{0} is not allowed")]
pub(crate) struct NotAllowed(pub(crate) IpAddr);

impl CheckedResolver {
    pub(crate) fn new(may_connect: Option<fn(IpAddr) -> bool>) -> Self {
        Self {
            system: DefaultResolver::default(),
            may_connect,
        }
    }
}

impl Resolver for CheckedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.system.resolve(uri, config, timeout).map_err(unknown_host)?;
        let is_refused = |address: &IpAddr| self.may_connect.is_some_and(|may_connect| !may_connect(*address));
        match found.iter().map(SocketAddr::ip).find(is_refused) {
            Some(address) => Err(Error::Other(Box::new(NotAllowed(address)))),
            None => Ok(found),
        }
    }
}

/// A failed lookup has no error code of the system, unlike a failure of the lookup itself such as too many open files.
fn unknown_host(error: Error) -> Error {
    match error {
        Error::Io(error) if error.raw_os_error().is_none() => Error::HostNotFound,
        other => other,
    }
}
