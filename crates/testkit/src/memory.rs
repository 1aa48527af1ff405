//! An in-memory store without indexes: whole states and whole logs in vectors. It answers every question by a full
//! scan, so it is slow but obviously correct. The simulation compares the real store with it.

mod read;
mod tx;

use model::{Operation, SessionId, State};
use store::{Read, Store, StoreError, Write};

use tx::Tx;

#[derive(Debug, Default)]
pub struct MemoryStore {
    /// In the order in which the sessions were opened.
    sessions: Vec<Kept>,
    current: Option<SessionId>,
}

/// The state of a session and the operations that led to it.
#[derive(Debug, Clone, Default)]
struct Kept {
    state: State,
    log: Vec<Operation>,
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn state(&self, session: &SessionId) -> Option<&State> {
        self.kept(session).map(|kept| &kept.state)
    }

    /// The operations of a session, oldest first.
    pub fn log(&self, session: &SessionId) -> &[Operation] {
        self.kept(session).map_or(&[], |kept| &kept.log)
    }

    fn kept(&self, session: &SessionId) -> Option<&Kept> {
        self.sessions.iter().find(|kept| kept.is(session))
    }
}

impl Kept {
    fn is(&self, session: &SessionId) -> bool {
        self.state.session.as_ref().is_some_and(|known| known.id == *session)
    }
}

impl Store for MemoryStore {
    fn read(&mut self) -> Result<Box<dyn Read + '_>, StoreError> {
        Ok(Box::new(Tx::begin(self)))
    }

    fn write(&mut self) -> Result<Box<dyn Write + '_>, StoreError> {
        Ok(Box::new(Tx::begin(self)))
    }
}

#[cfg(test)]
#[path = "memory/memory_tests.rs"]
mod tests;
