//! Why the store could not answer.

use std::path::{Path, PathBuf};

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
    /// A link, a device or a pipe could lead to another file of the user.
    #[error("{} is {found}; put {wanted} in its place, or remove it", path.display())]
    Irregular {
        path: PathBuf,
        found: &'static str,
        wanted: &'static str,
    },
    #[error("{} has another hard link and is not written to; copy it, and put the copy in its place", .0.display())]
    HardLink(PathBuf),
    #[error("the store is damaged: {what}{}", within(path))]
    Corrupt { what: String, path: PathBuf },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("the store failed: {source}{}", within(path))]
    Sqlite { source: rusqlite::Error, path: PathBuf },
}

impl StoreError {
    pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    pub(crate) fn corrupt(what: impl Into<String>) -> Self {
        let (what, path) = (what.into(), PathBuf::new());
        Self::Corrupt { what, path }
    }

    /// Whether the disk failed to read. The store may still be sound.
    pub(crate) fn is_failed_read(&self) -> bool {
        match self {
            Self::Io { .. } => true,
            Self::Sqlite { source, .. } => source.sqlite_error_code() == Some(rusqlite::ErrorCode::SystemIoFailure),
            _ => false,
        }
    }

    /// Adds the path of the database. SQLite also reports a page as damaged that it could not read, so `is_sound`
    /// checks the database again before the error is called damage.
    pub(crate) fn within(self, database: &Path, is_sound: impl Fn() -> bool) -> Self {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        let path = database.to_owned();
        match self {
            Self::Sqlite { source, .. } => match source.sqlite_error_code() {
                Some(DatabaseCorrupt | NotADatabase) if is_sound() => Self::Io {
                    path,
                    source: std::io::Error::other("a read failed, but the store is sound; try again"),
                },
                Some(DatabaseCorrupt | NotADatabase) => Self::Corrupt {
                    what: source.to_string(),
                    path,
                },
                _ => Self::Sqlite { source, path },
            },
            Self::Corrupt { what, .. } => Self::Corrupt { what, path },
            other => other,
        }
    }
}

fn within(path: &Path) -> String {
    match path.as_os_str().is_empty() {
        true => String::new(),
        false => format!(" ({})", path.display()),
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => Self::Locked {
                waited_ms: model::limits::LOCK_WAIT_MS,
            },
            _ => Self::Sqlite {
                source: error,
                path: PathBuf::new(),
            },
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::corrupt(format!("a stored value cannot be read: {error}"))
    }
}

impl From<model::InvalidId> for StoreError {
    fn from(error: model::InvalidId) -> Self {
        Self::corrupt(format!("a stored name cannot be read: {error}"))
    }
}
