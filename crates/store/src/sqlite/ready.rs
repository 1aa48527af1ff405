//! Which tasks are ready, kept so that neither asking nor finishing a task costs more in a larger plan.
//!
//! Counting unmet dependencies would make finishing one task that everything waits for rewrite the whole plan.
//! Instead, each open task *watches* one dependency that is not done (`waits_on`, 0 if there is none). When a watched
//! task is done it is put on the `wake` list, and its watchers are looked at again later: a few with every write, and
//! by whoever asks in the meantime.
//!
//! The law that `doctor` checks: an open task watches a dependency of its own that is not done or is on the wake list;
//! or it watches nothing, and then all its dependencies are done.

use model::limits::LEASE_LEFT_MS_MAX;
use model::{AgentName, TaskNumber, Timestamp};
use rusqlite::{Connection, OptionalExtension};

use super::tasks::{DONE, OPEN, UNUSUAL};
use crate::error::StoreError;

/// How many watchers one write looks at again.
const WOKEN_PER_WRITE: usize = 16;

/// The open task with the lowest number that waits for nothing.
pub(super) fn lowest(db: &Connection, thread: i64) -> Result<Option<TaskNumber>, StoreError> {
    let mut best: Option<TaskNumber> = db
        .prepare_cached(&format!(
            "select number from {OPEN} and waits_on = 0 order by number limit 1"
        ))?
        .query_row([thread], |row| row.get(0))
        .optional()?
        .map(TaskNumber);
    for woken in woken(db, thread)? {
        best = first_free(db, thread, woken, best)?;
    }
    Ok(best)
}

/// The first watcher below `best` that waits for nothing any more, else `best`.
fn first_free(
    db: &Connection,
    thread: i64,
    watched: TaskNumber,
    best: Option<TaskNumber>,
) -> Result<Option<TaskNumber>, StoreError> {
    let sql = format!("select number from {OPEN} and waits_on = ?2 order by number");
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query((thread, watched.0))?;
    while let Some(row) = rows.next()? {
        let number = TaskNumber(row.get(0)?);
        if best.is_some_and(|best| best < number) {
            break;
        }
        if watch(db, thread, number, None)?.is_none() {
            return Ok(Some(number));
        }
    }
    Ok(best)
}

/// The task with the lowest number that somebody else left lying, and that waits for nothing.
pub(super) fn expired(
    db: &Connection,
    thread: i64,
    asker: &AgentName,
    at: Timestamp,
) -> Result<Option<TaskNumber>, StoreError> {
    let sql = format!(
        "select number from {UNUSUAL} and state = 1 and not (until > ?2 and until <= ?2 + {LEASE_LEFT_MS_MAX}) \
         and holder <> ?3 order by number"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query((thread, at.as_millis(), asker.as_str()))?;
    while let Some(row) = rows.next()? {
        let number = TaskNumber(row.get(0)?);
        if watch(db, thread, number, None)?.is_none() {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// A dependency of the task that is not done. The highest is the best to watch, since work goes upward; the search
/// goes on below the one that was watched before, so that a task with many dependencies is not scanned over and over.
fn watch(
    db: &Connection,
    thread: i64,
    task: TaskNumber,
    before: Option<TaskNumber>,
) -> Result<Option<TaskNumber>, StoreError> {
    let mut statement = db.prepare_cached(
        "select e.after from edge e left join task d on d.thread = e.thread and d.number = e.after \
         where e.thread = ?1 and e.task = ?2 and e.after < ?3 and d.state is not ?4 order by e.after desc limit 1",
    )?;
    let mut below = |limit: u32| {
        statement
            .query_row((thread, task.0, limit, DONE), |row| row.get(0).map(TaskNumber))
            .optional()
    };
    if let Some(before) = before
        && let Some(found) = below(before.0)?
    {
        return Ok(Some(found));
    }
    Ok(below(u32::MAX)?)
}

/// Looks up anew what an open task watches.
pub(super) fn refresh(
    db: &Connection,
    thread: i64,
    task: TaskNumber,
    before: Option<TaskNumber>,
) -> Result<(), StoreError> {
    let watched = watch(db, thread, task, before)?.map_or(0, |number| number.0);
    db.prepare_cached("update task set waits_on = ?3 where thread = ?1 and number = ?2 and waits_on <> ?3")?
        .execute((thread, task.0, watched))?;
    Ok(())
}

/// Its watchers may be free now.
pub(super) fn became_done(db: &Connection, thread: i64, task: TaskNumber) -> Result<(), StoreError> {
    db.prepare_cached(&format!(
        "insert or ignore into wake select ?1, ?2 where exists (select 1 from {OPEN} and waits_on = ?2)"
    ))?
    .execute((thread, task.0))?;
    Ok(())
}

/// Whatever was free because of it is free no more.
pub(super) fn ceased_done(db: &Connection, thread: i64, task: TaskNumber) -> Result<(), StoreError> {
    db.prepare_cached("delete from wake where thread = ?1 and number = ?2")?
        .execute((thread, task.0))?;
    db.prepare_cached(
        "update task set waits_on = ?2 where thread = ?1 and state = 0 and waits_on = 0 \
         and number in (select task from edge where thread = ?1 and after = ?2)",
    )?
    .execute((thread, task.0))?;
    Ok(())
}

/// Takes a bounded step in looking at the watchers of what is done.
pub(super) fn drain(db: &Connection, thread: i64) -> Result<(), StoreError> {
    let mut budget = WOKEN_PER_WRITE;
    for done in woken(db, thread)? {
        let watchers = watchers(db, thread, done, budget)?;
        for &watcher in &watchers {
            refresh(db, thread, watcher, Some(done))?;
        }
        if watchers.len() == budget {
            return Ok(());
        }
        budget -= watchers.len();
        db.prepare_cached("delete from wake where thread = ?1 and number = ?2")?
            .execute((thread, done.0))?;
    }
    Ok(())
}

fn woken(db: &Connection, thread: i64) -> Result<Vec<TaskNumber>, StoreError> {
    let mut statement = db.prepare_cached("select number from wake where thread = ?1 order by number")?;
    let rows = statement.query_map([thread], |row| row.get(0).map(TaskNumber))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn watchers(db: &Connection, thread: i64, done: TaskNumber, limit: usize) -> Result<Vec<TaskNumber>, StoreError> {
    let sql = format!("select number from {OPEN} and waits_on = ?2 order by number limit ?3");
    let mut statement = db.prepare_cached(&sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map((thread, done.0, limit), |row| row.get(0).map(TaskNumber))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
#[path = "ready_tests.rs"]
mod tests;
