//! Reads the log independently of the driver and checks each operation against the laws.

use std::collections::{BTreeMap, BTreeSet};

use model::{
    AgentName, Counts, Event, Fence, OpVersion, Operation, OperationVerb, Signal, Standing, State, Task, TaskNumber,
    TaskState, ThreadId, ThreadState, Timestamp, criterion,
};
use store::{LogQuery, Store};

use super::ground::Ground;
use crate::sim::broken::Broken;

/// The verb of a replan.
const REPLAN: &str = "replan";

/// The plan replayed from the log, with facts about every version.
#[derive(Debug, Default)]
pub(super) struct Audit {
    pub state: State,
    pub facts: BTreeMap<OpVersion, Facts>,
    /// Claims of drivers, each with the number of its run.
    pub claims: BTreeMap<(TaskNumber, Fence), u32>,
    /// Tasks that agents of drivers marked done, with agent and time, until a driver has stored the result of the
    /// checks.
    pub called_done: BTreeMap<TaskNumber, (AgentName, Timestamp)>,
    /// All claims under which agents marked a task done.
    pub ever_called_done: BTreeSet<(TaskNumber, Fence)>,
    /// Task states that drivers stored.
    pub brought: Vec<(OpVersion, TaskNumber, Standing)>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Facts {
    pub counts: Counts,
    pub is_blocked: bool,
}

impl Audit {
    pub fn thread(&self) -> Option<&ThreadState> {
        self.state.threads.get(&ThreadId::PRIMARY)
    }

    pub fn task(&self, number: TaskNumber) -> Option<&Task> {
        self.thread()?.tasks.get(number)
    }

    pub fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.thread().into_iter().flat_map(|thread| thread.tasks.rows())
    }

    /// Whether the agent marked the task done and its checks have not run yet.
    pub fn is_unchecked(&self, number: TaskNumber) -> bool {
        let word = self.called_done.get(&number);
        let is_word = |task: &Task| match (&task.state, word) {
            (TaskState::Done(outcome), Some((by, at))) => outcome.by == *by && outcome.at == *at,
            _ => false,
        };
        let task = self.task(number).filter(|task| is_word(task));
        task.is_some_and(|task| criterion::has_commands(&task.brief.acceptance))
    }

    /// Whether a driver stored this state of the task after `since`.
    pub fn has_brought(&self, number: TaskNumber, to: Standing, since: OpVersion) -> bool {
        let later = self.brought.iter().rev().take_while(|(version, ..)| *version > since);
        later
            .into_iter()
            .any(|(_, task, standing)| *task == number && *standing == to)
    }

    /// Whether the condition held at any version from `since` on.
    pub fn has_been(&self, since: OpVersion, is_so: impl Fn(&Facts) -> bool) -> bool {
        self.facts.range(since..).any(|(_, facts)| is_so(facts))
    }

    fn facts(&self) -> Facts {
        self.thread().map_or(Facts::default(), |thread| Facts {
            counts: thread.counts,
            is_blocked: thread.open_signals().any(Signal::blocks),
        })
    }
}

impl Ground {
    /// Reads the new operations of the log.
    pub fn follow(&mut self) -> Result<(), Broken> {
        let query = LogQuery {
            after: self.audit.state.version(),
            ..LogQuery::all()
        };
        let operations = self.store.read()?.operations(&self.session, &query)?;
        for operation in &operations {
            let checked = self.check_operation(operation);
            self.check(checked);
            let facts = self.audit.facts();
            self.audit.facts.insert(operation.version, facts);
        }
        Ok(())
    }

    fn remember_called_done(
        &mut self,
        operation: &Operation,
        number: TaskNumber,
        (old, new): (&TaskState, &TaskState),
    ) {
        let audit = &mut self.audit;
        if operation.verb == OperationVerb::Run {
            audit.called_done.remove(&number);
        } else if let (TaskState::Doing(claim), TaskState::Done(outcome)) = (old, new)
            && audit.claims.contains_key(&(number, claim.fence))
            && outcome.by == claim.agent
        {
            audit.called_done.insert(number, (outcome.by.clone(), outcome.at));
            audit.ever_called_done.insert((number, claim.fence));
        }
    }

    fn check_operation(&mut self, operation: &Operation) -> Result<(), Broken> {
        let is_driver = operation.verb == OperationVerb::Run;
        if operation.verb == OperationVerb::from(REPLAN) {
            self.record.tally.replans += 1;
            self.seen.replans += 1;
        }
        let was_blocked = self.audit.facts().is_blocked;
        let mut checked = Ok(());
        for event in &operation.events {
            if let Event::TaskMoved { number, old, new, .. } = event {
                let heard = match is_driver {
                    true => self.driven(operation, *number, (old, new), was_blocked),
                    false => self.interfered(operation, *number, (old, new)),
                };
                checked = checked.and(heard);
                self.remember_called_done(operation, *number, (old, new));
            }
            if let Event::TaskRemoved { task, .. } = event
                && operation.verb == OperationVerb::from(REPLAN)
            {
                checked = checked.and(self.check_shown(task));
            }
            self.audit.state.apply(event);
        }
        let none = Operation {
            events: Vec::new(),
            ..operation.clone()
        };
        self.audit.state.apply_operation(&none);
        checked
    }
}

pub(super) fn standing(state: &TaskState) -> Standing {
    match state {
        TaskState::Todo => Standing::Todo,
        TaskState::Doing(_) => Standing::Doing,
        TaskState::Done(_) => Standing::Done,
        TaskState::Failed(_) => Standing::Failed,
        TaskState::Dropped(_) => Standing::Dropped,
    }
}
