//! Who did what, and when.

use model::Operation;
use store::{LogQuery, Store};

use crate::error::EngineError;
use crate::project::Engine;
use crate::sessions::Target;

impl Engine {
    /// The newest operations, the newest first.
    pub fn log(&mut self, target: &Target, limit: usize) -> Result<Vec<Operation>, EngineError> {
        let session = self.session_id(target)?;
        let query = LogQuery {
            limit,
            newest_first: true,
            ..LogQuery::all()
        };
        Ok(self.store.read()?.operations(&session, &query)?)
    }
}
