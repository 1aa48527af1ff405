//! Handing out folders and taking them back.
//!
//! The store comes first: an allocation is one operation, and its folder is made right after. If we die in between,
//! the next call makes it. A folder that was taken back is removed the same way.

use std::path::{Path, PathBuf};

use model::{AgentName, Command, Needs, Role, SessionId, Thread, ThreadId};
use store::{Read, Store};
use workspace::plan_folder;

use crate::error::EngineError;
use crate::operate::Doing;
use crate::project::Engine;

/// A folder that is handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadFolder {
    pub thread: ThreadId,
    pub role: Role,
    pub topic: Option<String>,
    pub folder: PathBuf,
}

impl ThreadFolder {
    pub(super) fn of(thread: &Thread) -> Option<Self> {
        Some(Self {
            thread: thread.id,
            role: thread.role,
            topic: thread.topic.clone(),
            folder: PathBuf::from(thread.folder.as_ref()?),
        })
    }

    pub fn shown(&self) -> String {
        self.folder.to_string_lossy().into_owned()
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
        let _choosing = plan_folder::choose(&plans).map_err(at(&plans))?;
        let folder = free_folder(&plans, session.as_str());
        let command = Command::SetFolder {
            thread: ThreadId::PRIMARY,
            folder,
        };
        let doing = self.planning(session, by, "plan dir");
        let mut tx = self.store.write()?;
        let state = tx.load(session, &Needs::of(&command, by))?;
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
            _ => Err(EngineError::UnknownThread {
                session: session.clone(),
                thread: ThreadId::PRIMARY,
            }),
        }
    }

    pub fn current_plan_folder(&mut self, session: &SessionId, by: &AgentName) -> Result<ThreadFolder, EngineError> {
        Ok(self.plan_folders(session, by)?.swap_remove(0))
    }

    /// One more thread, with a folder of its own.
    pub fn request_thread(&mut self, session: &SessionId, by: &AgentName) -> Result<ThreadFolder, EngineError> {
        let primary = self.current_plan_folder(session, by)?.shown();
        let uid = self.new_uid();
        let doing = self.planning(session, by, "request-thread-dir");
        let mut tx = self.store.write()?;
        let thread = tx.session(session)?.ok_or(EngineError::NoSession)?.next_thread;
        let command = Command::OpenThread {
            uid,
            topic: None,
            folder: Some(beside(&primary, thread)),
        };
        let state = tx.load(session, &Needs::of(&command, by))?;
        let events = doing.decide(&state, &command)?;
        doing.append(tx.as_mut(), &state, events)?;
        tx.commit()?;
        let made = self.mended(session)?.into_iter().find(|folder| folder.thread == thread);
        made.ok_or_else(|| EngineError::UnknownThread {
            session: session.clone(),
            thread,
        })
    }

    /// Takes an additional thread's folder back, with everything in it.
    pub fn release_thread(
        &mut self,
        session: &SessionId,
        by: &AgentName,
        thread: ThreadId,
    ) -> Result<ThreadFolder, EngineError> {
        let folders = self.mended(session)?;
        let doing = self.planning(session, by, "remove-thread");
        self.operate(doing, &Command::ReleaseThread { thread })?;
        let released = folders.into_iter().find(|folder| folder.thread == thread);
        let released = released.ok_or_else(|| EngineError::UnknownThread {
            session: session.clone(),
            thread,
        })?;
        plan_folder::remove(&released.folder).map_err(at(&released.folder))?;
        Ok(released)
    }

    /// Empties the primary thread's folder and keeps it. Says which files went.
    pub fn clear_current(
        &mut self,
        session: &SessionId,
        by: &AgentName,
    ) -> Result<(ThreadFolder, Vec<String>), EngineError> {
        let current = self.current_plan_folder(session, by)?;
        let files = plan_folder::clear(&current.folder).map_err(at(&current.folder))?;
        Ok((current, files))
    }

    pub fn set_topic(&mut self, session: &SessionId, by: &AgentName, topic: &str) -> Result<(), EngineError> {
        let command = Command::SetTopic {
            thread: ThreadId::PRIMARY,
            topic: topic.to_owned(),
        };
        let doing = self.planning(session, by, "set-topic");
        self.operate(doing, &command)?;
        Ok(())
    }

    /// The folders that are handed out, each made sure to be there; and what a crash left over, gone.
    fn mended(&mut self, session: &SessionId) -> Result<Vec<ThreadFolder>, EngineError> {
        loop {
            let tx = self.store.read()?;
            let next = tx.session(session)?.map_or(0, |session| session.next_thread.0);
            let folders = folders_in(tx.as_ref(), session)?;
            drop(tx);
            let is_made = make_missing(&folders)?;
            self.remove_leftovers(&folders, next)?;
            // One that we made may have been taken back a moment before.
            if !is_made {
                return Ok(folders);
            }
        }
    }

    fn remove_leftovers(&self, folders: &[ThreadFolder], next: u32) -> Result<(), EngineError> {
        let Some(primary) = folders.iter().find(|folder| folder.role == Role::Primary) else {
            return Ok(());
        };
        plan_folder::remove_leftovers(&self.plans_folder()?);
        for number in ThreadId::PRIMARY.0 + 1..next {
            let leftover = PathBuf::from(beside(&primary.shown(), ThreadId(number)));
            if leftover.is_dir() && folders.iter().all(|folder| folder.folder != leftover) {
                plan_folder::remove(&leftover).map_err(at(&leftover))?;
            }
        }
        Ok(())
    }

    pub(super) fn planning<'a>(&self, session: &'a SessionId, by: &'a AgentName, verb: &'a str) -> Doing<'a> {
        Doing {
            uid: self.new_uid(),
            session,
            by,
            at: self.now(),
            verb,
        }
    }

    fn plans_folder(&self) -> Result<PathBuf, EngineError> {
        self.plans.clone().ok_or(EngineError::NoHome)
    }
}

/// Whether there were any.
fn make_missing(folders: &[ThreadFolder]) -> Result<bool, EngineError> {
    let missing = || folders.iter().filter(|folder| !folder.folder.is_dir());
    let is_missing = missing().next().is_some();
    for folder in missing() {
        plan_folder::make(&folder.folder).map_err(at(&folder.folder))?;
    }
    Ok(is_missing)
}

fn folders_in(tx: &dyn Read, session: &SessionId) -> Result<Vec<ThreadFolder>, EngineError> {
    let threads = tx.threads(session)?;
    Ok(threads
        .iter()
        .filter_map(|(thread, ..)| ThreadFolder::of(thread))
        .collect())
}

/// The folder of a further thread. No session has a `+` in its id, so nobody else's folder is named like this.
fn beside(primary: &str, thread: ThreadId) -> String {
    format!("{primary}+{thread}")
}

/// A folder named after the session. Another project may have one of the same name, or there may be one left of a
/// store that is gone; nobody's files are taken in by accident.
fn free_folder(plans: &Path, name: &str) -> String {
    let candidates = (1..).map(|attempt| match attempt {
        1 => plans.join(name),
        _ => plans.join(format!("{name}+{attempt}")),
    });
    let free = candidates.into_iter().find(|folder| !folder.exists());
    free.unwrap_or_else(|| plans.join(name)).to_string_lossy().into_owned()
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> EngineError {
    let path = path.to_owned();
    move |source| EngineError::File { path, source }
}
