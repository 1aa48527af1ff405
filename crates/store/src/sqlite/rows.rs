//! Applies events to the rows that answer questions.

use std::collections::BTreeMap;

use model::{
    Brief, Claim, Event, Plan, Role, Session, Signal, SignalId, Standing, Summary, Task, TaskNumber, TaskState, Thread,
    ThreadId,
};
use rusqlite::{Connection, params};

use super::{ready, sessions, tasks};
use crate::codec;
use crate::error::StoreError;

pub(super) struct Rows<'a> {
    db: &'a Connection,
    session: i64,
    threads: BTreeMap<ThreadId, i64>,
}

type Done = Result<(), StoreError>;

impl<'a> Rows<'a> {
    pub fn new(db: &'a Connection, session: i64) -> Self {
        Self {
            db,
            session,
            threads: BTreeMap::new(),
        }
    }

    pub fn apply(&mut self, event: &Event) -> Done {
        match event {
            // The session's own row is written before anything can refer to it.
            Event::SessionOpened(_) | Event::Consulted(_) => Ok(()),
            Event::SummarySet { new, .. } => self.set_summary(new.as_ref()),
            Event::ThreadOpened(thread) => self.open_thread(thread),
            Event::ThreadClosed(thread) => self.close_thread(thread.id),
            Event::TopicSet { thread, new, .. } => {
                let thread = self.thread(*thread)?;
                self.run("update thread set topic = ?2 where id = ?1", (thread, new))
            }
            Event::FolderSet { thread, new, .. } => {
                let thread = self.thread(*thread)?;
                self.run("update thread set folder = ?2 where id = ?1", (thread, new))
            }
            Event::PlanAdopted { thread, new, .. } => self.set_plan(*thread, new.as_ref()),
            Event::TaskAdded { thread, task } => self.add_task(*thread, task),
            Event::TaskRemoved { thread, task } => self.remove_task(*thread, task.number),
            Event::TaskEdited {
                thread, number, new, ..
            } => self.edit_task(*thread, *number, new),
            Event::TaskReordered {
                thread, number, new, ..
            } => {
                let thread = self.thread(*thread)?;
                self.run(
                    "update task set sort = ?3 where thread = ?1 and number = ?2",
                    (thread, number.0, new),
                )
            }
            Event::DependenciesSet {
                thread, number, new, ..
            } => self.link_task(*thread, *number, new),
            Event::TaskMoved {
                thread, number, new, ..
            } => self.move_task(*thread, *number, new),
            Event::SignalSet { thread, id, new, .. } => self.set_signal(*thread, id, new.as_ref()),
        }
    }

    /// Lets every thread that was touched take a step in waking what became free.
    pub fn settle(&self) -> Done {
        self.threads
            .values()
            .try_for_each(|thread| ready::drain(self.db, *thread))
    }

    fn thread(&mut self, id: ThreadId) -> Result<i64, StoreError> {
        if let Some(row) = self.threads.get(&id) {
            return Ok(*row);
        }
        let row = sessions::thread_of(self.db, self.session, id)?
            .ok_or_else(|| StoreError::corrupt(format!("an event is about {id}, which does not exist")))?;
        self.threads.insert(id, row.id);
        Ok(row.id)
    }

    fn run(&self, sql: &str, values: impl rusqlite::Params) -> Done {
        self.db.prepare_cached(sql)?.execute(values)?;
        Ok(())
    }

    fn set_summary(&self, summary: Option<&Summary>) -> Done {
        self.run(
            "update session set summary = ?2, summary_by = ?3, summary_at = ?4 where id = ?1",
            (
                self.session,
                summary.map(|summary| &summary.text),
                summary.map(|summary| summary.by.as_str()),
                summary.map(|summary| summary.at.as_millis()),
            ),
        )
    }

    fn open_thread(&self, thread: &Thread) -> Done {
        self.run(
            "update session set next_thread = max(next_thread, ?2) where id = ?1",
            (self.session, thread.id.0.saturating_add(1)),
        )?;
        self.run(
            "insert into thread (session, number, uid, is_primary, topic, folder, next_number) \
             values (?1, ?2, ?3, ?4, ?5, ?6, \
             coalesce((select next_number from closed_thread where session = ?1 and number = ?2), 1))",
            (
                self.session,
                thread.id.0,
                thread.uid.to_string(),
                thread.role == Role::Primary,
                &thread.topic,
                &thread.folder,
            ),
        )?;
        self.run(
            "delete from closed_thread where session = ?1 and number = ?2",
            (self.session, thread.id.0),
        )
    }

    fn close_thread(&mut self, id: ThreadId) -> Done {
        let thread = self.thread(id)?;
        for table in ["task", "brief", "edge", "wake", "creates", "signal"] {
            self.db
                .execute(&format!("delete from {table} where thread = ?1"), [thread])?;
        }
        self.threads.remove(&id);
        self.run(
            "insert into closed_thread select session, number, next_number from thread where id = ?1",
            [thread],
        )?;
        self.run("delete from thread where id = ?1", [thread])
    }

    fn set_plan(&mut self, thread: ThreadId, plan: Option<&Plan>) -> Done {
        let thread = self.thread(thread)?;
        let plan = plan.map(codec::write).transpose()?;
        self.run("update thread set plan = ?2 where id = ?1", (thread, plan))
    }

    fn add_task(&mut self, thread: ThreadId, task: &Task) -> Done {
        let thread = self.thread(thread)?;
        let claim = task.claim();
        self.run(
            "insert into task (thread, number, uid, key, sort, state, waits_on, holder, until) \
             values (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?8)",
            (
                thread,
                task.number.0,
                task.uid.to_string(),
                task.key.as_str(),
                task.order,
                tasks::code(task.standing()),
                claim.map(|claim| claim.agent.as_str()),
                claim.map(|claim| claim.until.as_millis()),
            ),
        )?;
        self.run(
            "insert into brief (thread, number, title, body, kind, agent, lists, result, filed) \
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                thread,
                task.number.0,
                task.brief.title,
                task.brief.body,
                task.brief.kind.map(model::Kind::word),
                task.brief.agent.as_ref().map(model::AgentName::as_str),
                codec::write_lists(&task.brief)?,
                codec::write_result(&task.state)?,
                task.brief.filed.as_ref().map(|filed| &filed.0),
            ],
        )?;
        self.write_creates(thread, task.number, &task.brief)?;
        self.write_links(thread, task.number, &task.after)?;
        self.count(thread, task.standing(), 1)?;
        self.run(
            "update thread set next_number = max(next_number, ?2) where id = ?1",
            (thread, task.number.0.saturating_add(1)),
        )?;
        self.rewatch(thread, task.number)?;
        // A task that comes back may already be done while others still watch it.
        self.after_move(thread, task.number, Standing::Todo, task.standing())
    }

    fn remove_task(&mut self, thread: ThreadId, number: TaskNumber) -> Done {
        let thread = self.thread(thread)?;
        if let Some(standing) = tasks::standing_of(self.db, thread, number)? {
            self.count(thread, standing, -1)?;
            self.after_move(thread, number, standing, Standing::Todo)?;
        }
        for sql in [
            "delete from task where thread = ?1 and number = ?2",
            "delete from brief where thread = ?1 and number = ?2",
            "delete from edge where thread = ?1 and task = ?2",
            "delete from creates where thread = ?1 and task = ?2",
        ] {
            self.run(sql, (thread, number.0))?;
        }
        Ok(())
    }

    fn edit_task(&mut self, thread: ThreadId, number: TaskNumber, brief: &Brief) -> Done {
        let thread = self.thread(thread)?;
        self.run(
            "update brief set title = ?3, body = ?4, kind = ?5, agent = ?6, lists = ?7, filed = ?8 where thread = ?1 and number = ?2",
            (
                thread,
                number.0,
                &brief.title,
                &brief.body,
                brief.kind.map(model::Kind::word),
                brief.agent.as_ref().map(model::AgentName::as_str),
                codec::write_lists(brief)?,
                brief.filed.as_ref().map(|filed| &filed.0),
            ),
        )?;
        self.run(
            "delete from creates where thread = ?1 and task = ?2",
            (thread, number.0),
        )?;
        self.write_creates(thread, number, brief)
    }

    fn link_task(&mut self, thread: ThreadId, number: TaskNumber, after: &[TaskNumber]) -> Done {
        let thread = self.thread(thread)?;
        self.run("delete from edge where thread = ?1 and task = ?2", (thread, number.0))?;
        self.write_links(thread, number, after)?;
        self.rewatch(thread, number)
    }

    fn move_task(&mut self, thread: ThreadId, number: TaskNumber, new: &TaskState) -> Done {
        let thread = self.thread(thread)?;
        let Some(old) = tasks::standing_of(self.db, thread, number)? else {
            return Err(StoreError::corrupt(format!(
                "an event moves task {number}, which does not exist"
            )));
        };
        let claim: Option<&Claim> = match new {
            TaskState::Doing(claim) => Some(claim),
            _ => None,
        };
        self.run(
            "update task set state = ?3, holder = ?4, until = ?5 where thread = ?1 and number = ?2",
            (
                thread,
                number.0,
                tasks::code(new.standing()),
                claim.map(|claim| claim.agent.as_str()),
                claim.map(|claim| claim.until.as_millis()),
            ),
        )?;
        self.run(
            "update brief set result = ?3 where thread = ?1 and number = ?2",
            (thread, number.0, codec::write_result(new)?),
        )?;
        if old != new.standing() {
            self.count(thread, old, -1)?;
            self.count(thread, new.standing(), 1)?;
            self.rewatch(thread, number)?;
            self.after_move(thread, number, old, new.standing())?;
        }
        Ok(())
    }

    fn after_move(&self, thread: i64, number: TaskNumber, old: Standing, new: Standing) -> Done {
        match (old, new) {
            (Standing::Done, Standing::Done) => Ok(()),
            (Standing::Done, _) => ready::ceased_done(self.db, thread, number),
            (_, Standing::Done) => ready::became_done(self.db, thread, number),
            _ => Ok(()),
        }
    }

    /// Only open tasks watch; any other state leaves the index.
    fn rewatch(&self, thread: i64, number: TaskNumber) -> Done {
        match tasks::standing_of(self.db, thread, number)? {
            Some(Standing::Todo) => ready::refresh(self.db, thread, number, None),
            _ => Ok(()),
        }
    }

    fn set_signal(&mut self, thread: ThreadId, id: &SignalId, signal: Option<&Signal>) -> Done {
        let thread = self.thread(thread)?;
        let Some(signal) = signal else {
            return self.run(
                "delete from signal where thread = ?1 and name = ?2",
                (thread, id.as_str()),
            );
        };
        self.run(
            "insert or replace into signal (thread, name, is_open, level, since, body) values (?1, ?2, ?3, ?4, ?5, ?6)",
            (
                thread,
                id.as_str(),
                signal.is_open(),
                signal.level as i64,
                signal.since().as_millis(),
                codec::write(signal)?,
            ),
        )
    }

    fn write_creates(&self, thread: i64, number: TaskNumber, brief: &Brief) -> Done {
        tasks::created(brief).try_for_each(|path| {
            self.run(
                "insert or ignore into creates (thread, path, task) values (?1, ?2, ?3)",
                (thread, path, number.0),
            )
        })
    }

    fn write_links(&self, thread: i64, number: TaskNumber, after: &[TaskNumber]) -> Done {
        after.iter().try_for_each(|dependency| {
            self.run(
                "insert or ignore into edge (thread, task, after) values (?1, ?2, ?3)",
                (thread, number.0, dependency.0),
            )
        })
    }

    fn count(&self, thread: i64, standing: Standing, by: i64) -> Done {
        let sql = match standing {
            Standing::Todo => "update thread set todo = todo + ?2 where id = ?1",
            Standing::Doing => "update thread set doing = doing + ?2 where id = ?1",
            Standing::Done => "update thread set done = done + ?2 where id = ?1",
            Standing::Failed => "update thread set failed = failed + ?2 where id = ?1",
            Standing::Dropped => "update thread set dropped = dropped + ?2 where id = ?1",
        };
        self.run(sql, (thread, by))
    }
}

/// The session's own row, at version zero.
pub(super) fn insert_session(db: &Connection, session: &Session) -> Result<i64, StoreError> {
    db.prepare_cached(
        "insert into session (name, uid, goal, opened_at, opened_by, version, next_thread, head, backup_end) \
         values (?1, ?2, ?3, ?4, ?5, 0, 1, x'', 0)",
    )?
    .execute((
        session.id.as_str(),
        session.uid.to_string(),
        &session.goal,
        session.opened_at.as_millis(),
        session.opened_by.as_str(),
    ))?;
    let id = db.last_insert_rowid();
    db.prepare_cached("insert or ignore into project (id, uid) values (1, ?1)")?
        .execute([session.uid.to_string()])?;
    Ok(id)
}
