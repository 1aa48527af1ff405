//! Is everything as it must be?

use std::io;
use std::path::PathBuf;

use store::{BackupGap, Fault};

use workspace::sandbox::{CacheUsage, PrivateCaches, RemovedLayers};

use crate::error::EngineError;
use crate::plan::status::stale_instructions;
use crate::project::{self, Engine, Setting};

#[derive(Debug)]
pub struct Checkup {
    pub database: PathBuf,
    pub read_only: bool,
    pub sessions: usize,
    pub operations: u64,
    pub faults: Vec<Fault>,
    /// Where the backup is not what the store holds; `None` if none is made.
    pub backup_gaps: Option<Vec<BackupGap>>,
    /// The managed block of `docs/agents.md` can be read and is ours.
    pub instructions_current: bool,
}

/// The private part of the package caches.
#[derive(Debug)]
pub struct CacheReport {
    pub folder: PathBuf,
    pub usage: io::Result<CacheUsage>,
}

/// The result of [`clear_caches`].
#[derive(Debug)]
pub struct ClearedCaches {
    pub folder: PathBuf,
    pub before: CacheUsage,
    pub result: RemovedLayers,
}

/// Measures the private part of the package caches; `None` if the project has none. Needs no store.
pub fn cache_report(setting: &Setting) -> Option<CacheReport> {
    let folder = project::private_caches(setting)?;
    let usage = PrivateCaches::new(folder.clone()).usage().transpose()?;
    Some(CacheReport { folder, usage })
}

/// Removes the private part of the package caches, unless a running command uses it. Needs no store; `None` if the
/// project has no private part.
pub fn clear_caches(setting: &Setting) -> io::Result<Option<ClearedCaches>> {
    let Some(folder) = project::private_caches(setting) else {
        return Ok(None);
    };
    let caches = PrivateCaches::new(folder.clone());
    let Some(before) = caches.usage()? else {
        return Ok(None);
    };
    let result = caches.clear()?;
    Ok(Some(ClearedCaches { folder, before, result }))
}

impl Engine {
    pub fn doctor(&mut self) -> Result<Checkup, EngineError> {
        let list = self.sessions()?;
        Ok(Checkup {
            database: self.database().to_owned(),
            read_only: self.is_read_only(),
            sessions: list.sessions.len(),
            operations: list.sessions.iter().map(|line| line.session.version.0).sum(),
            faults: self.store.verify()?,
            backup_gaps: self.store.backup_gaps()?,
            instructions_current: stale_instructions(&self.workspace).is_ok_and(|stale| stale.is_none()),
        })
    }
}
