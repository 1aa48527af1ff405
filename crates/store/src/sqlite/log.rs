//! Reading the log.

use model::{Later, OpVersion, Operation, OperationVerb, Subject, TaskNumber, ThreadId};
use rusqlite::Connection;

use crate::api::LogQuery;
use crate::backup::Record;
use crate::chain::Entry;
use crate::codec;
use crate::error::StoreError;

pub(super) fn operations(db: &Connection, session: i64, query: &LogQuery) -> Result<Vec<Operation>, StoreError> {
    let order = if query.newest_first { "desc" } else { "asc" };
    let about = match query.subject {
        Some(_) => "and version in (select version from event where session = ?1 and subject = ?4)",
        None => "and ?4 is null",
    };
    let sql = format!(
        "select version, entry from operation where session = ?1 and version > ?2 {about} order by version {order} limit ?3"
    );
    let limit = i64::try_from(query.limit).unwrap_or(i64::MAX);
    let subject = query.subject.as_ref().map(ToString::to_string);
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query((session, query.after.0, limit, subject))?;
    let mut operations = Vec::new();
    while let Some(row) = rows.next()? {
        let version: u64 = row.get(0)?;
        let entry: String = row.get(1)?;
        operations.push(operation(&entry, &bodies(db, session, version)?)?);
    }
    Ok(operations)
}

/// An operation without the events that were purged.
pub(super) fn operation(entry: &str, bodies: &[Option<String>]) -> Result<Operation, StoreError> {
    let entry = Entry::read(entry)?;
    Ok(Operation {
        uid: entry.uid()?,
        version: entry.version(),
        author: entry.author()?,
        at: entry.at(),
        verb: OperationVerb::read(entry.verb),
        events: bodies
            .iter()
            .flatten()
            .map(|body| codec::read(body))
            .collect::<Result<_, _>>()?,
    })
}

pub(super) fn bodies(db: &Connection, session: i64, version: u64) -> Result<Vec<Option<String>>, StoreError> {
    let mut statement =
        db.prepare_cached("select body from event where session = ?1 and version = ?2 order by position")?;
    let rows = statement.query_map((session, version), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whoever changed or leaned on one of the subjects since, each operation once per subject, in order. A thread that
/// was opened or closed changed all that is within it, and what changed within it changed the thread.
pub(super) fn later(
    db: &Connection,
    session: i64,
    version: OpVersion,
    subjects: &[Subject],
) -> Result<Vec<Later>, StoreError> {
    let mut statement = db.prepare_cached(
        "select version from event where session = ?1 and subject = ?2 and version > ?3 and renewal = 0 \
         union select version from event where session = ?1 and subject = ?4 and version > ?3 \
         union select version from event where session = ?1 and subject > ?5 and subject < ?6 and version > ?3 \
         and renewal = 0 \
         union select version from lean where session = ?1 and subject = ?2 and version > ?3 order by 1",
    )?;
    let mut later = Vec::new();
    for subject in subjects {
        let within = subject.within().map(|thread| thread.to_string());
        // Parts are written as `thread_2/…`, and `0` is the character after the slash.
        let parts = matches!(subject, Subject::Thread(_)).then(|| (format!("{subject}/"), format!("{subject}0")));
        let (first, end) = parts.unzip();
        let bounds = (session, subject.to_string(), version.0, within, first, end);
        let rows = statement.query_map(bounds, |row| row.get::<_, u64>(0))?;
        for version in rows {
            let entry: String = db
                .prepare_cached("select entry from operation where session = ?1 and version = ?2")?
                .query_row((session, version?), |row| row.get(0))?;
            let entry = Entry::read(&entry)?;
            later.push(Later {
                version: entry.version(),
                author: entry.author()?,
                verb: OperationVerb::read(entry.verb),
                subject: subject.to_string(),
            });
        }
    }
    later.sort_by_key(|later| later.version);
    Ok(later)
}

pub(super) fn changed_since(
    db: &Connection,
    session: i64,
    thread: ThreadId,
    version: OpVersion,
) -> Result<Vec<TaskNumber>, StoreError> {
    let prefix = format!("{thread}/task/");
    let mut statement = db.prepare_cached("select distinct subject from event where session = ?1 and version > ?2")?;
    let rows = statement.query_map((session, version.0), |row| row.get::<_, String>(0))?;
    let mut numbers = Vec::new();
    for subject in rows {
        let number = subject?.strip_prefix(&prefix).and_then(|number| number.parse().ok());
        numbers.extend(number.map(TaskNumber));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// The backup's records from the one that begins at `offset` on; `None` if no record begins there. Looks from the end,
/// since mostly only the last is asked for.
pub(super) fn records_from(db: &Connection, session: &str, offset: u64) -> Result<Option<Vec<Record>>, StoreError> {
    let (session, end): (i64, u64) = db
        .prepare_cached("select id, backup_end from session where name = ?1")?
        .query_row([session], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut statement = db.prepare_cached(
        "select version, entry, backup_start from operation where session = ?1 order by version desc",
    )?;
    let mut rows = statement.query([session])?;
    let mut records = Vec::new();
    let mut start = end;
    while start > offset
        && let Some(row) = rows.next()?
    {
        start = row.get(2)?;
        records.push(Record {
            entry: row.get(1)?,
            bodies: bodies(db, session, row.get(0)?)?,
        });
    }
    records.reverse();
    Ok((start == offset).then_some(records))
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;
