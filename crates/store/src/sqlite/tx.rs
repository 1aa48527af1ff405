//! A transaction, for reading or for writing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use model::{
    AgentName, Counts, Later, Needs, OpVersion, Operation, Outlook, Plan, Session, SessionId, State, Subject, Task,
    TaskNumber, TaskRef, Thread, ThreadId, Timestamp,
};
use rusqlite::Connection;

use super::{append, load, log, outlook, sessions, tasks};
use crate::api::{LogQuery, NewOperation, Read, SessionLine, TaskQuery, Write};
use crate::backup::Backup;
use crate::error::StoreError;

type Result<T> = std::result::Result<T, StoreError>;

/// Rolls back when it is dropped uncommitted.
pub(super) struct Tx<'a> {
    db: &'a Connection,
    backup: Option<&'a Backup>,
    appended: BTreeSet<SessionId>,
    is_open: bool,
}

impl<'a> Tx<'a> {
    pub fn begin(db: &'a Connection, how: &str, backup: Option<&'a Backup>) -> Result<Self> {
        named(db, || Ok(db.execute_batch(how)?))?;
        Ok(Self {
            db,
            backup,
            appended: BTreeSet::new(),
            is_open: true,
        })
    }

    fn session_row(&self, id: &SessionId) -> Result<Option<i64>> {
        Ok(sessions::find(self.db, id)?.map(|row| row.id))
    }
}

/// Adds the path of the database to errors.
fn named<T>(db: &Connection, work: impl FnOnce() -> Result<T>) -> Result<T> {
    work().map_err(|error| super::named(error, Path::new(db.path().unwrap_or_default())))
}

impl Drop for Tx<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // Nothing was promised, and the connection forgets the transaction when it closes.
            let _ = self.db.execute_batch("rollback");
        }
    }
}

impl Read for Tx<'_> {
    fn current(&self) -> Result<Option<SessionId>> {
        named(self.db, || sessions::current(self.db))
    }

    fn sessions(&self) -> Result<Vec<SessionLine>> {
        named(self.db, || sessions::all(self.db))
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>> {
        named(self.db, || Ok(sessions::find(self.db, id)?.map(|row| row.session)))
    }

    fn threads(&self, session: &SessionId) -> Result<Vec<(Thread, Option<Plan>, Counts)>> {
        named(self.db, || {
            let Some(session) = self.session_row(session)? else {
                return Ok(Vec::new());
            };
            let threads = sessions::threads_of(self.db, session)?;
            Ok(threads
                .into_iter()
                .map(|row| (row.thread, row.plan, row.counts))
                .collect())
        })
    }

    fn outlook(
        &self,
        session: &SessionId,
        thread: ThreadId,
        asker: &AgentName,
        at: Timestamp,
    ) -> Result<Option<Outlook>> {
        named(self.db, || outlook::outlook(self.db, session, thread, asker, at))
    }

    fn load(&self, session: &SessionId, needs: &Needs) -> Result<State> {
        named(self.db, || load::load(self.db, session, needs))
    }

    fn tasks(&self, session: &SessionId, thread: ThreadId, query: &TaskQuery) -> Result<Vec<Task>> {
        named(self.db, || match sessions::locate(self.db, session, thread)? {
            Some(thread) => tasks::select(self.db, thread, query),
            None => Ok(Vec::new()),
        })
    }

    fn find(&self, session: &SessionId, thread: ThreadId, name: &TaskRef) -> Result<Option<Task>> {
        named(self.db, || {
            let Some(thread) = sessions::locate(self.db, session, thread)? else {
                return Ok(None);
            };
            match name {
                TaskRef::Number(number) => tasks::by_number(self.db, thread, *number),
                TaskRef::Key(key) => tasks::by_key(self.db, thread, key),
            }
        })
    }

    fn unmet(
        &self,
        session: &SessionId,
        thread: ThreadId,
        tasks: &[Task],
    ) -> Result<BTreeMap<TaskNumber, Vec<TaskNumber>>> {
        named(self.db, || {
            let mut unmet = BTreeMap::new();
            let Some(thread) = sessions::locate(self.db, session, thread)? else {
                return Ok(unmet);
            };
            for task in tasks.iter().filter(|task| !task.after.is_empty()) {
                let waits_for = tasks::unmet(self.db, thread, task.number)?;
                if !waits_for.is_empty() {
                    unmet.insert(task.number, waits_for);
                }
            }
            Ok(unmet)
        })
    }

    fn operations(&self, session: &SessionId, query: &LogQuery) -> Result<Vec<Operation>> {
        named(self.db, || match self.session_row(session)? {
            Some(session) => log::operations(self.db, session, query),
            None => Ok(Vec::new()),
        })
    }

    fn later(&self, session: &SessionId, version: OpVersion, subjects: &[Subject]) -> Result<Vec<Later>> {
        named(self.db, || match self.session_row(session)? {
            Some(session) => log::later(self.db, session, version, subjects),
            None => Ok(Vec::new()),
        })
    }

    fn changed_since(&self, session: &SessionId, thread: ThreadId, version: OpVersion) -> Result<Vec<TaskNumber>> {
        named(self.db, || match self.session_row(session)? {
            Some(session) => log::changed_since(self.db, session, thread, version),
            None => Ok(Vec::new()),
        })
    }

    fn started_dependents(&self, session: &SessionId, thread: ThreadId, number: TaskNumber) -> Result<Vec<TaskNumber>> {
        named(self.db, || {
            let Some(thread) = sessions::locate(self.db, session, thread)? else {
                return Ok(Vec::new());
            };
            let mut statement = self.db.prepare_cached(
                "select e.task from edge e join task t on t.thread = e.thread and t.number = e.task \
                 where e.thread = ?1 and e.after = ?2 and t.state in (1, 2) order by e.task",
            )?;
            let rows = statement.query_map((thread, number.0), |row| row.get(0).map(TaskNumber))?;
            Ok(rows.collect::<std::result::Result<_, _>>()?)
        })
    }
}

impl Write for Tx<'_> {
    fn append(&mut self, session: &SessionId, operation: NewOperation) -> Result<OpVersion> {
        let version = named(self.db, || append::append(self.db, session, &operation))?;
        self.appended.insert(session.clone());
        Ok(version)
    }

    fn set_current(&mut self, session: &SessionId) -> Result<()> {
        named(self.db, || sessions::set_current(self.db, session))
    }

    fn as_read(&self) -> &dyn Read {
        self
    }

    fn commit(mut self: Box<Self>) -> Result<()> {
        named(self.db, || Ok(self.db.execute_batch("commit")?))?;
        self.is_open = false;
        if let Some(backup) = self.backup {
            for session in &self.appended {
                backup.follow(session, &|offset| log::records_from(self.db, session.as_str(), offset));
            }
        }
        Ok(())
    }
}
