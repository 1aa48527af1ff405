//! The few facts that answer *what now?*, so that the answer costs the same in a plan of any size.

use crate::agent::AgentName;
use crate::id::{TaskNumber, ThreadId};
use crate::path::RelPath;
use crate::session::Session;
use crate::signal::Signal;
use crate::state::{Counts, State, ThreadState};
use crate::task::{Claim, Standing, Task};
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    pub session: Session,
    /// Of the thread's plan, if it has one.
    pub plan_title: Option<String>,
    pub counts: Counts,
    /// Open signals, blockers first, then by age and name.
    pub signals: Vec<Signal>,
    /// The failed task with the lowest number.
    pub failed: Option<Task>,
    /// The task with the lowest number that the asker holds, its lease live or not.
    pub mine: Option<Task>,
    /// The task with the lowest number that anybody may take.
    pub ready: Option<Task>,
    /// What others hold under a live lease, by number; only looked up where nothing is ready. At most a page.
    pub held: Vec<Held>,
    /// The lowest open task that waits for a dropped one; only looked up where nothing is ready.
    pub stuck: Option<Stuck>,
    /// A plan of changes for `mine` that somebody has to approve. It lies in the project, where the store does not look.
    pub review: Option<RelPath>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    pub number: TaskNumber,
    pub title: String,
    pub claim: Claim,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    pub task: Task,
    pub on: Task,
}

impl Outlook {
    /// How many holders are named.
    pub const HELD_SHOWN: usize = 10;

    /// What all of it is for: the goal, or else the title of the plan.
    pub fn aim(&self) -> Option<&str> {
        self.session.goal.as_deref().or(self.plan_title.as_deref())
    }
}

impl State {
    /// The outlook of a whole state. The store answers the same from its indexes.
    pub fn outlook(&self, thread: ThreadId, asker: &AgentName, at: Timestamp) -> Option<Outlook> {
        let session = self.session.clone()?;
        let thread = self.threads.get(&thread)?;
        let mine = thread.tasks.held_by(asker).next().cloned();
        let ready = thread
            .tasks
            .rows()
            .find(|task| thread.is_takeable(task, asker, at))
            .cloned();
        let idle = mine.is_none() && ready.is_none();
        Some(Outlook {
            session,
            plan_title: thread.plan.as_ref().map(|plan| plan.title.clone()),
            counts: thread.counts,
            signals: thread.signals_by_urgency(),
            failed: thread
                .tasks
                .rows()
                .find(|task| task.standing() == Standing::Failed)
                .cloned(),
            held: if idle {
                thread.held_by_others(asker, at)
            } else {
                Vec::new()
            },
            stuck: if idle { thread.stuck(at) } else { None },
            mine,
            ready,
            review: None,
        })
    }
}

impl ThreadState {
    /// Nobody has a live hold on it, and everything it waits for is done.
    fn is_takeable(&self, task: &Task, asker: &AgentName, at: Timestamp) -> bool {
        let free = match task.standing() {
            Standing::Todo => true,
            Standing::Doing => task
                .claim()
                .is_some_and(|claim| !claim.is_live(at) && claim.agent != *asker),
            Standing::Done | Standing::Failed | Standing::Dropped => false,
        };
        free && self.tasks.unmet(task).is_empty()
    }

    pub fn signals_by_urgency(&self) -> Vec<Signal> {
        let mut signals: Vec<_> = self.open_signals().cloned().collect();
        signals.sort_by(|a, b| (a.level, a.since(), &a.id).cmp(&(b.level, b.since(), &b.id)));
        signals
    }

    fn held_by_others(&self, asker: &AgentName, at: Timestamp) -> Vec<Held> {
        let held = |task: &Task| {
            let claim = task
                .claim()
                .filter(|claim| claim.is_live(at) && claim.agent != *asker)?;
            Some(Held {
                number: task.number,
                title: task.brief.title.clone(),
                claim: claim.seen(at),
            })
        };
        self.tasks.rows().filter_map(held).take(Outlook::HELD_SHOWN).collect()
    }

    pub(crate) fn stuck(&self, at: Timestamp) -> Option<Stuck> {
        self.tasks
            .rows()
            .filter(|task| task.standing() == Standing::Todo || task.claim().is_some_and(|claim| !claim.is_live(at)))
            .find_map(|task| {
                let dropped = |number: &&TaskNumber| self.tasks.standing(**number) == Some(Standing::Dropped);
                let on = task.after.iter().find(dropped)?;
                Some(Stuck {
                    task: task.clone(),
                    on: self.tasks.get(*on)?.clone(),
                })
            })
    }
}
