//! Which plan a caller means, and what its versions are called.

use dialect::rawko::plan_id;
use model::{Plan, PlanId, SessionId, ThreadId};
use store::Read;

use crate::error::{EngineError, PlanError, ProjectError};

/// An id as somebody wrote it; the current plan without one.
#[derive(Debug, Clone, Default)]
pub struct PlanName(pub Option<String>);

/// A session, and the version of its plan that was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub session: SessionId,
    /// `None` for the newest.
    pub version: Option<u32>,
}

/// The id of a version: the session's own for the first one. A session whose name leaves no room is cut.
pub(crate) fn id_of(session: &SessionId, version: u32) -> Result<PlanId, EngineError> {
    const ROOM: usize = 48;
    let id = |name: &str| Ok(PlanId::new(name)?);
    let base = id(session.as_str())?;
    match plan_id::version_id(&base, 1, version) {
        Ok(id) => Ok(id),
        Err(_) => id(&format!("{}-v{version}", &session.as_str()[..ROOM])),
    }
}

impl PlanName {
    pub(super) fn find(&self, tx: &dyn Read) -> Result<Named, EngineError> {
        let Some(wanted) = self.0.as_deref() else {
            let session = tx.current()?.ok_or(ProjectError::NoSession)?;
            return Ok(Named { session, version: None });
        };
        let unknown = || PlanError::UnknownPlan(wanted.to_owned());
        let id = PlanId::new(wanted)?;
        if let Some(session) = session_called(tx, id.as_str())? {
            return Ok(Named {
                session,
                version: Some(1),
            });
        }
        let (base, version) = wanted.rsplit_once('-').ok_or_else(unknown)?;
        let version = version
            .strip_prefix('v')
            .and_then(plan_id::read_version)
            .ok_or_else(unknown)?;
        let session = session_called(tx, base)?.ok_or_else(unknown)?;
        Ok(Named {
            session,
            version: Some(version),
        })
    }

    /// The session that is meant. The id of the first version is also what all of its versions are called after.
    pub(crate) fn newest(&self, tx: &dyn Read) -> Result<SessionId, EngineError> {
        let named = self.find(tx)?;
        match named.version {
            Some(1) | None => Ok(named.session),
            Some(_) => self.to_change(tx),
        }
    }

    /// The session whose plan is to be changed. Only its newest version can be: steps of an older one are called by indexes
    /// that mean other steps now.
    pub(crate) fn to_change(&self, tx: &dyn Read) -> Result<SessionId, EngineError> {
        let named = self.find(tx)?;
        let newest = plan_of(tx, &named.session)?.map_or(1, |plan| plan.version);
        match named.version {
            Some(version) if version != newest => Err(PlanError::Superseded {
                plan: id_of(&named.session, version)?,
                by: id_of(&named.session, newest)?,
            }
            .into()),
            _ => Ok(named.session),
        }
    }
}

pub(super) fn plan_of(tx: &dyn Read, session: &SessionId) -> Result<Option<Plan>, EngineError> {
    let threads = tx.threads(session)?;
    let primary = threads.into_iter().find(|(thread, ..)| thread.id == ThreadId::PRIMARY);
    Ok(primary.and_then(|(_, plan, _)| plan))
}

pub(super) fn session_called(tx: &dyn Read, name: &str) -> Result<Option<SessionId>, EngineError> {
    match SessionId::new(name) {
        Ok(id) if tx.session(&id)?.is_some() => Ok(Some(id)),
        _ => Ok(None),
    }
}
