//! Other runs in the same project. One driver at a time works on a plan, and several may work on several plans.

use std::path::{Path, PathBuf};

use dialect::records::LockOwner;
use model::{SessionId, ThreadId};
use workspace::{Digest, Hold, HoldError};

use super::driver::Driver;
use super::remark::Remark;
use crate::project::Engine;

/// The plan is ours, wherever others stand: all worktrees share the store.
pub(super) fn hold(engine: &Engine, session: &SessionId, thread: ThreadId) -> Result<Hold, HoldError> {
    let lock = lock(engine, session, thread);
    if let Some(folder) = lock.parent() {
        Hold::sweep(folder);
    }
    Hold::take(&lock, &LockOwner::Run(session, thread).to_string())
}

impl Driver<'_> {
    /// Within a plan, declared files keep agents apart. Between plans nothing does, so whoever comes second is told.
    pub(super) fn tell_neighbors(&self) {
        let ours = lock(&self.engine, &self.picture.session, self.picture.thread);
        for other in Hold::beside(&ours) {
            self.remark(Remark::OtherRun(other));
        }
    }
}

fn lock(engine: &Engine, session: &SessionId, thread: ThreadId) -> PathBuf {
    let digest = Digest::of(format!("{session} {thread}").as_bytes()).to_string();
    let folder = engine.database().parent().unwrap_or(Path::new(""));
    folder.join(format!("run-{}.lock", &digest[..16]))
}
