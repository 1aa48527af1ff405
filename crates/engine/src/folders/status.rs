//! How the folders stand: what is committed, and what differs on the disk.

use std::collections::BTreeMap;

use dialect::agentctl::plan_fingerprint;
use model::{
    AgentName, Ask, Command, Diagnostic, Fingerprint, Needs, Plan, Refusals, Role, SessionId, State, TaskKey, ThreadId,
    decide,
};
use store::Store;

use super::commit::{Difference, Fate, by_thread};
use super::filing::{FiledThread, fingerprint, read_all};
use crate::error::EngineError;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct PlanStatus {
    pub threads: Vec<ThreadStatus>,
    /// Threads that were removed, and whose plans go with the next commit.
    pub leaving: Vec<ThreadId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadStatus {
    pub thread: ThreadId,
    pub role: Role,
    pub topic: Option<String>,
    pub plan_dir: String,
    /// Of the plan that is committed, if there is one.
    pub version: Option<u32>,
    pub title: Option<String>,
    pub on_disk: OnDisk,
}

/// How the folder differs from what is committed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OnDisk {
    /// The folder holds no plan.
    pub is_empty: bool,
    /// The title or the narrative differs.
    pub is_plan_changed: bool,
    pub added: Vec<TaskKey>,
    pub changed: Vec<TaskKey>,
    pub removed: Vec<TaskKey>,
    /// Why the folder could not be committed as it is. Nothing is known about its tasks then.
    pub invalid: Vec<Diagnostic>,
    /// Why a commit would be refused now, such as a task that an agent works on. Nothing more is known then.
    pub refused: Option<Refusals>,
}

impl Engine {
    pub fn plan_status(&mut self, session: &SessionId, by: &AgentName) -> Result<PlanStatus, EngineError> {
        let (threads, _) = read_all(self.plan_folders(session, by)?, &self.own_agents());
        let ask = Ask { by, at: self.now() };
        let commits = threads
            .iter()
            .map(|thread| Command::Commit(vec![thread.filing(self, by)]))
            .map(|commit| self.discretion.clean(commit, by))
            .collect::<Result<Vec<_>, _>>()?;
        let everything = Needs::of(&Command::Commit(Vec::new()), by);
        let before = self.store.read()?.load(session, &everything)?;
        let statuses = threads.into_iter().zip(&commits);
        Ok(PlanStatus {
            threads: statuses
                .map(|(thread, commit)| {
                    let before = part(&before, thread.place.thread);
                    status(thread, commit.command(), &before, ask)
                })
                .collect(),
            leaving: leaving(&before),
        })
    }
}

/// All that the commit of one folder is decided on. To decide on all threads once for each would take their square.
fn part(state: &State, thread: ThreadId) -> State {
    let own = state.threads.get(&thread).map(|own| (thread, own.clone()));
    State {
        session: state.session.clone(),
        threads: own.into_iter().collect(),
        closed: BTreeMap::new(),
    }
}

fn leaving(state: &State) -> Vec<ThreadId> {
    let leaving = state.threads.values().filter(|thread| thread.is_leaving());
    leaving.map(|state| state.thread.id).collect()
}

fn status(thread: FiledThread, commit: &Command, before: &State, ask: Ask<'_>) -> ThreadStatus {
    let plan = committed(&thread, before);
    ThreadStatus {
        thread: thread.place.thread,
        role: thread.place.role,
        topic: thread.place.topic.clone(),
        plan_dir: thread.place.shown(),
        version: plan.map(|plan| plan.version),
        title: plan.map(|plan| plan.title.clone()),
        on_disk: match thread.is_valid() {
            true => on_disk(&thread, commit, before, ask),
            false => OnDisk {
                invalid: thread.diagnostics,
                ..OnDisk::default()
            },
        },
    }
}

fn committed<'a>(thread: &FiledThread, state: &'a State) -> Option<&'a Plan> {
    let plan = state.threads.get(&thread.place.thread)?.plan.as_ref();
    plan.filter(|plan| plan.filed.is_some())
}

fn words_of(thread: &FiledThread) -> Option<Fingerprint> {
    thread.plan.as_ref().map(|plan| plan_fingerprint(plan, &fingerprint))
}

fn on_disk(thread: &FiledThread, commit: &Command, before: &State, ask: Ask<'_>) -> OnDisk {
    let is_empty = thread.plan.is_none();
    let events = match decide(before, commit, ask) {
        Ok(events) => events,
        Err(refusals) => {
            return OnDisk {
                is_empty,
                refused: Some(refusals),
                ..OnDisk::default()
            };
        }
    };
    let id = thread.place.thread;
    let events = by_thread(&events).remove(&id).unwrap_or_default();
    let difference = Difference::of(&events, before.threads.get(&id));
    OnDisk {
        is_empty,
        is_plan_changed: words_of(thread) != committed(thread, before).and_then(|plan| plan.filed.clone()),
        added: difference.keys(Fate::Added, thread),
        changed: difference.keys(Fate::Changed, thread),
        removed: difference.keys(Fate::Removed, thread),
        invalid: Vec::new(),
        refused: None,
    }
}
