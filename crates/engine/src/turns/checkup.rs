//! Problems of planwright's own files outside of the store, for `planwright doctor`.

use workspace::{OwnPath, RecordState};

use super::bench::Workbench;
use super::record::{self, FoundRecord, Looked};
use crate::error::EngineError;
use crate::project::{self, Setting};

#[derive(Debug)]
pub enum OwnFileProblem {
    /// A link or another wrong kind of file in the place of a folder or a record, or a damaged record.
    Unusable(String),
    /// A command whose execution died before the command ended.
    UnknownOutcome { plan: String, command: String },
}

/// Changes nothing. Ignores executions whose process lives.
pub fn own_file_problems(setting: &Setting) -> Result<Vec<OwnFileProblem>, EngineError> {
    let (root, records) = project::root_and_records(setting);
    let mut problems = Vec::new();
    for name in [".teddy", ".rawko"] {
        if let Err(error) = OwnPath::of(&root.join(name)).and_then(|folder| folder.check_folder()) {
            problems.push(OwnFileProblem::Unusable(error.to_string()));
        }
    }
    if !workspace::has_folder(&records, ".") {
        return Ok(problems);
    }
    let bench = Workbench::open(setting, Vec::new())?;
    for name in bench.records.list()? {
        match record::look(&bench, name)? {
            Looked::Damaged(_, error) => problems.push(OwnFileProblem::Unusable(error.to_string())),
            Looked::Found(found) if name.state == RecordState::Open => {
                problems.extend(unknown_outcome(&bench, &found)?);
            }
            Looked::Found(_) | Looked::Nothing => {}
        }
    }
    Ok(problems)
}

fn unknown_outcome(bench: &Workbench, found: &FoundRecord) -> Result<Option<OwnFileProblem>, EngineError> {
    let plan = &found.head.plan;
    if found.has_ended() || bench.is_held(plan) {
        return Ok(None);
    }
    let running = found.progress(bench)?.running;
    Ok(running.map(|(_, command)| OwnFileProblem::UnknownOutcome {
        plan: plan.clone(),
        command,
    }))
}
