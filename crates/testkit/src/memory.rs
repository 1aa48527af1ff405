//! A store without cleverness: whole states and whole logs in vectors. Everything is answered by looking at all of it,
//! so it is slow and easy to believe, and the real store is compared with it.

mod read;
mod tx;

use model::{Operation, SessionId, State};
use store::{Read, Store, StoreError, Write};

use tx::Tx;

#[derive(Debug, Default)]
pub struct MemoryStore {
    /// In the order that they were opened.
    sessions: Vec<Kept>,
    current: Option<SessionId>,
}

/// A session as it is, and how it came to be so.
#[derive(Debug, Clone, Default)]
struct Kept {
    state: State,
    log: Vec<Operation>,
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    /// The whole state of a session, if it was opened.
    pub fn state(&self, session: &SessionId) -> Option<&State> {
        self.kept(session).map(|kept| &kept.state)
    }

    /// Everything that happened to a session, in order.
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
