//! Columns that repeat what is said elsewhere, so that questions can be answered from an index. A wrong one gives wrong
//! answers although nothing is lost, so `doctor` looks at each.

use std::collections::{BTreeMap, BTreeSet};

use model::{Operation, SessionId, Signal, Subject, Task, TaskNumber};
use rusqlite::Connection;

use super::sessions::{self, ThreadRow};
use super::verify::Fault;
use super::{log, tasks};
use crate::api::{LogQuery, TaskQuery};
use crate::codec;
use crate::error::StoreError;

/// Where a task stands, who holds it, and until when.
type Hold = (i64, Option<String>, Option<i64>);

pub(super) fn check(db: &Connection, session: i64, name: &SessionId) -> Result<Vec<Fault>, StoreError> {
    let mut faults = Vec::new();
    for thread in sessions::threads_of(db, session)? {
        let mut subjects = held_tasks(db, &thread)?;
        subjects.extend(created_paths(db, &thread)?);
        subjects.extend(signals(db, &thread)?);
        faults.extend(subjects.into_iter().map(|subject| Fault::Row {
            session: name.clone(),
            subject,
        }));
    }
    for operation in log::operations(db, session, &LogQuery::all())? {
        if !is_indexed(db, session, &operation)? {
            faults.push(Fault::Log {
                session: name.clone(),
                version: operation.version.0,
                what: "it cannot be found by all that it changed",
            });
        }
    }
    Ok(faults)
}

fn held_tasks(db: &Connection, thread: &ThreadRow) -> Result<BTreeSet<Subject>, StoreError> {
    let expected = |task: &Task| -> Hold {
        let claim = task.claim();
        (
            tasks::code(task.standing()),
            claim.map(|claim| claim.agent.to_string()),
            claim.map(|claim| claim.until.as_millis()),
        )
    };
    let mut statement = db.prepare("select number, state, holder, until from task where thread = ?1")?;
    let rows = statement.query_map([thread.id], |row| {
        Ok((TaskNumber(row.get(0)?), (row.get(1)?, row.get(2)?, row.get(3)?)))
    })?;
    let found: BTreeMap<TaskNumber, Hold> = rows.collect::<Result<_, _>>()?;
    let tasks = tasks::select(db, thread.id, &TaskQuery::all())?;
    let wrong = tasks
        .iter()
        .filter(|task| found.get(&task.number) != Some(&expected(task)));
    Ok(wrong.map(|task| Subject::Task(thread.thread.id, task.number)).collect())
}

fn created_paths(db: &Connection, thread: &ThreadRow) -> Result<BTreeSet<Subject>, StoreError> {
    let mut statement = db.prepare("select task, path from creates where thread = ?1")?;
    let rows = statement.query_map([thread.id], |row| Ok((TaskNumber(row.get(0)?), row.get(1)?)))?;
    let found: BTreeSet<(TaskNumber, String)> = rows.collect::<Result<_, _>>()?;
    let tasks = tasks::select(db, thread.id, &TaskQuery::all())?;
    let expected = tasks
        .iter()
        .flat_map(|task| tasks::created(&task.brief).map(|path| (task.number, path.to_owned())))
        .collect();
    let wrong = found.symmetric_difference(&expected);
    Ok(wrong
        .map(|(number, _)| Subject::Task(thread.thread.id, *number))
        .collect())
}

fn signals(db: &Connection, thread: &ThreadRow) -> Result<BTreeSet<Subject>, StoreError> {
    let mut statement = db.prepare("select name, is_open, level, since, body from signal where thread = ?1")?;
    let mut rows = statement.query([thread.id])?;
    let mut wrong = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let found: (String, bool, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let signal: Signal = codec::read(&row.get::<_, String>(4)?)?;
        let expected = (
            signal.id.to_string(),
            signal.is_open(),
            signal.level as i64,
            signal.since().as_millis(),
        );
        if found != expected {
            wrong.insert(Subject::Signal(thread.thread.id, signal.id));
        }
    }
    Ok(wrong)
}

/// Undo and history find operations by subject.
fn is_indexed(db: &Connection, session: i64, operation: &Operation) -> Result<bool, StoreError> {
    let version = operation.version.0;
    if log::bodies(db, session, version)?.contains(&None) {
        return Ok(true);
    }
    let mut statement =
        db.prepare_cached("select subject, renewal from event where session = ?1 and version = ?2 order by position")?;
    let rows = statement.query_map((session, version), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let found: Vec<(String, bool)> = rows.collect::<Result<_, _>>()?;
    let events = operation.events.iter();
    let expected = events
        .clone()
        .map(|event| (event.subject().to_string(), event.is_renewal()));
    let mut statement = db.prepare_cached("select subject from lean where session = ?1 and version = ?2")?;
    let rows = statement.query_map((session, version), |row| row.get(0))?;
    let leans: BTreeSet<String> = rows.collect::<Result<_, _>>()?;
    let leaned = events
        .flat_map(model::Event::leans_on)
        .map(|subject| subject.to_string());
    Ok(found.into_iter().eq(expected) && leans == leaned.collect())
}
