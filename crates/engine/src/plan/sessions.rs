//! Which session a caller means.

use model::{OpVersion, Session, SessionId, ThreadId};
use store::{Read, SessionLine, Store};

use crate::error::{EngineError, PlanError, ProjectError};
use crate::project::Engine;

/// The session and thread that a caller named; the current session and the primary thread otherwise.
#[derive(Debug, Clone, Default)]
pub struct Target {
    pub session: Option<String>,
    pub thread: Option<ThreadId>,
}

#[derive(Debug, Clone)]
pub struct SessionList {
    pub sessions: Vec<SessionLine>,
    pub current: Option<SessionId>,
}

impl Target {
    pub fn thread(&self) -> ThreadId {
        self.thread.unwrap_or(ThreadId::PRIMARY)
    }

    pub(crate) fn session_in(&self, tx: &dyn Read) -> Result<SessionId, EngineError> {
        match &self.session {
            Some(wanted) => known(tx, wanted),
            None => Ok(tx.current()?.ok_or(ProjectError::NoSession)?),
        }
    }
}

impl Engine {
    pub fn sessions(&mut self) -> Result<SessionList, EngineError> {
        let tx = self.store.read()?;
        Ok(SessionList {
            sessions: tx.sessions()?,
            current: tx.current()?,
        })
    }

    /// Makes another session the current one.
    pub fn switch(&mut self, wanted: &str) -> Result<SessionId, EngineError> {
        let mut tx = self.store.write()?;
        let id = known(tx.as_read(), wanted)?;
        tx.set_current(&id)?;
        tx.commit()?;
        Ok(id)
    }

    /// The session as it stands.
    pub fn session(&mut self, target: &Target) -> Result<Session, EngineError> {
        let id = self.session_id(target)?;
        Ok(self.store.read()?.session(&id)?.ok_or(ProjectError::NoSession)?)
    }

    pub fn known_session(&mut self, wanted: &str) -> Result<SessionId, EngineError> {
        known(self.store.read()?.as_ref(), wanted)
    }

    /// The plan that is watched or driven from now on, whichever becomes the current one meanwhile.
    pub fn pinned(&mut self, target: &Target) -> Result<Target, EngineError> {
        Ok(Target {
            session: Some(self.session_id(target)?.to_string()),
            thread: target.thread,
        })
    }

    pub(crate) fn session_id(&mut self, target: &Target) -> Result<SessionId, EngineError> {
        target.session_in(self.store.read()?.as_ref())
    }

    pub(crate) fn version(&mut self, session: &SessionId) -> Result<OpVersion, EngineError> {
        let found = self.store.read()?.session(session)?;
        Ok(found.map_or(OpVersion::ZERO, |session| session.version))
    }
}

pub(crate) fn known(tx: &dyn Read, wanted: &str) -> Result<SessionId, EngineError> {
    let id = SessionId::new(wanted).ok();
    match id {
        Some(id) if tx.session(&id)?.is_some() => Ok(id),
        _ => Err(PlanError::UnknownSession {
            wanted: wanted.to_owned(),
            known: tx.sessions()?,
        }
        .into()),
    }
}
