//! Executions whose process died while it changed files. Commands that read report them; commands that write finish or
//! revert their changes.

use workspace::{ApplyError, FileError, Leftover, RecordName, RecordState, Records, Root};

use super::bench::Workbench;
use super::record;
use crate::error::EngineError;
use crate::project::{self, Setting};

/// Half-written files of a process that died.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interruption {
    /// The plan whose execution or undo was interrupted; `None` for changes that belong to no plan.
    pub plan: Option<String>,
    /// Why the files are not recovered without a person.
    pub refusal: Option<String>,
}

/// Finds half-written files, and changes nothing. Ignores executions whose process lives.
pub fn interruption(setting: &Setting) -> Result<Option<Interruption>, EngineError> {
    match leftover(setting)? {
        Leftover::HalfWritten { record } => Ok(Some(Interruption {
            plan: record.and_then(|number| plan_of(setting, number)),
            refusal: refusal(setting).ok().flatten().map(|refusal| refusal.to_string()),
        })),
        Leftover::None | Leftover::Traces => Ok(None),
    }
}

/// The first step of every command that writes: finishes or reverts the file changes of processes that died, and
/// returns the interrupted plan. The outcome of an interrupted EXECUTE stays unknown until the user resolves it.
pub fn recover(setting: &Setting) -> Result<Option<Interruption>, EngineError> {
    if leftover(setting)? == Leftover::None {
        return Ok(None);
    }
    let interruption = interruption(setting)?;
    open(setting)?.recover()?;
    Ok(interruption)
}

impl Workbench {
    /// As [`recover`], for operations that must stop if the recovery fails.
    pub(crate) fn recover(&self) -> Result<(), EngineError> {
        if self.records.leftover(&self.tree)? == Leftover::None {
            return Ok(());
        }
        self.with_recovery_gate(|gate| self.records.recover(&self.tree, gate))?;
        self.finish_undo()
    }
}

/// With the variables that decide which files git reads.
fn open(setting: &Setting) -> Result<Workbench, EngineError> {
    Workbench::open(setting, setting.discretion.variables().to_vec())
}

fn refusal(setting: &Setting) -> Result<Option<ApplyError>, EngineError> {
    let bench = open(setting)?;
    Ok(bench.with_recovery_gate(|gate| bench.records.refusal(gate))?)
}

fn leftover(setting: &Setting) -> Result<Leftover, EngineError> {
    let (root, records) = project::root_and_records(setting);
    if !workspace::has_folder(&records, ".") {
        return Ok(Leftover::None);
    }
    let tree = Root::open(&root).map_err(FileError::Root)?;
    Ok(Records::new(records).leftover(&tree)?)
}

/// `None` if the record cannot be read. The interruption is still reported.
fn plan_of(setting: &Setting, number: u32) -> Option<String> {
    let bench = Workbench::open(setting, Vec::new()).ok()?;
    let states = [RecordState::Open, RecordState::Done];
    states.into_iter().find_map(|state| {
        let found = record::load(&bench, RecordName { number, state }).ok()??;
        Some(found.head.plan)
    })
}
