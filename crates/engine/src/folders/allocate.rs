//! Handing out folders and taking them back.
//!
//! The store comes first: an allocation is one operation, and its folder is made right after. If we die in between,
//! the next call makes it. A folder that is taken back goes out of sight first, and is deleted once the store knows.

use std::path::{Path, PathBuf};

use model::{AgentName, Command, Needs, Role, SessionId, Thread, ThreadId};
use store::Store;
use workspace::plan_folder::{self, Leaving, PlanFolder};

use super::mend::folders_in;

use crate::error::{EngineError, PlanError, PlanFileError, ProjectError};
use crate::plan::operate::Doing;
use crate::project::Engine;

/// A folder that is handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadFolder {
    pub thread: ThreadId,
    pub role: Role,
    pub topic: Option<String>,
    pub folder: PlanFolder,
}

impl ThreadFolder {
    /// What the store says is a fact about a thread and no permission: whatever lies elsewhere is not ours to touch.
    pub(super) fn of(thread: &Thread, plans: Option<&Path>) -> Result<Option<Self>, EngineError> {
        let Some(folder) = thread.folder.as_ref().map(PathBuf::from) else {
            return Ok(None);
        };
        let plans = plans.ok_or(PlanFileError::NoHome)?;
        let Some(place) = PlanFolder::at(plans, &folder) else {
            return Err(PlanFileError::ForeignFolder {
                folder,
                plans: plans.to_owned(),
            }
            .into());
        };
        Ok(Some(Self {
            thread: thread.id,
            role: thread.role,
            topic: thread.topic.clone(),
            folder: place,
        }))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn shown(&self) -> String {
        self.path().to_string_lossy().into_owned()
    }
}

impl Engine {
    /// Every folder that is handed out, the primary thread's first. That one is handed out now if it was not yet.
    pub fn plan_folders(&mut self, session: &SessionId, by: &AgentName) -> Result<Vec<ThreadFolder>, EngineError> {
        let folders = self.mended(session)?;
        if folders.iter().any(|folder| folder.role == Role::Primary) {
            return Ok(folders);
        }
        let plans = self.plans_folder()?;
        // Until the folder is there, since another project may want the same name.
        let _choosing = plan_folder::choose(&plans).map_err(unmade(&plans))?;
        let folder = free_folder(&plans.join(session.as_str()).to_string_lossy());
        let command = Command::SetFolder {
            thread: ThreadId::PRIMARY,
            folder,
        };
        let command = self.discretion.clean(command, by)?;
        let doing = self.planning(session, by, "plan dir");
        let mut tx = self.store.write()?;
        let state = tx.load(session, &Needs::of(command.command(), by))?;
        let primary = state.threads.get(&ThreadId::PRIMARY);
        // Somebody else may have asked a moment ago.
        if primary.is_some_and(|primary| primary.thread.folder.is_none()) {
            let events = doing.decide(&state, &command)?;
            doing.append(tx.as_mut(), &state, events)?;
            tx.commit()?;
        } else {
            drop(tx);
        }
        let folders = self.mended(session)?;
        // Somebody may have taken it back a moment ago.
        match folders.first() {
            Some(first) if first.role == Role::Primary => Ok(folders),
            _ => Err(PlanError::unknown_thread(session, ThreadId::PRIMARY).into()),
        }
    }

    pub fn current_plan_folder(&mut self, session: &SessionId, by: &AgentName) -> Result<ThreadFolder, EngineError> {
        Ok(self.plan_folders(session, by)?.swap_remove(0))
    }

    /// One more thread, with a folder of its own.
    pub fn request_thread(&mut self, session: &SessionId, by: &AgentName) -> Result<ThreadFolder, EngineError> {
        let primary = self.current_plan_folder(session, by)?.folder;
        let plans = self.plans_folder()?;
        let _choosing = plan_folder::choose(&plans).map_err(unmade(&plans))?;
        let uid = self.new_uid();
        let doing = self.planning(session, by, "request-thread-dir");
        let mut tx = self.store.write()?;
        let thread = tx.session(session)?.ok_or(ProjectError::NoSession)?.next_thread;
        let command = Command::OpenThread {
            uid,
            topic: None,
            folder: Some(free_folder(&format!(
                "{}{}",
                further(&primary).path().display(),
                thread.0
            ))),
        };
        let command = self.discretion.clean(command, by)?;
        let state = tx.load(session, &Needs::of(command.command(), by))?;
        let events = doing.decide(&state, &command)?;
        doing.append(tx.as_mut(), &state, events)?;
        tx.commit()?;
        let made = self.mended(session)?.into_iter().find(|folder| folder.thread == thread);
        Ok(made.ok_or_else(|| PlanError::unknown_thread(session, thread))?)
    }

    /// Takes an additional thread's folder back, with everything in it.
    pub fn release_thread(
        &mut self,
        session: &SessionId,
        by: &AgentName,
        thread: ThreadId,
    ) -> Result<ThreadFolder, EngineError> {
        let folders = folders_in(self.store.read()?.as_ref(), session, self.plans.as_deref())?;
        let released = folders.into_iter().find(|folder| folder.thread == thread);
        // Out of sight first: if we die before the store knows, it comes back; if after, it goes.
        let leaving = match released.as_ref().filter(|folder| folder.role == Role::Additional) {
            Some(folder) => Leaving::begin(&folder.folder).map_err(EngineError::at(folder.path()))?,
            None => None,
        };
        let doing = self.planning(session, by, "remove-thread");
        if let Err(error) = self.operate(&doing, Command::ReleaseThread { thread }) {
            if let Some(leaving) = &leaving {
                leaving.take_back().map_err(EngineError::at(leaving.folder.path()))?;
            }
            return Err(error);
        }
        let released = released.ok_or_else(|| PlanError::unknown_thread(session, thread))?;
        let gone = leaving.iter().try_for_each(Leaving::finish);
        // Somebody who did not know yet may have brought it back.
        gone.and_then(|()| plan_folder::remove(&released.folder))
            .map_err(EngineError::at(released.path()))?;
        Ok(released)
    }

    /// Empties the primary thread's folder and keeps it. Says which files went.
    pub fn clear_current(
        &mut self,
        session: &SessionId,
        by: &AgentName,
    ) -> Result<(ThreadFolder, Vec<String>), EngineError> {
        let current = self.current_plan_folder(session, by)?;
        let files = plan_folder::clear(&current.folder).map_err(EngineError::at(current.path()))?;
        Ok((current, files))
    }

    /// The topic as it is kept.
    pub fn set_topic(&mut self, session: &SessionId, by: &AgentName, topic: &str) -> Result<String, EngineError> {
        let topic = self.discretion.redact(topic);
        let command = Command::SetTopic {
            thread: ThreadId::PRIMARY,
            topic: topic.clone(),
        };
        let doing = self.planning(session, by, "set-topic");
        self.operate(&doing, command)?;
        Ok(topic)
    }

    pub(super) fn planning<'a>(&self, session: &'a SessionId, by: &'a AgentName, verb: &'static str) -> Doing<'a> {
        Doing {
            uid: self.new_uid(),
            session,
            by,
            at: self.now(),
            verb: verb.into(),
        }
    }

    pub(super) fn plans_folder(&self) -> Result<PathBuf, EngineError> {
        Ok(self.plans.clone().ok_or(PlanFileError::NoHome)?)
    }
}

/// How the folders of further threads begin. No session has a `+` in its id, so nobody else's folder is named like this.
pub(super) fn further(primary: &PlanFolder) -> PlanFolder {
    primary.followed_by("+thread_")
}

/// A folder of that name, or one with a number. Another project may have one of the same name, or there may be one left
/// of a store that is gone, or of which there is a copy; nobody's files are taken in by accident.
fn free_folder(wanted: &str) -> String {
    let is_free = |folder: &String| Path::new(folder).symlink_metadata().is_err();
    let numbered = (2_u64..).map(|attempt| format!("{wanted}+{attempt}"));
    let mut candidates = std::iter::once(wanted.to_owned()).chain(numbered);
    candidates.find(is_free).unwrap_or_default()
}

/// Of the folder that all plan folders lie in.
pub(super) fn unmade(path: &Path) -> impl FnOnce(std::io::Error) -> EngineError {
    let path = path.to_owned();
    move |source| PlanFileError::PlansFolder { path, source }.into()
}
