//! One operation becomes one entry of the log and is applied to the rows, in the same transaction.

use model::{Event, OpVersion, SessionId};
use rusqlite::{Connection, OptionalExtension, params};

use super::rows::{self, Rows};
use crate::api::NewOperation;
use crate::backup::Record;
use crate::chain::{self, Entry};
use crate::codec;
use crate::error::StoreError;

/// Where a session's log ends.
struct Head {
    session: i64,
    version: u64,
    hash: Vec<u8>,
    backup_end: i64,
}

pub(super) fn append(db: &Connection, session: &SessionId, new: &NewOperation) -> Result<OpVersion, StoreError> {
    let head = head(db, session, &new.events)?;
    let bodies = new.events.iter().map(codec::write).collect::<Result<Vec<_>, _>>()?;
    let entry = Entry {
        uid: new.uid.to_string(),
        session: session.to_string(),
        version: head.version + 1,
        parents: parent(&head.hash).into_iter().collect(),
        author: new.author.to_string(),
        at: new.at.as_millis(),
        verb: new.verb.to_string(),
        events: bodies.iter().map(|body| chain::hex(&chain::hash(body))).collect(),
    };
    let record = Record {
        entry: entry.write()?,
        bodies: bodies.into_iter().map(Some).collect(),
    };
    insert(db, &head, &record, &new.events)?;
    Ok(entry.version())
}

/// Adds an entry that exists already, from a backup. The caller has checked that it fits.
pub(super) fn replay(
    db: &Connection,
    session: &SessionId,
    record: &Record,
    events: &[Event],
) -> Result<(), StoreError> {
    let head = head(db, session, events)?;
    insert(db, &head, record, events)
}

fn head(db: &Connection, session: &SessionId, events: &[Event]) -> Result<Head, StoreError> {
    let found = db
        .prepare_cached("select id, version, head, backup_end from session where name = ?1")?
        .query_row([session.as_str()], |row| {
            Ok(Head {
                session: row.get(0)?,
                version: row.get(1)?,
                hash: row.get(2)?,
                backup_end: row.get(3)?,
            })
        })
        .optional()?;
    match (found, events.first()) {
        (Some(head), _) => Ok(head),
        (None, Some(Event::SessionOpened(session))) => Ok(Head {
            session: rows::insert_session(db, session)?,
            version: 0,
            hash: Vec::new(),
            backup_end: 0,
        }),
        (None, _) => Err(StoreError::corrupt(format!(
            "there is no session {session} to append to"
        ))),
    }
}

fn insert(db: &Connection, head: &Head, record: &Record, events: &[Event]) -> Result<(), StoreError> {
    let version = head.version + 1;
    let hash = chain::hash(&record.entry);
    let backup_end = head.backup_end + i64::try_from(record.line()?.len()).unwrap_or(i64::MAX);
    db.prepare_cached(
        "insert into operation (session, version, entry, hash, backup_start) values (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![head.session, version, record.entry, hash, head.backup_end])?;
    let mut rows = Rows::new(db, head.session);
    for ((position, event), body) in (0_i64..).zip(events).zip(&record.bodies) {
        db.prepare_cached(
            "insert into event (session, version, position, subject, renewal, body) values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            head.session,
            version,
            position,
            event.subject().to_string(),
            event.is_renewal(),
            body
        ])?;
        write_leans(db, head.session, version, event)?;
        rows.apply(event)?;
    }
    rows.settle()?;
    db.prepare_cached("update session set version = ?2, head = ?3, backup_end = ?4 where id = ?1")?
        .execute(params![head.session, version, hash, backup_end])?;
    Ok(())
}

fn write_leans(db: &Connection, session: i64, version: u64, event: &Event) -> Result<(), StoreError> {
    for subject in event.leans_on() {
        db.prepare_cached("insert or ignore into lean (session, subject, version) values (?1, ?2, ?3)")?
            .execute((session, subject.to_string(), version))?;
    }
    Ok(())
}

fn parent(hash: &[u8]) -> Option<String> {
    let hash: chain::Hash = hash.try_into().ok()?;
    Some(chain::hex(&hash))
}
