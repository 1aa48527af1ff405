//! Bringing plans back after the project folder was cleaned.

use store::Restored;

use crate::error::EngineError;
use crate::project::{Engine, Setting};

impl Engine {
    /// Adds what the backup has and the project's store has not; makes the store if it is gone.
    pub fn restore(setting: &Setting) -> Result<(Self, Vec<Restored>), EngineError> {
        let mut engine = Self::open_or_create(setting)?;
        let restored = engine.store.restore()?;
        if restored.is_empty() && engine.sessions()?.sessions.is_empty() {
            return Err(EngineError::NoBackup);
        }
        Ok((engine, restored))
    }
}
