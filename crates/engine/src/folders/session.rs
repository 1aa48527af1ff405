//! The session that an agent plans in.

use model::{AgentName, Command, Grounds, Opening, PlanMetadata, SessionId, State};
use store::{Read, Store};
use workspace::plan_folder;

use super::allocate::{ThreadFolder, unmade};
use super::mend::folders_in;
use crate::error::{EngineError, ProjectError};
use crate::plan::operate::Doing;
use crate::plan::sessions::known;
use crate::project::{Engine, Setting};

impl Engine {
    /// The named session, else the project's current one; opened if it is not there yet.
    pub fn planning_session(&mut self, wanted: Option<&str>, by: &AgentName) -> Result<SessionId, EngineError> {
        let wanted = wanted.map(SessionId::new).transpose()?;
        if let Some(id) = existing(self.store.read()?.as_ref(), wanted.as_ref())? {
            return Ok(id);
        }
        // Before anything is opened that could hold no folder.
        let plans = self.plans_folder()?;
        plan_folder::make(&plans).map_err(unmade(&plans))?;
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
            verb: "open".into(),
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

    /// Opens the project for a verb that reads. There is no session if none is opened yet.
    pub fn open_planned(setting: &Setting, wanted: Option<&str>) -> Result<Option<(Self, SessionId)>, EngineError> {
        let wanted = wanted.map(SessionId::new).transpose()?;
        let mut engine = match Self::open(setting) {
            Err(EngineError::Project(ProjectError::NoSession)) => return Ok(None),
            opened => opened?,
        };
        let session = existing(engine.store.read()?.as_ref(), wanted.as_ref())?;
        Ok(session.map(|session| (engine, session)))
    }

    /// What is handed out so far. Nothing is opened or made for it, so where there is no session yet there is no folder;
    /// `named` has to be there, and `meant` may be opened later.
    pub fn handed_out(
        setting: &Setting,
        named: Option<&SessionId>,
        meant: Option<&str>,
    ) -> Result<Vec<ThreadFolder>, EngineError> {
        let mut engine = match Self::open(setting) {
            Err(EngineError::Project(ProjectError::NoSession)) if named.is_none() => return Ok(Vec::new()),
            opened => opened?,
        };
        let plans = engine.plans.clone();
        let tx = engine.store.read()?;
        let session = match named {
            Some(id) => Some(known(tx.as_ref(), id.as_str())?),
            None => {
                let meant = meant.map(SessionId::new).transpose();
                existing(tx.as_ref(), meant?.as_ref())?
            }
        };
        session.map_or(Ok(Vec::new()), |session| {
            folders_in(tx.as_ref(), &session, plans.as_deref())
        })
    }

    fn unnamed_session(&self) -> Result<SessionId, EngineError> {
        let seconds = self.now().as_millis() / 1000;
        Ok(SessionId::new(&format!("plan-{seconds}"))?)
    }
}

fn existing(tx: &dyn Read, wanted: Option<&SessionId>) -> Result<Option<SessionId>, EngineError> {
    match wanted {
        Some(id) => Ok(tx.session(id)?.map(|session| session.id)),
        None => Ok(tx.current()?),
    }
}
