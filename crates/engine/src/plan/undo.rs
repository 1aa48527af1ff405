//! Taking an operation back, as one more operation.

use std::collections::BTreeSet;
use std::path::PathBuf;

use model::{
    AgentName, Command, Event, Later, Needs, OpVersion, Operation, OperationVerb, SessionId, Standing, Subject, Task,
    Timestamp, Undoing,
};
use store::{LogQuery, Read, Store};
use workspace::plan_folder;

use crate::error::{EngineError, PlanError, PlanFileError, ProjectError};
use crate::plan::log::tasks_of;
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct Undone {
    pub undone: Operation,
    /// The operation that took it back.
    pub by: Operation,
    /// The tasks it is about, as they stand now.
    pub tasks: Vec<Task>,
}

impl Engine {
    /// Takes back the given operation, or the asker's own latest one. Repeated, it goes further back.
    pub fn undo(&mut self, target: &Target, by: &AgentName, wanted: Option<OpVersion>) -> Result<Undone, EngineError> {
        let session = self.session_id(target)?;
        let (at, uid) = (self.now(), self.new_uid());
        let mut tx = self.store.write()?;
        let undone = match wanted {
            Some(version) => operation(tx.as_read(), &session, version)?,
            None => latest_of(tx.as_read(), &session, by)?,
        };
        check_folders(&undone)?;
        let doing = Doing {
            uid,
            session: &session,
            by,
            at,
            verb: OperationVerb::Undo(undone.version),
        };
        let subjects = touched(tx.as_read(), &session, &undone)?;
        let command = Command::Undo(Undoing {
            version: undone.version,
            events: undone.events.clone(),
            later: still_standing(tx.as_read(), &session, tx.later(&session, undone.version, &subjects)?)?,
        });
        let command = self.discretion.clean(command, by)?;
        let state = tx.load(&session, &Needs::of(command.command(), by))?;
        let events = doing.decide(&state, &command)?;
        let operated = doing.append(tx.as_mut(), &state, events)?;
        let by = operated.operation.ok_or(PlanError::NothingToUndo)?;
        let tasks = tasks_of(tx.as_read(), &session, target.thread(), std::slice::from_ref(&by))?;
        tx.commit()?;
        Ok(Undone { undone, by, tasks })
    }
}

impl Engine {
    /// When the asker last did something to the plan that can be taken back.
    pub(crate) fn latest_at(&mut self, target: &Target, by: &AgentName) -> Result<Option<Timestamp>, EngineError> {
        let session = match self.session_id(target) {
            Err(EngineError::Project(ProjectError::NoSession)) => return Ok(None),
            found => found?,
        };
        match latest_of(self.store.read()?.as_ref(), &session, by) {
            Ok(operation) => Ok(Some(operation.at)),
            Err(EngineError::Plan(PlanError::NothingToUndo)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The operation's folders would go, and what was written there since with them.
fn check_folders(undone: &Operation) -> Result<(), EngineError> {
    let handed_out = undone.events.iter().filter_map(|event| match event {
        Event::ThreadOpened(thread) => thread.folder.as_deref(),
        Event::FolderSet { new, .. } => new.as_deref(),
        _ => None,
    });
    let in_use = handed_out
        .map(PathBuf::from)
        .find(|folder| !plan_folder::is_empty(folder));
    in_use.map_or(Ok(()), |folder| Err(PlanFileError::FolderInUse(folder).into()))
}

fn operation(tx: &dyn Read, session: &SessionId, version: OpVersion) -> Result<Operation, EngineError> {
    let found = tx.operations(session, &LogQuery::one(version))?.pop();
    let found = found.filter(|operation| operation.version == version);
    Ok(found.ok_or(PlanError::UnknownOperation(version))?)
}

/// The asker's newest operation that can be taken back, is no undo itself, and was not taken back yet.
pub(crate) fn latest_of(tx: &dyn Read, session: &SessionId, by: &AgentName) -> Result<Operation, EngineError> {
    let mut taken_back = BTreeSet::new();
    let mut reopened = BTreeSet::new();
    for operation in newest_first(tx, session, newest(tx, session)?) {
        let operation = operation?;
        if operation.verb == OperationVerb::UndoTurn {
            reopened.extend(operation.events.iter().map(Event::subject));
            continue;
        }
        // What a turn had concluded went back with the turn.
        if finished(&operation).any(|task| reopened.remove(&task)) {
            continue;
        }
        if let OperationVerb::Undo(version) = operation.verb {
            // An undo that was itself taken back does not count.
            if !taken_back.contains(&operation.version) {
                taken_back.insert(version);
            }
            continue;
        }
        let can_be_undone = !operation
            .events
            .iter()
            .all(|event| event.is_claim() || event.is_telling());
        if operation.author == *by && can_be_undone && !taken_back.contains(&operation.version) {
            return Ok(operation);
        }
    }
    Err(PlanError::NothingToUndo.into())
}

fn finished(operation: &Operation) -> impl Iterator<Item = Subject> + '_ {
    let is_end = |event: &&Event| matches!(event, Event::TaskMoved { new, .. } if new.standing() == Standing::Done);
    operation.events.iter().filter(is_end).map(Event::subject)
}

/// The log from `version` back, one by one: the operation that is wanted is nearly always among the last few.
fn newest_first<'a>(
    tx: &'a dyn Read,
    session: &'a SessionId,
    version: OpVersion,
) -> impl Iterator<Item = Result<Operation, EngineError>> + 'a {
    (1..=version.0)
        .rev()
        .map(|version| operation(tx, session, OpVersion(version)))
}

fn newest(tx: &dyn Read, session: &SessionId) -> Result<OpVersion, EngineError> {
    Ok(tx.session(session)?.map_or(OpVersion::ZERO, |session| session.version))
}

/// Leaves out what was taken back since, together with what took it back: the two came to nothing.
fn still_standing(tx: &dyn Read, session: &SessionId, later: Vec<Later>) -> Result<Vec<Later>, EngineError> {
    let Some(first) = later.iter().map(|later| later.version).min() else {
        return Ok(later);
    };
    let mut nothing = BTreeSet::new();
    for undo in newest_first(tx, session, newest(tx, session)?) {
        let undo = undo?;
        if undo.version <= first {
            break;
        }
        if let OperationVerb::Undo(version) = undo.verb
            && version >= first
            && !nothing.contains(&undo.version)
            && is_inverse(&undo, &operation(tx, session, version)?)
        {
            nothing.extend([undo.version, version]);
        }
    }
    Ok(later
        .into_iter()
        .filter(|later| !nothing.contains(&later.version))
        .collect())
}

/// Not so if a claim stayed, or a lease had run out in between.
fn is_inverse(undo: &Operation, undone: &Operation) -> bool {
    let inverse = undone.events.iter().rev().map(Event::inverse);
    undo.events.iter().cloned().map(Some).eq(inverse)
}

/// Whether it takes another operation back.
pub(crate) fn is_undo(operation: &Operation) -> bool {
    matches!(operation.verb, OperationVerb::Undo(_) | OperationVerb::UndoTurn)
}

/// What the operation changed, and the tasks that were started because of it.
fn touched(tx: &dyn Read, session: &SessionId, operation: &Operation) -> Result<Vec<Subject>, EngineError> {
    let mut subjects = BTreeSet::new();
    for event in operation.events.iter().filter(|event| !event.is_claim()) {
        subjects.insert(event.subject());
        if let Event::TaskMoved {
            thread, number, new, ..
        } = event
            && new.standing() == Standing::Done
        {
            let dependents = tx.started_dependents(session, *thread, *number)?;
            subjects.extend(
                dependents
                    .into_iter()
                    .map(|dependent| Subject::Task(*thread, dependent)),
            );
        }
    }
    Ok(subjects.into_iter().collect())
}
