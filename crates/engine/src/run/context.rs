//! What an agent finds in its environment, so that it can speak for itself: to every door, under its own name.

use std::ffi::OsString;
use std::path::Path;

use dialect::agentctl::plan_dirs;
use model::{Fence, Role, Task, ThreadId};

use super::counting::place;
use super::picture::Picture;
use super::roster::Agent;
use crate::error::EngineError;
use crate::rawko::id_of;

pub(super) fn context(
    picture: &Picture,
    task: &Task,
    agent: &Agent,
    store: Option<&Path>,
) -> Result<Vec<(OsString, OsString)>, EngineError> {
    let session = picture.session.as_str();
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PLANWRIGHT_AGENT".into(), agent.name.as_str().into()),
        ("PLANWRIGHT_SESSION".into(), session.into()),
        ("PLANWRIGHT_THREAD".into(), picture.thread.0.to_string().into()),
        ("PLANWRIGHT_TASK".into(), task.number.to_string().into()),
        ("PLANWRIGHT_TASK_KEY".into(), task.key.to_string().into()),
        ("PLANLOOP_SESSION".into(), session.into()),
        ("AGENTCTL_SESSION_ID".into(), session.into()),
    ];
    variables.extend(for_rawko(picture, task)?);
    variables.extend(store.map(|store| ("PLANWRIGHT_STORE".into(), store.into())));
    if let Some(folder) = &picture.thread_state()?.thread.folder {
        let additional: Vec<(ThreadId, String)> = picture
            .threads()
            .filter(|thread| thread.role == Role::Additional && thread.id != picture.thread)
            .filter_map(|thread| Some((thread.id, thread.folder.clone()?)))
            .collect();
        variables.push(("CURRENT_PLAN_DIR".into(), folder.into()));
        variables.push(("ADDITIONAL_PLAN_DIRS".into(), plan_dirs(&additional).into()));
    }
    Ok(variables)
}

/// As rawko names and counts. It knows the primary thread alone, and would mean another step in any other.
fn for_rawko(picture: &Picture, task: &Task) -> Result<Vec<(OsString, OsString)>, EngineError> {
    if picture.thread != ThreadId::PRIMARY {
        return Ok(Vec::new());
    }
    // Indexes are those of one version.
    let version = picture.thread_state()?.plan.as_ref().map_or(1, |plan| plan.version);
    let plan = id_of(&picture.session, version)?;
    Ok(vec![
        ("RAWKO_PLAN".into(), plan.as_str().into()),
        ("RAWKO_STEP".into(), place(picture, task)?.to_string().into()),
    ])
}

/// The claim that the agent works under, once it is known.
pub(super) fn fence(fence: Fence) -> (OsString, OsString) {
    ("PLANWRIGHT_FENCE".into(), fence.0.to_string().into())
}
