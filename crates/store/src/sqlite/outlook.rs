//! The facts that answer *what now?*, from indexes: the cost does not grow with the plan.

use model::limits::LEASE_LEFT_MS_MAX;
use model::{AgentName, Held, Outlook, SessionId, Stuck, Task, TaskNumber, ThreadId, Timestamp};
use rusqlite::{Connection, OptionalExtension};

use super::tasks::{self, UNUSUAL};
use super::{load, ready, sessions};
use crate::error::StoreError;

pub(super) fn outlook(
    db: &Connection,
    session: &SessionId,
    thread: ThreadId,
    asker: &AgentName,
    at: Timestamp,
) -> Result<Option<Outlook>, StoreError> {
    let Some(session) = sessions::find(db, session)? else {
        return Ok(None);
    };
    let Some(thread) = sessions::thread_of(db, session.id, thread)? else {
        return Ok(None);
    };
    let (id, counts) = (thread.id, thread.counts);
    // Whatever the counts know to be absent is not looked for.
    let mine = match counts.doing {
        0 => None,
        _ => lowest(db, id, "state = 1 and holder = ?2", asker.as_str())?,
    };
    let failed = match counts.failed {
        0 => None,
        _ => lowest(db, id, "state = 3 and ?2 is not null", "")?,
    };
    let expired = match counts.doing {
        0 => None,
        _ => ready::expired(db, id, asker, at)?,
    };
    let ready = [ready::lowest(db, id)?, expired].into_iter().flatten().min();
    let ready = task(db, id, ready)?;
    let idle = mine.is_none() && ready.is_none();
    Ok(Some(Outlook {
        session: session.session,
        plan_title: thread.plan.map(|plan| plan.title),
        counts,
        signals: load::open_signals(db, id)?,
        failed,
        held: if idle {
            held_by_others(db, id, asker, at)?
        } else {
            Vec::new()
        },
        stuck: if idle { stuck(db, id, at)? } else { None },
        mine,
        ready,
        review: None,
    }))
}

fn lowest(db: &Connection, thread: i64, condition: &str, value: &str) -> Result<Option<Task>, StoreError> {
    let sql = format!("select number from {UNUSUAL} and {condition} order by number limit 1");
    let number = db
        .prepare_cached(&sql)?
        .query_row((thread, value), |row| row.get(0))
        .optional()?;
    task(db, thread, number.map(TaskNumber))
}

fn task(db: &Connection, thread: i64, number: Option<TaskNumber>) -> Result<Option<Task>, StoreError> {
    match number {
        Some(number) => tasks::by_number(db, thread, number),
        None => Ok(None),
    }
}

fn held_by_others(db: &Connection, thread: i64, asker: &AgentName, at: Timestamp) -> Result<Vec<Held>, StoreError> {
    let sql = format!(
        "select number from {UNUSUAL} and state = 1 and until > ?2 and until <= ?2 + {LEASE_LEFT_MS_MAX} \
         and holder <> ?3 order by number limit ?4"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let limit = i64::try_from(Outlook::HELD_SHOWN).unwrap_or(i64::MAX);
    let numbers = statement.query_map((thread, at.as_millis(), asker.as_str(), limit), |row| {
        row.get(0).map(TaskNumber)
    })?;
    let mut held = Vec::new();
    for number in numbers {
        let Some(task) = tasks::by_number(db, thread, number?)? else {
            continue;
        };
        held.extend(task.claim().map(|claim| Held {
            number: task.number,
            title: task.brief.title.clone(),
            claim: claim.seen(at),
        }));
    }
    Ok(held)
}

/// The lowest open task that waits for a dropped one, and the lowest such one.
fn stuck(db: &Connection, thread: i64, at: Timestamp) -> Result<Option<Stuck>, StoreError> {
    let found: Option<(u32, u32)> = db
        .prepare_cached(&format!(
            "select e.task, e.after from task d indexed by task_unusual \
             cross join edge e indexed by edge_after on e.thread = d.thread and e.after = d.number \
             cross join task t on t.thread = e.thread and t.number = e.task \
             where d.thread = ?1 and d.state in (1, 3, 4) and d.state = 4 \
             and (t.state = 0 or t.state = 1 and not (t.until > ?2 and t.until <= ?2 + {LEASE_LEFT_MS_MAX})) \
             order by e.task, e.after limit 1"
        ))?
        .query_row((thread, at.as_millis()), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((waiting, dropped)) = found else {
        return Ok(None);
    };
    let waiting = tasks::by_number(db, thread, TaskNumber(waiting))?;
    let dropped = tasks::by_number(db, thread, TaskNumber(dropped))?;
    Ok(waiting.zip(dropped).map(|(task, on)| Stuck { task, on }))
}
