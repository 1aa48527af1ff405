//! Bringing plans back after the project folder was cleaned.

use store::Restored;

use crate::error::EngineError;
use crate::project::{Engine, Setting};

impl Engine {
    /// Adds what the backup has and the project's store has not; makes the store if it is gone.
    pub fn restore(setting: &Setting) -> Result<(Self, Vec<Restored>), EngineError> {
        if !Self::has_backup(setting) {
            return Err(EngineError::NoBackup);
        }
        // The files tell less than the backup, so they come after it.
        let mut engine = Self::open_untold(setting)?;
        let restored = engine.store.restore()?;
        setting.refused.note(engine.take_in());
        Ok((engine, restored))
    }
}
