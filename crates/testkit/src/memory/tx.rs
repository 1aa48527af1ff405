//! A transaction changes the store directly. If it is dropped without a commit, it restores the old content.

use std::path::PathBuf;

use model::{Event, OpVersion, Operation, SessionId, State};
use store::{NewOperation, Read, StoreError, Write};

use super::{Kept, MemoryStore};

pub(super) struct Tx<'a> {
    pub(super) store: &'a mut MemoryStore,
    undo: Vec<Step>,
}

/// Undoes one step of the transaction.
enum Step {
    Forget,
    Return { index: usize, state: State },
    Point(Option<SessionId>),
}

impl<'a> Tx<'a> {
    pub fn begin(store: &'a mut MemoryStore) -> Self {
        Self {
            store,
            undo: Vec::new(),
        }
    }

    /// The index of the session, or the index that it gets when it is opened.
    fn index(&mut self, session: &SessionId, events: &[Event]) -> Result<usize, StoreError> {
        let known = self.store.sessions.iter().position(|kept| kept.is(session));
        match (known, events.first()) {
            (Some(index), _) => {
                let state = self.store.sessions[index].state.clone();
                self.undo.push(Step::Return { index, state });
                Ok(index)
            }
            (None, Some(Event::SessionOpened(_))) => {
                self.store.sessions.push(Kept::default());
                self.undo.push(Step::Forget);
                Ok(self.store.sessions.len() - 1)
            }
            (None, _) => Err(StoreError::Corrupt {
                what: format!("there is no session {session}"),
                path: PathBuf::new(),
            }),
        }
    }
}

impl Drop for Tx<'_> {
    fn drop(&mut self) {
        for step in self.undo.drain(..).rev() {
            match step {
                Step::Forget => drop(self.store.sessions.pop()),
                Step::Return { index, state } => {
                    let kept = &mut self.store.sessions[index];
                    kept.state = state;
                    kept.log.pop();
                }
                Step::Point(current) => self.store.current = current,
            }
        }
    }
}

impl Write for Tx<'_> {
    fn append(&mut self, session: &SessionId, new: NewOperation) -> Result<OpVersion, StoreError> {
        let index = self.index(session, &new.events)?;
        let kept = &mut self.store.sessions[index];
        let version = kept.log.last().map_or(OpVersion::ZERO, |last| last.version).next();
        let operation = Operation {
            uid: new.uid,
            version,
            author: new.author,
            at: new.at,
            verb: new.verb,
            events: new.events,
        };
        kept.state.apply_operation(&operation);
        kept.log.push(operation);
        Ok(version)
    }

    fn set_current(&mut self, session: &SessionId) -> Result<(), StoreError> {
        self.undo.push(Step::Point(self.store.current.take()));
        self.store.current = self.store.kept(session).map(|_| session.clone());
        Ok(())
    }

    fn as_read(&self) -> &dyn Read {
        self
    }

    fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        self.undo.clear();
        Ok(())
    }
}
