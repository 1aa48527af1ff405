//! A plan with its steps in their order, and the sheet that files and answers are made from.

use std::collections::BTreeMap;

use dialect::rawko::{PlanSheet, StepSheet, current_step_index};
use model::{
    Counts, Event, Evidence, OpVersion, Operation, Phase, Plan, Session, SessionId, State, Task, TaskNumber, TaskRef,
    TaskState, ThreadId, Timestamp,
};
use store::{LogQuery, Read, TaskQuery};

use super::name::id_of;
use crate::error::{EngineError, PlanError};

#[derive(Debug, Clone)]
pub(super) struct View {
    pub session: Session,
    pub plan: Plan,
    pub counts: Counts,
    /// By their place; the position is the step's index.
    pub steps: Vec<Task>,
    pub updated: Timestamp,
}

impl View {
    /// `None` where the session has no plan.
    pub fn load(tx: &dyn Read, id: &SessionId) -> Result<Option<Self>, EngineError> {
        let Some(session) = tx.session(id)? else {
            return Ok(None);
        };
        let primary = tx
            .threads(id)?
            .into_iter()
            .find(|(thread, ..)| thread.id == ThreadId::PRIMARY);
        let Some((_, Some(plan), counts)) = primary else {
            return Ok(None);
        };
        let updated = last_change(tx, id)?.unwrap_or(session.opened_at);
        let steps = in_order(tx.tasks(id, ThreadId::PRIMARY, &TaskQuery::all())?);
        Ok(Some(Self {
            session,
            plan,
            counts,
            steps,
            updated,
        }))
    }

    pub fn need(tx: &dyn Read, id: &SessionId) -> Result<Self, EngineError> {
        Ok(Self::load(tx, id)?.ok_or_else(|| PlanError::NoPlan(id.clone()))?)
    }

    /// The plan of a whole state.
    pub fn of(state: &State, updated: Timestamp) -> Option<Self> {
        let thread = state.threads.get(&ThreadId::PRIMARY)?;
        Some(Self {
            session: state.session.clone()?,
            plan: thread.plan.clone()?,
            counts: thread.counts,
            steps: in_order(thread.tasks.rows().cloned().collect()),
            updated,
        })
    }

    pub fn phase(&self, replans: u32) -> Phase {
        Phase::of(&self.counts, self.plan.replans < replans)
    }

    /// The task behind an index.
    pub fn step(&self, index: u32) -> Result<&Task, EngineError> {
        let count = self.steps.len();
        let found = self.steps.get(index as usize);
        Ok(found.ok_or(PlanError::UnknownStep { index, count })?)
    }

    pub fn indexes(&self) -> BTreeMap<TaskNumber, u32> {
        self.steps.iter().map(|task| task.number).zip(0..).collect()
    }

    pub fn reference(&self, index: u32) -> Result<TaskRef, EngineError> {
        Ok(self.step(index)?.reference())
    }

    /// What was said by the checks of those steps that have any, by index.
    pub fn checks(&self) -> Vec<(u32, Vec<Evidence>)> {
        let evidence = |task: &Task| match &task.state {
            TaskState::Done(outcome) => outcome.evidence.clone(),
            TaskState::Failed(failure) => failure.evidence.clone(),
            TaskState::Todo | TaskState::Doing(_) | TaskState::Dropped(_) => Vec::new(),
        };
        let all = self.steps.iter().zip(0..).map(|(task, index)| (index, evidence(task)));
        all.filter(|(_, evidence)| !evidence.is_empty()).collect()
    }

    pub fn sheet(&self, replans: u32) -> Result<PlanSheet, EngineError> {
        let indexes = self.indexes();
        let steps: Vec<_> = self
            .steps
            .iter()
            .zip(0..)
            .map(|(task, index)| step(task, index, &indexes))
            .collect();
        let created_at = self.plan.made.unwrap_or(self.session.opened_at);
        let version = self.plan.version;
        let previous = (version > 1)
            .then(|| id_of(&self.session.id, version - 1))
            .transpose()?;
        Ok(PlanSheet {
            id: id_of(&self.session.id, version)?,
            task: self.task().to_owned(),
            status: self.phase(replans),
            current_step_index: current_step_index(&steps),
            steps,
            created_at,
            updated_at: self.updated.max(created_at),
            created_by: self.plan.author.clone(),
            version,
            previous_plan_id: previous,
            metadata: self.plan.metadata.clone(),
        })
    }

    /// What the plan is for.
    pub fn task(&self) -> &str {
        match self.session.goal.as_deref() {
            Some(goal) if self.plan.title.is_empty() => goal,
            _ => &self.plan.title,
        }
    }
}

/// The plan as it was after an operation of its session.
pub(super) fn sheet_at(
    tx: &dyn Read,
    session: &SessionId,
    version: OpVersion,
    replans: u32,
) -> Result<Option<PlanSheet>, EngineError> {
    let query = LogQuery {
        limit: usize::try_from(version.0).unwrap_or(usize::MAX),
        ..LogQuery::all()
    };
    let mut state = State::default();
    let mut updated = Timestamp::from_millis(0);
    for operation in tx.operations(session, &query)? {
        state.apply_operation(&operation);
        updated = changed_at(&operation).unwrap_or(updated);
    }
    View::of(&state, updated).map(|view| view.sheet(replans)).transpose()
}

fn last_change(tx: &dyn Read, session: &SessionId) -> Result<Option<Timestamp>, EngineError> {
    // The newest operation is a change almost always.
    for limit in [1, usize::MAX] {
        let newest = LogQuery {
            limit,
            newest_first: true,
            ..LogQuery::all()
        };
        let changed = tx.operations(session, &newest)?.iter().find_map(changed_at);
        if changed.is_some() {
            return Ok(changed);
        }
    }
    Ok(None)
}

/// When the plan changed by this operation. A renewed lease changes nothing that a plan shows, and an imported plan keeps
/// the time of its file.
pub(super) fn changed_at(operation: &Operation) -> Option<Timestamp> {
    match operation.events.first() {
        Some(Event::SessionOpened(session)) => Some(session.opened_at),
        _ => (!operation.events.iter().all(Event::is_renewal)).then_some(operation.at),
    }
}

fn in_order(mut tasks: Vec<Task>) -> Vec<Task> {
    tasks.sort_by_key(Task::place);
    tasks
}

fn step(task: &Task, index: u32, indexes: &BTreeMap<TaskNumber, u32>) -> StepSheet {
    let mut depends_on: Vec<u32> = task
        .after
        .iter()
        .filter_map(|number| indexes.get(number).copied())
        .collect();
    depends_on.sort_unstable();
    let brief = &task.brief;
    let sheet = StepSheet {
        status: task.standing(),
        suggested_agent: brief.agent.clone(),
        depends_on,
        instructions: Some(brief.body.clone()).filter(|body| !body.is_empty()),
        acceptance_criteria: brief.acceptance.clone(),
        affected_files: brief.paths.iter().map(|path| path.path.clone()).collect(),
        ..StepSheet::new(index, brief.title.clone())
    };
    match &task.state {
        TaskState::Todo => sheet,
        TaskState::Doing(claim) => StepSheet {
            executed_by: Some(claim.agent.clone()),
            started_at: Some(claim.since),
            ..sheet
        },
        TaskState::Done(outcome) => StepSheet {
            executed_by: Some(outcome.by.clone()),
            started_at: outcome.started,
            completed_at: Some(outcome.at),
            output: outcome.note.clone(),
            affected_files: outcome.files.clone(),
            ..sheet
        },
        TaskState::Failed(failure) => StepSheet {
            executed_by: Some(failure.by.clone()),
            started_at: failure.started,
            completed_at: Some(failure.at),
            error: Some(failure.error.clone()),
            affected_files: failure.files.clone(),
            ..sheet
        },
        TaskState::Dropped(dropped) => StepSheet {
            executed_by: Some(dropped.by.clone()),
            completed_at: Some(dropped.at),
            output: dropped.reason.clone(),
            ..sheet
        },
    }
}

/// Whether the event made another version of the primary thread's plan, or took one back.
pub(super) fn is_turning_point(event: &Event) -> bool {
    match event {
        Event::PlanAdopted { thread, old, new } if *thread == ThreadId::PRIMARY => {
            old.as_ref().map(|plan| plan.uid) != new.as_ref().map(|plan| plan.uid)
        }
        _ => false,
    }
}
