//! The folders as they should be, whatever became of them: a process may have died, or somebody deleted one.

use std::path::Path;

use dialect::agentctl::write_folder;
use model::{Plan, Role, SessionId, Task};
use store::{Read, Store, TaskQuery};
use workspace::plan_folder::{self, PlanFolder};

use super::allocate::{ThreadFolder, further};
use crate::error::{EngineError, PlanFileError};
use crate::project::Engine;

/// The files of a plan, as they were committed.
type Files = Vec<(String, String)>;

impl Engine {
    /// The folders that are handed out, each made sure to be there; and what a crash left over, gone. One that was lost
    /// after its plan had been committed comes back with the files: an empty folder would take the plan back.
    pub(super) fn mended(&mut self, session: &SessionId) -> Result<Vec<ThreadFolder>, EngineError> {
        let mut made: Vec<ThreadFolder> = Vec::new();
        loop {
            let tx = self.store.read()?;
            let folders = folders_in(tx.as_ref(), session, self.plans.as_deref())?;
            bring_back_or_finish(&folders)?;
            let missing: Vec<_> = folders.iter().filter(|place| !place.path().is_dir()).collect();
            let files = missing.iter().map(|place| committed(tx.as_ref(), session, place));
            let files = files.collect::<Result<Vec<_>, _>>()?;
            drop(tx);
            // One that we made may have been taken back a moment before.
            for place in made.iter().filter(|place| !folders.contains(place)) {
                plan_folder::remove(&place.folder).map_err(EngineError::at(place.path()))?;
            }
            if missing.is_empty() {
                return Ok(folders);
            }
            for (place, files) in missing.iter().zip(&files) {
                make(&place.folder, files.as_deref())?;
            }
            made = missing.into_iter().cloned().collect();
        }
    }
}

pub(super) fn folders_in(
    tx: &dyn Read,
    session: &SessionId,
    plans: Option<&Path>,
) -> Result<Vec<ThreadFolder>, EngineError> {
    let threads = tx.threads(session)?;
    let folders = threads.iter().map(|(thread, ..)| ThreadFolder::of(thread, plans));
    folders.filter_map(Result::transpose).collect()
}

/// Somebody died while taking a folder back. If the store knows of it, it goes; if not, it stays.
fn bring_back_or_finish(folders: &[ThreadFolder]) -> Result<(), EngineError> {
    let Some(primary) = folders.iter().find(|place| place.role == Role::Primary) else {
        return Ok(());
    };
    plan_folder::remove_leftovers(primary.folder.plans());
    for leaving in plan_folder::leaving(&further(&primary.folder)) {
        let is_handed_out = folders.iter().any(|place| place.folder == leaving.folder);
        let done = match is_handed_out {
            true => leaving.take_back(),
            false => leaving.finish(),
        };
        match done {
            // Whoever took it back, or another one like us, was faster.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            other => other.map_err(EngineError::at(leaving.folder.path()))?,
        }
    }
    Ok(())
}

fn make(folder: &PlanFolder, files: Option<&[(String, String)]>) -> Result<(), EngineError> {
    let made = match files {
        Some(files) => plan_folder::make_with(folder, files),
        None => plan_folder::make(folder.path()),
    };
    made.map_err(EngineError::at(folder.path()))
}

fn committed(tx: &dyn Read, session: &SessionId, place: &ThreadFolder) -> Result<Option<Files>, EngineError> {
    let threads = tx.threads(session)?;
    let plan = threads.into_iter().find(|(thread, ..)| thread.id == place.thread);
    let Some(plan) = plan.and_then(|(_, plan, _)| plan).filter(|plan| plan.filed.is_some()) else {
        return Ok(None);
    };
    let tasks = tx.tasks(session, place.thread, &TaskQuery::all())?;
    files_of(&plan, &tasks).map(Some)
}

/// What came from files, as files.
pub(super) fn files_of(plan: &Plan, tasks: &[Task]) -> Result<Files, EngineError> {
    let tasks: Vec<&Task> = tasks.iter().filter(|task| task.brief.filed.is_some()).collect();
    Ok(write_folder(&plan.title, &plan.body, &tasks).map_err(PlanFileError::Unwritable)?)
}
