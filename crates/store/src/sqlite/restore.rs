//! Bringing sessions back from the backup.

use model::SessionId;
use rusqlite::{Connection, TransactionBehavior};

use super::{append, log, sessions};
use crate::backup::{BackupFile, Record};
use crate::chain::{self, Entry};
use crate::error::StoreError;

/// A session that was brought back, or was there and fell behind its backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    pub session: SessionId,
    /// How many operations the store did not have.
    pub operations: usize,
}

/// Adds what the backup has and the store has not. All of it, or nothing.
pub(super) fn restore(connection: &mut Connection, files: &[BackupFile]) -> Result<Vec<Restored>, StoreError> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut restored = Vec::new();
    for file in files {
        restored.extend(restore_session(&tx, &file.records()?)?);
    }
    if sessions::current(&tx)?.is_none()
        && let Some(newest) = sessions::all(&tx)?.first()
    {
        sessions::set_current(&tx, &newest.session.id)?;
    }
    tx.commit()?;
    Ok(restored)
}

fn restore_session(db: &Connection, records: &[Record]) -> Result<Option<Restored>, StoreError> {
    let Some(first) = records.first() else { return Ok(None) };
    let session = Entry::read(&first.entry)?.session()?;
    let known = sessions::find(db, &session)?.map_or(0, |row| row.session.version.0);
    let mut parent: Option<String> = None;
    let mut operations = 0;
    for record in records {
        let entry = Entry::read(&record.entry)?;
        check(&entry, record, parent.as_deref())?;
        parent = Some(chain::hex(&chain::hash(&record.entry)));
        if entry.version > known {
            let operation = log::operation(&record.entry, &record.bodies)?;
            append::replay(db, &session, record, &operation.events)?;
            operations += 1;
        }
    }
    Ok((operations > 0).then_some(Restored { session, operations }))
}

fn check(entry: &Entry, record: &Record, parent: Option<&str>) -> Result<(), StoreError> {
    let follows = entry.parents.first().map(String::as_str) == parent;
    let is_whole = entry.events.len() == record.bodies.len()
        && entry.events.iter().zip(&record.bodies).all(|(digest, body)| {
            body.as_ref()
                .is_some_and(|body| chain::hex(&chain::hash(body)) == *digest)
        });
    if follows && is_whole {
        return Ok(());
    }
    Err(StoreError::Corrupt(format!(
        "operation {} of session {} in the backup does not fit",
        entry.version, entry.session
    )))
}
