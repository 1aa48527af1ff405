//! Pages are fetched only from hosts that the user's configuration allows, or that a person allows when asked.
//!
//! A plan or a file of the project chooses the address, and an address can carry data out.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use model::HostPattern;
use workspace::fetch::{FetchError, FetchLimits, Page, PageFault, fetch, host_of, not_allowed};

use super::bench::Workbench;
use crate::config::{self, NotRemembered};

/// Asks the person at the terminal whether pages may be fetched from a host.
pub type AskHost = fn(&HostQuestion<'_>) -> bool;

pub struct HostQuestion<'a> {
    pub host: &'a str,
    pub url: &'a str,
    pub source: UrlSource,
    /// Adds the host to the user's configuration, and returns the path of that file.
    pub remember: &'a dyn Fn() -> Result<PathBuf, NotRemembered>,
}

/// Where a URL comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlSource {
    Plan,
    /// A context file, or the redirect of a page.
    Context,
}

/// The function that asks a person, and the answers of this process.
#[derive(Default)]
pub(crate) struct Hosts {
    ask: Option<AskHost>,
    answers: Mutex<BTreeMap<String, bool>>,
}

impl Workbench {
    /// Makes the workbench ask a person about hosts that are not allowed yet. Without it, such hosts are refused.
    #[must_use]
    pub fn asking_about_hosts(mut self, ask: AskHost) -> Self {
        self.hosts.ask = Some(ask);
        self
    }

    /// The reason why the host of this address is refused; `None` if it is allowed. Asks the person first if the page
    /// is for a session: otherwise it is not fetched.
    pub(super) fn refused_host(&self, url: &str, is_for_session: bool) -> Option<String> {
        let host = host_of(url)?;
        let is_allowed = self.may_fetch_from(&host) || is_for_session && self.ask_about(&host, url, UrlSource::Plan);
        (!is_allowed).then(|| not_allowed(&host))
    }

    /// Fetches a page. The host of a redirect is checked like the first one.
    pub(super) fn fetch_page(&self, url: &str) -> Result<Page, FetchError> {
        let limits: FetchLimits = config::fetch_limits(&self.config.fetch);
        loop {
            match fetch(url, &limits, &|host| self.may_fetch_from(host)) {
                // Ends, because the person is asked about each host only once.
                Err(FetchError::Page {
                    fault: PageFault::Host(host),
                    url,
                }) if self.ask_about(&host, &url, UrlSource::Context) => {}
                done => return done,
            }
        }
    }

    fn may_fetch_from(&self, host: &str) -> bool {
        self.config.fetch.allow.iter().any(|allowed| allowed.matches(host)) || self.answered(host) == Some(true)
    }

    fn answered(&self, host: &str) -> Option<bool> {
        let answers = self.hosts.answers.lock();
        answers.unwrap_or_else(PoisonError::into_inner).get(host).copied()
    }

    /// Asks at most once about a host. `false` if the person was asked before.
    fn ask_about(&self, host: &str, url: &str, source: UrlSource) -> bool {
        let Some(ask) = self.hosts.ask else { return false };
        if self.answered(host).is_some() {
            return false;
        }
        let remember = || {
            let pattern = HostPattern::new(host).ok_or(NotRemembered::UnusualHost)?;
            config::allow_host(self.setting.config_folder.as_deref(), &pattern)
        };
        let is_allowed = ask(&HostQuestion {
            host,
            url,
            source,
            remember: &remember,
        });
        let answers = self.hosts.answers.lock();
        let mut answers = answers.unwrap_or_else(PoisonError::into_inner);
        answers.insert(host.to_owned(), is_allowed);
        is_allowed
    }
}
