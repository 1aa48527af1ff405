//! The write-ahead log, kept short and sure to be found.
//!
//! SQLite finds its way in the log by an index that lives as long as somebody has the store open. Our callers are short
//! processes, so mostly nobody has: the next one reads the whole log to make the index anew, and takes all of it for not
//! folded in yet. Left to itself, SQLite would fold it in again and again and never begin it anew, and every call would
//! cost more than the one before.

use std::path::{Path, PathBuf};

use model::limits;
use rusqlite::Connection;

use super::connect;
use super::home::Home;
use crate::error::StoreError;

/// Makes the log's name last before anything goes into the log. SQLite is compiled not to do that: it would sync the
/// folder with the first commit of every process, and the log has mostly been there for long. One that holds anything
/// was named like this by whoever wrote to it.
pub(super) fn name(database: &Path) -> Result<(), StoreError> {
    if bytes(database) > 0 {
        return Ok(());
    }
    let home = Home::open(database)?.ok_or_else(|| StoreError::Missing(database.to_owned()))?;
    home.check()?;
    let synced = home.touch(suffix(database)).and_then(|()| home.sync());
    synced.map_err(StoreError::at(&path(database)))
}

/// Folds a long log into the store and cuts it to nothing. Waits for nobody: if others are at work, it is left to
/// whoever writes next. What was committed is safe in either place, so nothing that goes wrong here matters.
pub(super) fn fold(connection: &mut Connection, database: &Path) {
    if bytes(database) > limits::LOG_BYTES && connection.busy_handler(None::<fn(i32) -> bool>).is_ok() {
        let _ = connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()));
    }
}

/// Zero if there is none.
pub(super) fn bytes(database: &Path) -> u64 {
    path(database).symlink_metadata().map_or(0, |log| log.len())
}

fn path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(suffix(database));
    PathBuf::from(path)
}

/// Where SQLite writes first. On a network file system that is a journal to roll back with.
fn suffix(database: &Path) -> &'static str {
    match connect::is_on_network(database) {
        true => "-journal",
        false => "-wal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Store;
    use crate::sqlite::{Place, SqliteStore};

    fn write(place: &Place, bytes: u64) -> u64 {
        let mut store = SqliteStore::open_or_create(place).unwrap();
        drop(store.write().unwrap());
        let table = "create table if not exists filler (content blob)";
        store.connection.execute_batch(table).unwrap();
        let filler = "insert into filler values (zeroblob(?1))";
        store.connection.execute(filler, [bytes]).unwrap();
        drop(store);
        super::bytes(&place.database)
    }

    #[test]
    fn a_long_log_is_folded_in_when_its_writer_leaves() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place {
            database: folder.path().join("store.db"),
            backups: None,
        };
        assert!(write(&place, 10) > 0);
        assert_eq!(write(&place, limits::LOG_BYTES), 0);

        let other = SqliteStore::open(&place).unwrap();
        other.connection.execute_batch("begin; select * from filler").unwrap();
        let left = write(&place, limits::LOG_BYTES);
        assert!(left > limits::LOG_BYTES, "somebody reads, and nobody waits for that");
        drop(other);
        assert_eq!(write(&place, 10), 0);
    }
}
