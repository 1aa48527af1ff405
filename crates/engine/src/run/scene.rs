//! What all steps of one run share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dialect::config::ApprovalPolicy;
use model::SessionId;

use super::checks::Consents;
use super::company::Company;
use super::onlooker::{News, Onlooker};
use crate::sessions::Target;
use crate::turns::{Cage, SandboxWish, Workbench};

pub(super) struct Scene<'a> {
    pub bench: &'a Workbench,
    /// Agents speak and ask one at a time.
    pub onlooker: Mutex<&'a mut dyn Onlooker>,
    pub consents: Consents,
    pub approval: ApprovalPolicy,
    /// Where commands run that nobody approves on a screen.
    pub cage: &'a Cage,
    pub cancelled: &'a AtomicBool,
    pub sandbox: SandboxWish,
    pub session: SessionId,
    pub target: Target,
    /// Turns that a planner agent has.
    pub turns: u64,
    pub company: Company,
}

impl<'a> Scene<'a> {
    pub fn tell(&self, news: &News) {
        self.onlooker().tell(news);
    }

    pub fn onlooker(&self) -> MutexGuard<'_, &'a mut dyn Onlooker> {
        self.onlooker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
