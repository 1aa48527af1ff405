//! What keeps the plan of a run its own: the lock against other runs, and the leases of its agents. Also opens the store
//! again after a check with the user's rights removed it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dialect::records::LockOwner;
use model::{AgentName, SessionId, ThreadId};
use workspace::{Digest, Hold};

use super::driver::Driver;
use super::observer::{Remark, RunFault};
use crate::error::EngineError;
use crate::project::{Engine, Setting};

/// Often enough: a lease lasts half an hour, and is renewed when half of it is over.
const BEAT: Duration = Duration::from_secs(60);

/// Renews the leases of the agents that work, so that no other agent takes their tasks.
pub struct Pulse {
    setting: Setting,
    session: SessionId,
    thread: ThreadId,
    /// How many steps each agent works on.
    busy: Mutex<BTreeMap<AgentName, usize>>,
}

impl Pulse {
    pub(super) fn new(setting: &Setting, session: &SessionId, thread: ThreadId) -> Self {
        Self {
            setting: setting.clone(),
            session: session.clone(),
            thread,
            busy: Mutex::default(),
        }
    }

    pub(super) fn begin(&self, agent: &AgentName) {
        *self.busy().entry(agent.clone()).or_default() += 1;
    }

    pub(super) fn end(&self, agent: &AgentName) {
        let mut busy = self.busy();
        if let Some(steps) = busy.get_mut(agent) {
            *steps -= 1;
        }
        busy.retain(|_, steps| *steps > 0);
    }

    /// Everybody who works gives one sign of life. A store that cannot be reached now may be reached at the next beat.
    pub fn beat(&self) {
        let agents: Vec<AgentName> = self.busy().keys().cloned().collect();
        if agents.is_empty() {
            return;
        }
        if let Ok(mut engine) = Engine::open(&self.setting) {
            for agent in agents {
                let at = engine.now();
                let _ = engine.renew(&self.session, self.thread, &agent, at);
            }
        }
    }

    /// Beats until nobody holds the other end.
    pub(super) fn keep_beating(&self, over: &Receiver<()>) {
        while over.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            self.beat();
        }
    }

    fn busy(&self) -> MutexGuard<'_, BTreeMap<AgentName, usize>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The plan is ours, wherever others stand: all worktrees share the store.
pub(super) fn hold(engine: &Engine, session: &SessionId, thread: ThreadId) -> Result<Hold, RunFault> {
    let lock = lock(engine, session, thread);
    if let Some(folder) = lock.parent() {
        Hold::sweep(folder);
    }
    Hold::take(&lock, &LockOwner::Run(session, thread).to_string()).map_err(RunFault::Held)
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

/// Shared by the driver and the threads that run checks.
#[derive(Default)]
pub(super) struct StoreWatch {
    /// Running checks after which a lost store is restored.
    checks: AtomicUsize,
    /// The driver has not opened the restored store yet.
    is_restored: AtomicBool,
}

impl StoreWatch {
    /// Runs a check, which returns whether planwright's own files were restored after it.
    pub fn during<T>(&self, check: impl FnOnce() -> (T, bool)) -> T {
        self.checks.fetch_add(1, Ordering::SeqCst);
        let (result, is_restored) = check();
        self.is_restored.fetch_or(is_restored, Ordering::SeqCst);
        self.checks.fetch_sub(1, Ordering::SeqCst);
        result
    }
}

impl Driver<'_> {
    /// Whether the error of the store may be gone when a check has ended.
    pub(super) fn awaits_restored_store(&self, fault: &EngineError) -> bool {
        let watch = &self.scene.store_watch;
        matches!(fault, EngineError::Store(_))
            && (watch.checks.load(Ordering::SeqCst) > 0 || watch.is_restored.load(Ordering::SeqCst))
    }

    pub(super) fn open_restored_store(&mut self) -> Result<(), EngineError> {
        if self.scene.store_watch.is_restored.load(Ordering::SeqCst) {
            self.engine = Engine::open(&self.scene.bench.setting)?;
            // The lock file may have been removed with the store.
            self.plan_lock = None;
            self.plan_lock = Some(hold(&self.engine, &self.picture.session, self.picture.thread)?);
            self.scene.store_watch.is_restored.store(false, Ordering::SeqCst);
        }
        Ok(())
    }
}
