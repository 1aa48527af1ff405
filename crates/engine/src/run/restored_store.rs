//! A check with the user's rights can remove the store. The store is restored after the check, and the run continues
//! with the restored store.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::driver::Driver;
use super::error::RunFault;
use super::neighbors::hold;
use crate::error::EngineError;
use crate::project::Engine;

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
    pub(super) fn awaits_restored_store(&self, fault: &RunFault) -> bool {
        let watch = &self.scene.store_watch;
        matches!(fault, RunFault::Engine(EngineError::Store(_)))
            && (watch.checks.load(Ordering::SeqCst) > 0 || watch.is_restored.load(Ordering::SeqCst))
    }

    pub(super) fn open_restored_store(&mut self) -> Result<(), RunFault> {
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
