//! Answers every question from whole states and whole logs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use model::{
    AgentName, Counts, Event, Later, Needs, OpVersion, Operation, Outlook, Plan, Session, SessionId, Standing, State,
    Subject, Task, TaskNumber, TaskRef, Thread, ThreadId, ThreadState, Timestamp,
};
use store::{LogQuery, Read, SessionLine, StoreError, TaskQuery};

use super::tx::Tx;

type Result<T> = std::result::Result<T, StoreError>;

impl Tx<'_> {
    fn thread(&self, session: &SessionId, thread: ThreadId) -> Option<&ThreadState> {
        self.store.state(session)?.threads.get(&thread)
    }

    fn rows(&self, session: &SessionId, thread: ThreadId) -> impl Iterator<Item = &Task> {
        self.thread(session, thread)
            .into_iter()
            .flat_map(|thread| thread.tasks.rows())
    }

    fn after(&self, session: &SessionId, version: OpVersion) -> impl DoubleEndedIterator<Item = &Operation> {
        self.store
            .log(session)
            .iter()
            .filter(move |operation| operation.version > version)
    }
}

impl Read for Tx<'_> {
    fn current(&self) -> Result<Option<SessionId>> {
        Ok(self.store.current.clone())
    }

    fn sessions(&self) -> Result<Vec<SessionLine>> {
        let line = |state: &State| {
            Some(SessionLine {
                session: state.session.clone()?,
                counts: state
                    .threads
                    .get(&ThreadId::PRIMARY)
                    .map(|thread| thread.counts)
                    .unwrap_or_default(),
            })
        };
        let newest_first = self.store.sessions.iter().rev();
        let mut lines: Vec<_> = newest_first.filter_map(|kept| line(&kept.state)).collect();
        lines.sort_by_key(|line| Reverse(line.session.opened_at));
        Ok(lines)
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>> {
        Ok(self.store.state(id).and_then(|state| state.session.clone()))
    }

    fn threads(&self, session: &SessionId) -> Result<Vec<(Thread, Option<Plan>, Counts)>> {
        let threads = self
            .store
            .state(session)
            .into_iter()
            .flat_map(|state| state.threads.values());
        Ok(threads
            .map(|state| (state.thread.clone(), state.plan.clone(), state.counts))
            .collect())
    }

    fn outlook(
        &self,
        session: &SessionId,
        thread: ThreadId,
        asker: &AgentName,
        at: Timestamp,
    ) -> Result<Option<Outlook>> {
        let state = self.store.state(session);
        Ok(state.and_then(|state| state.outlook(thread, asker, at)))
    }

    /// Returns everything, so it always includes what was asked for.
    fn load(&self, session: &SessionId, _: &Needs) -> Result<State> {
        Ok(self.store.state(session).cloned().unwrap_or_default())
    }

    fn tasks(&self, session: &SessionId, thread: ThreadId, query: &TaskQuery) -> Result<Vec<Task>> {
        let fits = |task: &&Task| {
            task.number >= query.from && (query.standings.is_empty() || query.standings.contains(&task.standing()))
        };
        Ok(self
            .rows(session, thread)
            .filter(fits)
            .take(query.limit)
            .cloned()
            .collect())
    }

    fn find(&self, session: &SessionId, thread: ThreadId, name: &TaskRef) -> Result<Option<Task>> {
        let thread = self.thread(session, thread);
        Ok(thread.and_then(|thread| thread.tasks.find(name)).cloned())
    }

    fn unmet(
        &self,
        session: &SessionId,
        thread: ThreadId,
        tasks: &[Task],
    ) -> Result<BTreeMap<TaskNumber, Vec<TaskNumber>>> {
        let Some(thread) = self.thread(session, thread) else {
            return Ok(BTreeMap::new());
        };
        let waiting = tasks.iter().map(|task| (task.number, thread.tasks.unmet(task)));
        Ok(waiting.filter(|(_, unmet)| !unmet.is_empty()).collect())
    }

    fn operations(&self, session: &SessionId, query: &LogQuery) -> Result<Vec<Operation>> {
        let touches = |operation: &&Operation| {
            let is_about = |subject: &Subject| operation.events.iter().any(|event| event.subject() == *subject);
            query.subject.as_ref().is_none_or(is_about)
        };
        let found = self.after(session, query.after).filter(touches).cloned();
        Ok(match query.newest_first {
            true => found.rev().take(query.limit).collect(),
            false => found.take(query.limit).collect(),
        })
    }

    fn later(&self, session: &SessionId, version: OpVersion, subjects: &[Subject]) -> Result<Vec<Later>> {
        let concerns = |event: &Event, subject: &Subject| {
            let changed = event.subject();
            let is_near = changed == *subject
                || changed.within().as_ref() == Some(subject)
                || subject.within().as_ref() == Some(&changed);
            (is_near && !event.is_renewal()) || event.leans_on().contains(subject)
        };
        let mut later = Vec::new();
        for operation in self.after(session, version) {
            for subject in subjects {
                if operation.events.iter().any(|event| concerns(event, subject)) {
                    later.push(Later {
                        version: operation.version,
                        author: operation.author.clone(),
                        verb: operation.verb.clone(),
                        subject: subject.to_string(),
                    });
                }
            }
        }
        Ok(later)
    }

    fn changed_since(&self, session: &SessionId, thread: ThreadId, version: OpVersion) -> Result<Vec<TaskNumber>> {
        let number = |event: &Event| match event.subject() {
            Subject::Task(of, number) if of == thread => Some(number),
            _ => None,
        };
        let events = self.after(session, version).flat_map(|operation| &operation.events);
        let mut numbers: Vec<_> = events.filter_map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn started_dependents(&self, session: &SessionId, thread: ThreadId, number: TaskNumber) -> Result<Vec<TaskNumber>> {
        let started = |task: &&Task| matches!(task.standing(), Standing::Doing | Standing::Done);
        let dependents = self.rows(session, thread).filter(|task| task.after.contains(&number));
        Ok(dependents.filter(started).map(|task| task.number).collect())
    }
}
