//! How the folders stand: what is committed, and what differs on the disk.

use std::collections::BTreeMap;

use dialect::agentctl::plan_fingerprint;
use model::{
    AgentName, Ask, Command, Diagnostic, Fingerprint, Needs, Plan, Refusals, Role, SessionId, State, TaskKey, ThreadId,
    decide,
};
use store::Store;

use super::allocate::ThreadFolder;
use super::commit::{Difference, Fate, by_thread};
use super::filing::{FiledThread, fingerprint, read_all};
use super::mend::folders_in;
use crate::error::EngineError;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct PlanStatus {
    /// `None` if the session is not opened yet.
    pub session: Option<SessionId>,
    pub threads: Vec<ThreadStatus>,
    /// Threads that were removed, and whose plans go with the next commit.
    pub leaving: Vec<ThreadId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadStatus {
    pub thread: ThreadId,
    pub role: Role,
    pub topic: Option<String>,
    /// `None` if no folder is allocated yet.
    pub plan_dir: Option<String>,
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
    /// Reads only: nothing is opened, and no folder is allocated.
    pub fn plan_status(&mut self, session: &SessionId, by: &AgentName) -> Result<PlanStatus, EngineError> {
        let folders = folders_in(self.store.read()?.as_ref(), session, self.plans.as_deref())?;
        // The next verb that writes makes a missing folder again, with the committed files.
        let (there, missing): (Vec<_>, Vec<_>) = folders.into_iter().partition(|place| place.path().is_dir());
        let (threads, _) = read_all(there, &self.own_agents());
        let ask = Ask { by, at: self.now() };
        let commits = threads
            .iter()
            .map(|thread| Command::Commit(vec![thread.filing(self, by)]))
            .map(|commit| self.discretion.clean(commit, by))
            .collect::<Result<Vec<_>, _>>()?;
        let everything = Needs::of(&Command::Commit(Vec::new()), by);
        let before = self.store.read()?.load(session, &everything)?;
        let statuses = threads.into_iter().zip(&commits).map(|(thread, commit)| {
            let before = part(&before, thread.place.thread);
            status(thread, commit.command(), &before, ask)
        });
        let mut threads: Vec<_> = statuses.collect();
        threads.extend(missing.iter().map(|place| ThreadStatus::without_files(place, &before)));
        if !threads.iter().any(|thread| thread.role == Role::Primary) {
            let primary = before.threads.get(&ThreadId::PRIMARY);
            threads.push(ThreadStatus {
                topic: primary.and_then(|primary| primary.thread.topic.clone()),
                ..ThreadStatus::unallocated()
            });
        }
        threads.sort_by_key(|thread| thread.thread);
        Ok(PlanStatus {
            session: Some(session.clone()),
            threads,
            leaving: leaving(&before),
        })
    }
}

impl PlanStatus {
    /// Of a session that is not opened yet.
    pub fn unopened() -> Self {
        Self {
            session: None,
            threads: vec![ThreadStatus::unallocated()],
            leaving: Vec::new(),
        }
    }
}

impl ThreadStatus {
    /// The primary thread, before its folder is allocated.
    fn unallocated() -> Self {
        Self {
            thread: ThreadId::PRIMARY,
            role: Role::Primary,
            topic: None,
            plan_dir: None,
            version: None,
            title: None,
            on_disk: OnDisk {
                is_empty: true,
                ..OnDisk::default()
            },
        }
    }

    fn without_files(place: &ThreadFolder, state: &State) -> Self {
        let plan = committed(place.thread, state);
        Self {
            thread: place.thread,
            role: place.role,
            topic: place.topic.clone(),
            plan_dir: Some(place.shown()),
            version: plan.map(|plan| plan.version),
            title: plan.map(|plan| plan.title.clone()),
            on_disk: OnDisk {
                is_empty: plan.is_none(),
                ..OnDisk::default()
            },
        }
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
    ThreadStatus {
        on_disk: match thread.is_valid() {
            true => on_disk(&thread, commit, before, ask),
            false => OnDisk {
                invalid: thread.diagnostics,
                ..OnDisk::default()
            },
        },
        ..ThreadStatus::without_files(&thread.place, before)
    }
}

fn committed(thread: ThreadId, state: &State) -> Option<&Plan> {
    let plan = state.threads.get(&thread)?.plan.as_ref();
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
        is_plan_changed: words_of(thread) != committed(id, before).and_then(|plan| plan.filed.clone()),
        added: difference.keys(Fate::Added, thread),
        changed: difference.keys(Fate::Changed, thread),
        removed: difference.keys(Fate::Removed, thread),
        invalid: Vec::new(),
        refused: None,
    }
}
