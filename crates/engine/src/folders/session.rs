//! The session that an agent plans in.

use model::{AgentName, Command, Grounds, Opening, PlanMetadata, SessionId, State};
use store::{Read, Store};

use crate::error::EngineError;
use crate::operate::Doing;
use crate::project::Engine;

impl Engine {
    /// The named session, else the project's current one; opened if it is not there yet.
    pub fn planning_session(&mut self, wanted: Option<&str>, by: &AgentName) -> Result<SessionId, EngineError> {
        let wanted = wanted
            .map(SessionId::new)
            .transpose()
            .map_err(EngineError::InvalidName)?;
        if let Some(id) = existing(self.store.read()?.as_ref(), wanted.as_ref())? {
            return Ok(id);
        }
        // Before anything is opened that could hold no folder.
        self.plans_folder()?;
        let id = match wanted.clone() {
            Some(id) => id,
            None => self.unnamed_session()?,
        };
        let opening = Command::Open(Opening {
            id: id.clone(),
            session: self.new_uid(),
            thread: self.new_uid(),
            plan: self.new_uid(),
            goal: None,
            author: None,
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: Vec::new(),
        });
        let opening = self.discretion.clean(opening, by)?;
        let doing = Doing {
            uid: self.new_uid(),
            session: &id,
            by,
            at: self.now(),
            verb: "open",
        };
        let mut tx = self.store.write()?;
        // Somebody else may have opened it a moment ago.
        if let Some(id) = existing(tx.as_read(), wanted.as_ref())? {
            return Ok(id);
        }
        let state = State::default();
        let events = doing.decide(&state, &opening)?;
        doing.append(tx.as_mut(), &state, events)?;
        tx.set_current(&id)?;
        tx.commit()?;
        Ok(id)
    }

    fn unnamed_session(&self) -> Result<SessionId, EngineError> {
        let seconds = self.now().as_millis() / 1000;
        SessionId::new(&format!("plan-{seconds}")).map_err(EngineError::InvalidName)
    }
}

fn existing(tx: &dyn Read, wanted: Option<&SessionId>) -> Result<Option<SessionId>, EngineError> {
    match wanted {
        Some(id) => Ok(tx.session(id)?.map(|session| session.id)),
        None => Ok(tx.current()?),
    }
}
