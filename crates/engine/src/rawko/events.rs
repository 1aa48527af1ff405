//! What happened to a plan, told from the log under the names that rawko's machine knows.

use std::collections::BTreeMap;

use dialect::rawko::{PlanSheet, StepSheet};
use model::{
    AgentName, Event, OpVersion, Operation, Plan, PlanEventKind, PlanId, Standing, State, TaskNumber, TaskState,
    ThreadId, Timestamp,
};
use store::{LogQuery, Store};

use super::name::PlanName;
use super::view::{View, changed_at};
use crate::error::EngineError;
use crate::project::Engine;

/// One event, with what it is about.
#[derive(Debug, Clone)]
pub struct Happened {
    pub kind: PlanEventKind,
    pub at: Timestamp,
    pub version: OpVersion,
    pub plan_id: PlanId,
    pub by: AgentName,
    /// The step, by its index then, as it stood after the event.
    pub step: Option<StepSheet>,
    /// The whole plan, where the event is about it.
    pub plan: Option<PlanSheet>,
    /// What is different from the version before.
    pub changes: String,
}

/// What has happened, and up to where that is all.
#[derive(Debug, Clone)]
pub struct Told {
    pub happened: Vec<Happened>,
    /// Where whoever follows goes on. Not every operation is an event.
    pub version: OpVersion,
}

impl Engine {
    /// The events after an operation of the session, in the order that they happened.
    pub fn plan_events(&mut self, name: &PlanName, after: OpVersion) -> Result<Told, EngineError> {
        let replans = self.replans()?;
        let tx = self.store.read()?;
        let session = name.newest(tx.as_ref())?;
        let mut told = Told {
            happened: Vec::new(),
            version: after,
        };
        // Whoever follows asks often.
        if tx.session(&session)?.is_none_or(|session| session.version <= after) {
            return Ok(told);
        }
        let mut state = State::default();
        for operation in tx.operations(&session, &LogQuery::all())? {
            if operation.version <= after || !operation.events.iter().any(is_told) {
                state.apply_operation(&operation);
            } else {
                let before = places(&state);
                state.apply_operation(&operation);
                if let Some(view) = View::of(&state, changed_at(&operation).unwrap_or(operation.at)) {
                    told.happened.extend(events(&operation, &view, &before, replans)?);
                }
            }
            told.version = told.version.max(operation.version);
        }
        Ok(told)
    }
}

/// Where each step stood, and at which index.
fn places(state: &State) -> BTreeMap<TaskNumber, u32> {
    let thread = state.threads.get(&ThreadId::PRIMARY);
    let rows = thread.into_iter().flat_map(|thread| thread.tasks.rows());
    let mut steps: Vec<_> = rows.map(|task| (task.order, task.number)).collect();
    steps.sort_unstable();
    steps.into_iter().map(|(_, number)| number).zip(0..).collect()
}

fn is_told(event: &Event) -> bool {
    whole(event).is_some() || of_step(event).is_some()
}

fn events(
    operation: &Operation,
    view: &View,
    before: &BTreeMap<TaskNumber, u32>,
    replans: u32,
) -> Result<Vec<Happened>, EngineError> {
    let sheet = view.sheet(replans)?;
    let blank = |kind: PlanEventKind| Happened {
        kind,
        at: operation.at,
        version: operation.version,
        plan_id: sheet.id.clone(),
        by: operation.author.clone(),
        step: None,
        plan: None,
        changes: String::new(),
    };
    // The steps of a new plan are told with it.
    if let Some(kind) = operation.events.iter().find_map(whole) {
        return Ok(vec![Happened {
            plan: Some(sheet.clone()),
            changes: view.plan.grounds.changes.clone(),
            ..blank(kind)
        }]);
    }
    let (mut happened, indexes) = (Vec::new(), view.indexes());
    for event in &operation.events {
        let Some((kind, number)) = of_step(event) else { continue };
        let index = indexes.get(&number).or_else(|| before.get(&number)).copied();
        let step = index.and_then(|index| sheet.steps.get(index as usize));
        happened.push(Happened {
            step: step.cloned(),
            ..blank(kind)
        });
    }
    Ok(happened)
}

fn whole(event: &Event) -> Option<PlanEventKind> {
    match event {
        Event::PlanAdopted {
            thread,
            old,
            new: Some(new),
        } if *thread == ThreadId::PRIMARY => made(old.as_ref(), new),
        _ => None,
    }
}

/// A plan that gets another version was replanned; the same version said anew is neither.
fn made(old: Option<&Plan>, new: &Plan) -> Option<PlanEventKind> {
    match old {
        None => Some(PlanEventKind::PlanCreated),
        Some(old) if old.uid != new.uid => Some(PlanEventKind::PlanReplanned),
        Some(_) => None,
    }
}

fn of_step(event: &Event) -> Option<(PlanEventKind, TaskNumber)> {
    match event {
        Event::TaskAdded { thread, task } if *thread == ThreadId::PRIMARY => {
            Some((PlanEventKind::StepAdded, task.number))
        }
        Event::TaskMoved {
            thread,
            number,
            old,
            new,
        } if *thread == ThreadId::PRIMARY && !event.is_renewal() => Some((kind(old, new)?, *number)),
        _ => None,
    }
}

fn kind(old: &TaskState, new: &TaskState) -> Option<PlanEventKind> {
    Some(match (old.standing(), new.standing()) {
        (_, Standing::Doing) => PlanEventKind::StepStarted,
        (_, Standing::Done) => PlanEventKind::StepCompleted,
        (_, Standing::Failed) => PlanEventKind::StepFailed,
        (_, Standing::Dropped) => PlanEventKind::StepSkipped,
        (Standing::Doing, Standing::Todo) => PlanEventKind::StepReleased,
        (Standing::Todo, Standing::Todo) => return None,
        (_, Standing::Todo) => PlanEventKind::StepReopened,
    })
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;
