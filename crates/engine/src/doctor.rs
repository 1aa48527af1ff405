//! Is everything as it must be?

use std::path::PathBuf;

use store::{BackupGap, Fault};

use crate::error::EngineError;
use crate::project::Engine;
use crate::status::stale_instructions;

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
