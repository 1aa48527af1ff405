//! Bringing sessions back from the backup.

use model::{Operation, SessionId};
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
    /// The backup is damaged from this operation on; what came before it is here.
    pub damaged_from: Option<u64>,
}

/// Adds what the backup has and the store has not, in one transaction. A damaged backup is used up to the damage.
pub(super) fn restore(connection: &mut Connection, files: &[BackupFile]) -> Result<Vec<Restored>, StoreError> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut restored = Vec::new();
    for file in files {
        restored.extend(restore_session(&tx, file)?);
    }
    if sessions::current(&tx)?.is_none()
        && let Some(newest) = sessions::all(&tx)?.first()
    {
        sessions::set_current(&tx, &newest.session.id)?;
    }
    tx.commit()?;
    Ok(restored)
}

fn restore_session(db: &Connection, file: &BackupFile) -> Result<Option<Restored>, StoreError> {
    let records = file.records()?;
    let (Some(_), Some(session)) = (records.first(), file.session()) else {
        return Ok(None);
    };
    let known = sessions::find(db, &session)?.map_or(0, |row| row.session.version.0);
    let mut restored = Restored {
        session,
        operations: 0,
        damaged_from: None,
    };
    let mut parent: Option<String> = None;
    for (record, version) in records.iter().zip(1..) {
        let fitting = record.as_ref().and_then(|record| {
            let operation = fitting(record, &restored.session, version, parent.as_deref())?;
            Some((record, operation))
        });
        let Some((record, operation)) = fitting else {
            restored.damaged_from = Some(version);
            break;
        };
        let hash = chain::hash(&record.entry);
        // The chain fits if its last common entry does; if not, another session has this name now.
        if version == known && sessions::head(db, &restored.session)? != hash {
            restored.damaged_from = Some(version);
            break;
        }
        parent = Some(chain::hex(&hash));
        if version > known {
            append::replay(db, &restored.session, record, &operation.events)?;
            restored.operations += 1;
        }
    }
    let is_news = restored.operations > 0 || restored.damaged_from.is_some();
    Ok(is_news.then_some(restored))
}

/// The operation behind the record, if it is what was written and follows the one before it.
fn fitting(record: &Record, session: &SessionId, version: u64, parent: Option<&str>) -> Option<Operation> {
    let entry = Entry::read(&record.entry).ok()?;
    let follows = entry.parents.first().map(String::as_str) == parent
        && entry.version == version
        && entry.session == session.as_str();
    let is_whole = entry.events.len() == record.bodies.len()
        && entry.events.iter().zip(&record.bodies).all(|(digest, body)| {
            body.as_ref()
                .is_some_and(|body| chain::hex(&chain::hash(body)) == *digest)
        });
    let operation = log::operation(&record.entry, &record.bodies).ok()?;
    (follows && is_whole).then_some(operation)
}

#[cfg(test)]
#[path = "restore_tests.rs"]
mod tests;
