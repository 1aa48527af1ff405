//! Why the store could not answer.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no store at {}", .0.display())]
    Missing(PathBuf),
    #[error("the store is locked by another process; gave up after {waited_ms} ms")]
    Locked { waited_ms: u64 },
    #[error("the store at {} cannot be written", .0.display())]
    ReadOnly(PathBuf),
    #[error("the store has schema {found}; this program knows schemas up to {known}")]
    Newer { found: i64, known: i64 },
    /// Whoever goes on with it writes where nobody reads.
    #[error("the store at {} was removed or replaced while it was in use", .0.display())]
    Replaced(PathBuf),
    #[error("{} is not a planwright store", .0.display())]
    Foreign(PathBuf),
    #[error("{}-wal lies there without its store", .0.display())]
    Remains(PathBuf),
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("the store failed: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseCorrupt, DatabaseLocked, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => Self::Locked {
                waited_ms: model::limits::LOCK_WAIT_MS,
            },
            Some(DatabaseCorrupt | NotADatabase) => Self::Corrupt(error.to_string()),
            _ => Self::Sqlite(error),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Corrupt(format!("a stored value cannot be read: {error}"))
    }
}

impl From<model::InvalidId> for StoreError {
    fn from(error: model::InvalidId) -> Self {
        Self::Corrupt(format!("a stored name cannot be read: {error}"))
    }
}
