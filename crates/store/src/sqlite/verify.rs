//! Checks everything that can be checked: the pages, the chain, and that the rows are what the log says.

use model::{Needs, SessionId, State, Subject, TaskNumber, ThreadId};
use rusqlite::Connection;

use super::{columns, load, log, migrate, sessions};
use crate::api::LogQuery;
use crate::chain::{self, Entry};
use crate::error::StoreError;

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the database file is damaged: {0}")]
    Pages(String),
    #[error("migration {0} is not the one that this program knows")]
    Migration(i64),
    #[error("session {session}, operation {version}: {what}")]
    Log {
        session: SessionId,
        version: u64,
        what: &'static str,
    },
    #[error("session {session}, {subject}: the row is not what the log says")]
    Row { session: SessionId, subject: Subject },
    #[error("session {session}, {thread}, task {task}: {what}")]
    Ready {
        session: SessionId,
        thread: ThreadId,
        task: TaskNumber,
        what: &'static str,
    },
    #[error("session {session} cannot be read: {error}")]
    Unreadable { session: SessionId, error: String },
}

pub(super) fn verify(db: &Connection) -> Result<Vec<Fault>, StoreError> {
    let mut faults = pages(db)?;
    faults.extend(migrate::altered(db)?.into_iter().map(Fault::Migration));
    for line in sessions::all(db)? {
        let session = line.session.id;
        let Some(row) = sessions::find(db, &session)? else {
            continue;
        };
        let broken = chain(db, row.id, &session)?;
        let is_whole = broken.is_empty();
        faults.extend(broken);
        if is_whole {
            for found in [rows(db, row.id, &session), columns::check(db, row.id, &session)] {
                faults.extend(match found {
                    // A failed read is not damage.
                    Err(error) if error.is_failed_read() => return Err(error),
                    Err(error) => vec![Fault::Unreadable {
                        session: session.clone(),
                        error: error.to_string(),
                    }],
                    Ok(found) => found,
                });
            }
        }
        faults.extend(ready(db, row.id, &session)?);
    }
    Ok(faults)
}

fn pages(db: &Connection) -> Result<Vec<Fault>, StoreError> {
    let mut statement = db.prepare("pragma integrity_check(20)")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    let messages = rows.collect::<Result<Vec<_>, _>>()?;
    if let Some(message) = messages.iter().find(|message| is_failed_read(message)) {
        let failure = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR);
        return Err(rusqlite::Error::SqliteFailure(failure, Some(message.clone())).into());
    }
    Ok(messages
        .into_iter()
        .filter(|message| message != "ok")
        .map(Fault::Pages)
        .collect())
}

/// SQLite reports an unreadable page like a damaged one, with the error code at the end of the message.
fn is_failed_read(message: &str) -> bool {
    let code = message
        .rsplit_once("error code")
        .map(|(_, code)| code.trim_start_matches(['=', ' ']));
    let code = code.and_then(|code| code.parse::<i32>().ok());
    code.is_some_and(|code| code & 0xFF == rusqlite::ffi::SQLITE_IOERR)
}

/// Every entry hashes to what is recorded, names its parent, and every event is the one it names.
fn chain(db: &Connection, session: i64, name: &SessionId) -> Result<Vec<Fault>, StoreError> {
    let mut faults = Vec::new();
    let mut statement = db.prepare("select version, entry, hash from operation where session = ?1 order by version")?;
    let mut rows = statement.query([session])?;
    let (mut expected, mut parent) = (1, Vec::new());
    while let Some(row) = rows.next()? {
        let (version, text, hash): (u64, String, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let mut report = |what| {
            faults.push(Fault::Log {
                session: name.clone(),
                version,
                what,
            });
        };
        if version != expected {
            report("operations before it are missing");
        }
        expected = version + 1;
        if chain::hash(&text).as_slice() != hash {
            report("the entry was changed after it was written");
        }
        match Entry::read(&text) {
            Err(_) => report("the entry cannot be read"),
            Ok(entry) => {
                if entry.parents != parent || entry.version != version || entry.session != name.as_str() {
                    report("the entry does not follow the one before it");
                }
                if !events_match(&entry, &log::bodies(db, session, version)?) {
                    report("its events are not the ones that were written");
                }
            }
        }
        parent = hash
            .as_slice()
            .try_into()
            .map(|hash| chain::hex(&hash))
            .into_iter()
            .collect();
    }
    let (head, version): (Vec<u8>, u64) =
        db.query_row("select head, version from session where id = ?1", [session], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let head: Vec<String> = head
        .as_slice()
        .try_into()
        .map(|hash| chain::hex(&hash))
        .into_iter()
        .collect();
    if head != parent || version + 1 != expected {
        faults.push(Fault::Log {
            session: name.clone(),
            version,
            what: "the session's newest operation is not the last of its log",
        });
    }
    Ok(faults)
}

/// A purged event is a tombstone: the entry still names it, and nothing contradicts it.
fn events_match(entry: &Entry, bodies: &[Option<String>]) -> bool {
    entry.events.len() == bodies.len()
        && entry.events.iter().zip(bodies).all(|(digest, body)| {
            body.as_ref()
                .is_none_or(|body| chain::hex(&chain::hash(body)) == *digest)
        })
}

/// Replays the log and compares the result with the rows.
fn rows(db: &Connection, session: i64, name: &SessionId) -> Result<Vec<Fault>, StoreError> {
    let mut replayed = State::default();
    for operation in log::operations(db, session, &LogQuery::all())? {
        replayed.apply_operation(&operation);
    }
    let everything = Needs {
        whole: true,
        ..Needs::none(ThreadId::PRIMARY, nobody())
    };
    let stored = load::load(db, name, &everything)?;
    Ok(differences(&replayed, &stored)
        .into_iter()
        .map(|subject| Fault::Row {
            session: name.clone(),
            subject,
        })
        .collect())
}

fn nobody() -> model::AgentName {
    model::AgentName::unnamed()
}

fn differences(replayed: &State, stored: &State) -> Vec<Subject> {
    let mut subjects = Vec::new();
    if replayed.session != stored.session {
        subjects.push(Subject::Session);
    }
    let closed: std::collections::BTreeSet<_> = replayed.closed.keys().chain(stored.closed.keys()).collect();
    let changed = closed
        .into_iter()
        .filter(|id| replayed.closed.get(id) != stored.closed.get(id));
    subjects.extend(changed.map(|id| Subject::Thread(*id)));
    let threads: std::collections::BTreeSet<_> = replayed.threads.keys().chain(stored.threads.keys()).collect();
    for &id in threads {
        let (Some(a), Some(b)) = (replayed.threads.get(&id), stored.threads.get(&id)) else {
            subjects.push(Subject::Thread(id));
            continue;
        };
        if a.plan != b.plan {
            subjects.push(Subject::Plan(id));
        }
        if (&a.thread, a.next_number, a.counts) != (&b.thread, b.next_number, b.counts) {
            subjects.push(Subject::Thread(id));
        }
        let numbers: std::collections::BTreeSet<_> = a.tasks.rows().chain(b.tasks.rows()).map(|t| t.number).collect();
        let changed = numbers
            .into_iter()
            .filter(|number| a.tasks.get(*number) != b.tasks.get(*number));
        subjects.extend(changed.map(|number| Subject::Task(id, number)));
        let signals: std::collections::BTreeSet<_> = a.signals.keys().chain(b.signals.keys()).collect();
        let changed = signals
            .into_iter()
            .filter(|signal| a.signals.get(signal) != b.signals.get(signal));
        subjects.extend(changed.map(|signal| Subject::Signal(id, signal.clone())));
    }
    subjects
}

/// The law of `ready.rs`.
fn ready(db: &Connection, session: i64, name: &SessionId) -> Result<Vec<Fault>, StoreError> {
    let checks = [
        (
            "it watches a task that it does not wait for",
            "t.waits_on <> 0 and not exists (select 1 from edge e where e.thread = t.thread and e.task = t.number \
             and e.after = t.waits_on)",
        ),
        (
            "it watches a task that is done and will not wake it",
            "t.waits_on <> 0 and exists (select 1 from task d where d.thread = t.thread and d.number = t.waits_on \
             and d.state = 2) and not exists (select 1 from wake w where w.thread = t.thread and w.number = t.waits_on)",
        ),
        (
            "it is listed as ready but waits for something",
            "t.waits_on = 0 and exists (select 1 from edge e left join task d on d.thread = e.thread \
             and d.number = e.after where e.thread = t.thread and e.task = t.number and d.state is not 2)",
        ),
    ];
    let mut faults = Vec::new();
    for thread in sessions::threads_of(db, session)? {
        for (what, condition) in checks {
            let sql = format!("select t.number from task t where t.thread = ?1 and t.state = 0 and {condition}");
            let mut statement = db.prepare(&sql)?;
            let rows = statement.query_map([thread.id], |row| row.get(0).map(TaskNumber))?;
            for task in rows {
                faults.push(Fault::Ready {
                    session: name.clone(),
                    thread: thread.thread.id,
                    task: task?,
                    what,
                });
            }
        }
    }
    Ok(faults)
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
