//! Sessions and threads.

use std::collections::BTreeMap;

use model::{
    AgentName, Counts, OpVersion, Plan, Role, Session, SessionId, Summary, TaskNumber, Thread, ThreadId, Timestamp, Uid,
};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::api::SessionLine;
use crate::codec;
use crate::error::StoreError;

/// A session with the row's own id.
pub(super) struct SessionRow {
    pub id: i64,
    pub session: Session,
}

/// A thread with the row's own id and what is cached with it.
pub(super) struct ThreadRow {
    pub id: i64,
    pub thread: Thread,
    pub plan: Option<Plan>,
    pub next_number: TaskNumber,
    pub counts: Counts,
}

const SESSION: &str = "select id, name, uid, goal, opened_at, opened_by, version, next_thread, summary, summary_by, summary_at from session";
const THREAD: &str = "select id, number, uid, is_primary, topic, folder, plan, next_number, todo, doing, done, failed, dropped from thread";

pub(super) fn current(db: &Connection) -> Result<Option<SessionId>, StoreError> {
    let name: Option<String> = db
        .prepare_cached("select s.name from project p join session s on s.id = p.current_session")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(name.as_deref().map(SessionId::new).transpose()?)
}

pub(super) fn set_current(db: &Connection, id: &SessionId) -> Result<(), StoreError> {
    db.prepare_cached("update project set current_session = (select id from session where name = ?1)")?
        .execute([id.as_str()])?;
    Ok(())
}

pub(super) fn find(db: &Connection, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
    db.prepare_cached(&format!("{SESSION} where name = ?1"))?
        .query_row([id.as_str()], |row| Ok(session(row)))
        .optional()?
        .transpose()
}

pub(super) fn all(db: &Connection) -> Result<Vec<SessionLine>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SESSION} order by opened_at desc, id desc"))?;
    let rows = statement.query_map([], |row| Ok(session(row)))?;
    let mut lines = Vec::new();
    for row in rows {
        let row = row??;
        let counts = thread_of(db, row.id, ThreadId::PRIMARY)?.map(|thread| thread.counts);
        lines.push(SessionLine {
            session: row.session,
            counts: counts.unwrap_or_default(),
        });
    }
    Ok(lines)
}

pub(super) fn threads_of(db: &Connection, session: i64) -> Result<Vec<ThreadRow>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{THREAD} where session = ?1 order by number"))?;
    let rows = statement.query_map([session], |row| Ok(thread(row)))?;
    rows.map(|row| row?).collect()
}

pub(super) fn thread_of(db: &Connection, session: i64, id: ThreadId) -> Result<Option<ThreadRow>, StoreError> {
    db.prepare_cached(&format!("{THREAD} where session = ?1 and number = ?2"))?
        .query_row((session, id.0), |row| Ok(thread(row)))
        .optional()?
        .transpose()
}

/// The hash of the session's newest operation; nothing if there is no such session.
pub(super) fn head(db: &Connection, id: &SessionId) -> Result<Vec<u8>, StoreError> {
    let head = db
        .prepare_cached("select head from session where name = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?;
    Ok(head.unwrap_or_default())
}

/// The next number of each thread that was closed.
pub(super) fn closed_threads(db: &Connection, session: i64) -> Result<BTreeMap<ThreadId, TaskNumber>, StoreError> {
    let mut statement = db.prepare_cached("select number, next_number from closed_thread where session = ?1")?;
    let rows = statement.query_map([session], |row| Ok((ThreadId(row.get(0)?), TaskNumber(row.get(1)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The row of a thread of a session, if both exist.
pub(super) fn locate(db: &Connection, session: &SessionId, thread: ThreadId) -> Result<Option<i64>, StoreError> {
    Ok(db
        .prepare_cached(
            "select t.id from session s join thread t on t.session = s.id where s.name = ?1 and t.number = ?2",
        )?
        .query_row((session.as_str(), thread.0), |row| row.get(0))
        .optional()?)
}

pub(super) fn uid(text: &str) -> Result<Uid, StoreError> {
    Uid::parse(text).ok_or_else(|| StoreError::corrupt(format!("`{text}` is not an id")))
}

fn session(row: &Row<'_>) -> Result<SessionRow, StoreError> {
    let summary = match row.get::<_, Option<String>>(8)? {
        None => None,
        Some(text) => Some(Summary {
            text,
            by: AgentName::new(&row.get::<_, String>(9)?)?,
            at: Timestamp::from_millis(row.get(10)?),
        }),
    };
    Ok(SessionRow {
        id: row.get(0)?,
        session: Session {
            id: SessionId::new(&row.get::<_, String>(1)?)?,
            uid: uid(&row.get::<_, String>(2)?)?,
            goal: row.get(3)?,
            opened_at: Timestamp::from_millis(row.get(4)?),
            opened_by: AgentName::new(&row.get::<_, String>(5)?)?,
            version: OpVersion(row.get(6)?),
            next_thread: ThreadId(row.get(7)?),
            summary,
        },
    })
}

fn thread(row: &Row<'_>) -> Result<ThreadRow, StoreError> {
    let plan: Option<String> = row.get(6)?;
    Ok(ThreadRow {
        id: row.get(0)?,
        thread: Thread {
            id: ThreadId(row.get(1)?),
            uid: uid(&row.get::<_, String>(2)?)?,
            role: if row.get(3)? { Role::Primary } else { Role::Additional },
            topic: row.get(4)?,
            folder: row.get(5)?,
        },
        plan: plan.as_deref().map(codec::read).transpose()?,
        next_number: TaskNumber(row.get(7)?),
        counts: Counts {
            todo: row.get(8)?,
            doing: row.get(9)?,
            done: row.get(10)?,
            failed: row.get(11)?,
            dropped: row.get(12)?,
        },
    })
}
