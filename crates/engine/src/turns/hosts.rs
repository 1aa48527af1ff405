//! Which hosts pages are fetched from: those that the user's configuration allows, and those that a person allows when
//! asked.
//!
//! A plan, or a file of the project, names the address, and an address can carry data out.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use model::HostPattern;
use workspace::fetch::{FetchError, FetchLimits, Page, fetch, host_of};

use super::bench::Workbench;
use crate::config;

/// Asks the person at the terminal whether pages may be fetched from a host.
pub type AskHost = fn(&HostQuestion<'_>) -> bool;

pub struct HostQuestion<'a> {
    pub host: &'a str,
    pub url: &'a str,
    /// Adds the host to the user's configuration, whose path is returned.
    pub remember: &'a dyn Fn() -> Result<PathBuf, String>,
}

/// Whom to ask, and what was answered in this process.
#[derive(Default)]
pub(crate) struct Hosts {
    ask: Option<AskHost>,
    answers: Mutex<BTreeMap<String, bool>>,
}

impl Workbench {
    /// From now on, a person is asked about hosts that are not allowed yet. Otherwise nothing is fetched from them.
    #[must_use]
    pub fn asking_about_hosts(mut self, ask: AskHost) -> Self {
        self.hosts.ask = Some(ask);
        self
    }

    /// Why a page of this address is not fetched, if its host is the reason. The person is asked first.
    pub(super) fn refused_host(&self, url: &str) -> Option<String> {
        let host = host_of(url)?;
        (!self.may_fetch_from(&host) && !self.ask_about(&host, url)).then(|| FetchError::not_allowed(&host))
    }

    /// Fetches a page. A redirect to another host is judged like the address itself.
    pub(super) fn fetch_page(&self, url: &str) -> Result<Page, FetchError> {
        let limits: FetchLimits = config::fetch_limits(&self.config.fetch);
        loop {
            match fetch(url, &limits, &|host| self.may_fetch_from(host)) {
                // Each host is asked about once, so this comes to an end.
                Err(FetchError::Host { host, .. }) if self.ask_about(&host, url) => {}
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

    /// `false` if the person was asked before: a yes is known by then.
    fn ask_about(&self, host: &str, url: &str) -> bool {
        let Some(ask) = self.hosts.ask else { return false };
        if self.answered(host).is_some() {
            return false;
        }
        let remember = || {
            let pattern = HostPattern::new(host).ok_or("it is not an ordinary host name")?;
            config::allow_host(self.setting.config_folder.as_deref(), &pattern)
        };
        let is_allowed = ask(&HostQuestion {
            host,
            url,
            remember: &remember,
        });
        let answers = self.hosts.answers.lock();
        let mut answers = answers.unwrap_or_else(PoisonError::into_inner);
        answers.insert(host.to_owned(), is_allowed);
        is_allowed
    }
}
