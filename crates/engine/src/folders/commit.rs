//! All folders become plans in one operation, or none does.

use std::collections::{BTreeMap, BTreeSet};

use model::{
    AgentName, Command, Diagnostic, Event, Needs, SessionId, Severity, Subject, TaskKey, TaskNumber, ThreadId,
    ThreadState, Withdrawn,
};
use store::{LogQuery, Read, Store};

use super::allocate::ThreadFolder;
use super::filing::{FiledThread, Sources, read_all};
use super::mend::folders_in;
use crate::discretion::Clean;
use crate::error::{EngineError, PlanFileError};
use crate::project::Engine;

/// Folders without an error.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    pub threads: Vec<FiledThread>,
    pub warnings: Vec<Diagnostic>,
    pub sources: Sources,
}

#[derive(Debug, Clone)]
pub struct Committed {
    pub threads: Vec<CommittedThread>,
    pub warnings: Vec<Diagnostic>,
    pub sources: Sources,
}

/// What became of one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedThread {
    pub thread: ThreadId,
    /// `None` for a thread whose folder was removed.
    pub plan_dir: Option<String>,
    pub commitment: Commitment,
    /// Of the plan as it is now; `None` if the thread has none.
    pub version: Option<u32>,
    pub title: Option<String>,
    pub added: Vec<TaskKey>,
    pub changed: Vec<TaskKey>,
    pub removed: Vec<TaskKey>,
    pub unchanged: Vec<TaskKey>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commitment {
    /// There is a new version.
    Committed,
    /// The folder says what the plan says already.
    Unchanged,
    /// The folder is empty, and there was no plan before.
    NoPlan,
    /// The folder is empty, and now there is no plan either.
    Withdrawn,
    /// The thread was removed, so its plan is put away.
    Archived,
}

impl Engine {
    /// Whether a commit would go through. Reads only: no folder is allocated.
    pub fn check_plans(&mut self, session: &SessionId, by: &AgentName) -> Result<Checked, EngineError> {
        let mut folders = folders_in(self.store.read()?.as_ref(), session, self.plans.as_deref())?;
        // A commit makes a missing folder again, with the committed files.
        folders.retain(|place| place.path().is_dir());
        let checked = self.read_valid(folders, session, by)?;
        let withdrawn = self.withdrawn(session, &checked)?;
        let command = self.commit_of(&checked, &withdrawn, by)?;
        let doing = self.planning(session, by, "check");
        let before = self.store.read()?.load(session, &Needs::of(command.command(), by))?;
        doing.decide(&before, &command)?;
        Ok(checked)
    }

    fn commit_of(&self, checked: &Checked, last: &LastPlans, by: &AgentName) -> Result<Clean, EngineError> {
        let last = |thread: &FiledThread| last.get(&thread.place.thread).copied();
        let filings = checked
            .threads
            .iter()
            .map(|thread| thread.filing_after(self, last(thread), by));
        self.discretion.clean(Command::Commit(filings.collect()), by)
    }

    fn withdrawn(&mut self, session: &SessionId, checked: &Checked) -> Result<LastPlans, EngineError> {
        withdrawn_in(self.store.read()?.as_ref(), session, checked)
    }

    /// Every folder, if nothing is wrong with any.
    fn read_valid(
        &mut self,
        folders: Vec<ThreadFolder>,
        session: &SessionId,
        by: &AgentName,
    ) -> Result<Checked, EngineError> {
        let (threads, sources) = read_all(folders, &self.own_agents());
        let (errors, warnings): (Vec<_>, Vec<_>) = threads
            .iter()
            .flat_map(|thread| thread.diagnostics.clone())
            .partition(|fault| fault.severity == Severity::Error);
        let diagnostics: Vec<_> = match errors.is_empty() {
            true => self.brought_back(session, &threads, by)?,
            false => threads.iter().flat_map(|thread| thread.diagnostics.clone()).collect(),
        };
        match diagnostics.is_empty() {
            true => Ok(Checked {
                threads,
                warnings,
                sources,
            }),
            false => Err(PlanFileError::Unfit { diagnostics, sources }.into()),
        }
    }

    pub fn commit_plans(&mut self, session: &SessionId, by: &AgentName) -> Result<Committed, EngineError> {
        loop {
            if let Some(committed) = self.try_commit(session, by)? {
                return Ok(committed);
            }
        }
    }

    /// `None` if folders were handed out or taken back, or a plan was withdrawn, while we read.
    fn try_commit(&mut self, session: &SessionId, by: &AgentName) -> Result<Option<Committed>, EngineError> {
        let folders = self.plan_folders(session, by)?;
        let checked = self.read_valid(folders, session, by)?;
        let withdrawn = self.withdrawn(session, &checked)?;
        let command = self.commit_of(&checked, &withdrawn, by)?;
        let doing = self.planning(session, by, "commit");
        let mut tx = self.store.write()?;
        let places = checked.threads.iter().map(|thread| &thread.place);
        let is_known = folders_in(tx.as_read(), session, self.plans.as_deref())?
            .iter()
            .eq(places);
        if !is_known || withdrawn_in(tx.as_read(), session, &checked)? != withdrawn {
            return Ok(None);
        }
        let before = tx.load(session, &Needs::of(command.command(), by))?;
        let events = doing.decide(&before, &command)?;
        doing.store(tx.as_mut(), &before, events.clone())?;
        tx.commit()?;
        let mut changes = by_thread(&events);
        let mut committed = |thread: &FiledThread| {
            let id = thread.place.thread;
            let changes = changes.remove(&id).unwrap_or_default();
            let mut committed = Difference::of(&changes, before.threads.get(&id)).committed(thread);
            committed.title = committed.title.map(|title| self.discretion.redact(&title));
            committed
        };
        let mut threads: Vec<_> = checked.threads.iter().map(&mut committed).collect();
        threads.extend(events.iter().filter_map(archived));
        Ok(Some(Committed {
            threads,
            warnings: checked.warnings,
            sources: checked.sources,
        }))
    }
}

/// Of threads that have a plan in their folder, and none in the store any more.
type LastPlans = BTreeMap<ThreadId, Withdrawn>;

fn withdrawn_in(tx: &dyn Read, session: &SessionId, checked: &Checked) -> Result<LastPlans, EngineError> {
    let mut last = LastPlans::new();
    let without_plan = tx.threads(session)?.into_iter().filter(|(_, plan, _)| plan.is_none());
    let without_plan: BTreeSet<ThreadId> = without_plan.map(|(thread, ..)| thread.id).collect();
    let filed = checked.threads.iter().filter(|thread| thread.plan.is_some());
    for thread in filed
        .map(|thread| thread.place.thread)
        .filter(|id| without_plan.contains(id))
    {
        let newest = LogQuery {
            limit: 1,
            newest_first: true,
            subject: Some(Subject::Plan(thread)),
            ..LogQuery::all()
        };
        let operation = tx.operations(session, &newest)?.pop();
        let events = operation.iter().flat_map(|operation| &operation.events);
        let mut taken_back = events.filter_map(|event| match event {
            Event::PlanAdopted {
                thread: of,
                old: Some(plan),
                new: None,
            } if *of == thread => Some(Withdrawn {
                plan: plan.uid,
                version: plan.version,
            }),
            _ => None,
        });
        last.extend(taken_back.next_back().map(|withdrawn| (thread, withdrawn)));
    }
    Ok(last)
}

/// What the events mean for one thread.
pub(super) struct Difference {
    /// Of the plan as it will be; `None` if there is none.
    version: Option<u32>,
    is_new_version: bool,
    tasks: BTreeMap<TaskKey, Fate>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    Changed,
    Removed,
    Added,
}

impl Difference {
    /// `events` are those of the thread.
    pub fn of(events: &[&Event], old: Option<&ThreadState>) -> Self {
        let mut difference = Self {
            version: old.and_then(|state| state.plan.as_ref()).map(|plan| plan.version),
            is_new_version: false,
            tasks: BTreeMap::new(),
        };
        let key_of = |number: TaskNumber| Some(old?.tasks.get(number)?.key.clone());
        for event in events {
            match event {
                Event::PlanAdopted { new, .. } => {
                    difference.version = new.as_ref().map(|plan| plan.version);
                    difference.is_new_version = true;
                }
                Event::TaskAdded { task, .. } => difference.note(Some(task.key.clone()), Fate::Added),
                Event::TaskRemoved { task, .. } => difference.note(Some(task.key.clone()), Fate::Removed),
                Event::TaskEdited { number, .. }
                | Event::TaskReordered { number, .. }
                | Event::DependenciesSet { number, .. } => difference.note(key_of(*number), Fate::Changed),
                _ => {}
            }
        }
        difference
    }

    /// A task that was just added is not also changed.
    fn note(&mut self, key: Option<TaskKey>, fate: Fate) {
        if let Some(key) = key {
            let known = self.tasks.entry(key).or_insert(fate);
            *known = fate.max(*known);
        }
    }

    /// In the order of the files; what has none comes last.
    pub fn keys(&self, wanted: Fate, thread: &FiledThread) -> Vec<TaskKey> {
        let files = thread.plan.as_ref().map_or(&[][..], |plan| &plan.tasks);
        let place = |key: &TaskKey| files.iter().position(|task| task.id == *key).unwrap_or(files.len());
        let tasks = self.tasks.iter().filter(|(_, fate)| **fate == wanted);
        let mut keys: Vec<_> = tasks.map(|(key, _)| key.clone()).collect();
        keys.sort_by_cached_key(place);
        keys
    }

    fn committed(&self, thread: &FiledThread) -> CommittedThread {
        let plan = thread.plan.as_ref();
        let ids = plan.iter().flat_map(|plan| &plan.tasks).map(|task| &task.id);
        CommittedThread {
            thread: thread.place.thread,
            plan_dir: Some(thread.place.shown()),
            commitment: match (self.is_new_version, plan) {
                (true, Some(_)) => Commitment::Committed,
                (false, Some(_)) => Commitment::Unchanged,
                (true, None) => Commitment::Withdrawn,
                (false, None) => Commitment::NoPlan,
            },
            version: plan.and(self.version),
            title: plan.map(|plan| plan.title.clone()),
            added: self.keys(Fate::Added, thread),
            changed: self.keys(Fate::Changed, thread),
            removed: self.keys(Fate::Removed, thread),
            unchanged: ids.filter(|id| !self.tasks.contains_key(*id)).cloned().collect(),
        }
    }
}

/// The events within each thread. One look at each, however many threads there are.
pub(super) fn by_thread(events: &[Event]) -> BTreeMap<ThreadId, Vec<&Event>> {
    let mut threads: BTreeMap<ThreadId, Vec<&Event>> = BTreeMap::new();
    for event in events {
        if let Some(Subject::Thread(thread)) = event.subject().within() {
            threads.entry(thread).or_default().push(event);
        }
    }
    threads
}

fn archived(event: &Event) -> Option<CommittedThread> {
    let Event::ThreadClosed(thread) = event else {
        return None;
    };
    Some(CommittedThread {
        thread: thread.id,
        plan_dir: None,
        commitment: Commitment::Archived,
        version: None,
        title: None,
        added: Vec::new(),
        changed: Vec::new(),
        removed: Vec::new(),
        unchanged: Vec::new(),
    })
}
