//! Bringing plans back after the project folder was cleaned.

use store::Restored;

use crate::error::{EngineError, ProjectError};
use crate::project::{Engine, Setting};

impl Engine {
    /// Adds what the backup has and the project's store has not; makes the store if it is gone.
    pub fn restore(setting: &Setting) -> Result<(Self, Vec<Restored>), EngineError> {
        if !Self::has_backup(setting) {
            return Err(ProjectError::NoBackup.into());
        }
        let mut engine = Self::open_or_create(setting)?;
        let restored = engine.store.restore()?;
        Ok((engine, restored))
    }
}
