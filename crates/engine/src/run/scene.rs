//! What all steps of one run share.

use std::sync::atomic::{AtomicBool, Ordering};

use dialect::config::ApprovalPolicy;
use model::SessionId;

use super::checks::Consents;
use super::company::Company;
use super::mailbox::Mailbox;
use super::onlooker::{News, Onlooker};
use super::restored_store::StoreWatch;
use crate::sessions::Target;
use crate::turns::{Cage, SandboxWish, Workbench};

pub(super) struct Scene<'a> {
    pub bench: &'a Workbench,
    pub mailbox: Mailbox<'a>,
    pub consents: Consents,
    pub approval: ApprovalPolicy,
    /// The sandbox of all checks, also of those that a person approved.
    pub cage: &'a Cage,
    pub cancelled: &'a AtomicBool,
    pub sandbox: SandboxWish,
    pub session: SessionId,
    pub target: Target,
    /// Turns that a planner agent has.
    pub turns: u64,
    pub company: Company,
    pub store_watch: StoreWatch,
}

impl Scene<'_> {
    pub fn tell(&self, news: &News) {
        self.mailbox.tell(news.clone());
    }

    /// Others go on meanwhile, and can tell what they have to tell.
    pub fn ask<T>(&self, question: impl FnOnce(&mut dyn Onlooker) -> T) -> T {
        self.mailbox.ask(question)
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
