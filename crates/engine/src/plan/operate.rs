//! One verb, one transaction, one operation.

use model::{
    AgentName, Ask, Command, Event, Needs, OpVersion, Operation, OperationVerb, SessionId, State, Timestamp, Uid,
    decide,
};
use store::{NewOperation, Read, Store, Write};

use crate::discretion::Clean;
use crate::error::{EngineError, PlanError};
use crate::project::Engine;

/// What was stored; nothing, if it was so already. Then the version stayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operated {
    pub version: OpVersion,
    pub operation: Option<Operation>,
}

/// Who does what to which session, and when.
pub(crate) struct Doing<'a> {
    pub uid: Uid,
    pub session: &'a SessionId,
    pub by: &'a AgentName,
    pub at: Timestamp,
    pub verb: OperationVerb,
}

impl Engine {
    pub(crate) fn operate(&mut self, doing: &Doing<'_>, command: Command) -> Result<Operated, EngineError> {
        self.operate_and(doing, command, |_, operated| Ok(operated))
    }

    /// Also looks at what came of it, before anybody else can change it.
    pub(crate) fn operate_and<T>(
        &mut self,
        doing: &Doing<'_>,
        command: Command,
        look: impl FnOnce(&dyn Read, Operated) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let clean = self.discretion.clean(command, doing.by)?;
        let mut tx = self.store.write()?;
        let state = tx.load(doing.session, &Needs::of(clean.command(), doing.by))?;
        let events = doing.decide(&state, &clean)?;
        let operated = doing.append(tx.as_mut(), &state, events)?;
        let seen = look(tx.as_read(), operated)?;
        tx.commit()?;
        Ok(seen)
    }
}

impl Doing<'_> {
    pub fn decide(&self, state: &State, clean: &Clean) -> Result<Vec<Event>, EngineError> {
        let ask = Ask {
            by: self.by,
            at: self.at,
        };
        let version = state.version();
        let refused = |refusals| PlanError::Refused { refusals, version };
        Ok(decide(state, clean.command(), ask).map_err(refused)?)
    }

    /// Stores the events as one operation, unless there are none. Returns the version that the session has then.
    pub fn store(
        &self,
        tx: &mut (dyn Write + '_),
        state: &State,
        events: Vec<Event>,
    ) -> Result<OpVersion, EngineError> {
        if events.is_empty() {
            return Ok(state.version());
        }
        let operation = NewOperation {
            uid: self.uid,
            author: self.by.clone(),
            at: self.at,
            verb: self.verb.clone(),
            events,
        };
        Ok(tx.append(self.session, operation)?)
    }

    /// As [`Self::store`], for callers that show the operation.
    pub fn append(
        &self,
        tx: &mut (dyn Write + '_),
        state: &State,
        events: Vec<Event>,
    ) -> Result<Operated, EngineError> {
        let version = self.store(tx, state, events.clone())?;
        let operation = (!events.is_empty()).then(|| Operation {
            uid: self.uid,
            version,
            author: self.by.clone(),
            at: self.at,
            verb: self.verb.clone(),
            events,
        });
        Ok(Operated { version, operation })
    }
}
