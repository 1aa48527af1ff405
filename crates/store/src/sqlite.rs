//! The embedded store: one SQLite file per project.

mod append;
mod backed_up;
mod columns;
mod connect;
mod create;
mod draft;
mod home;
mod load;
mod log;
mod migrate;
mod outlook;
mod ready;
mod restore;
mod rows;
mod sessions;
mod tasks;
mod tx;
mod verify;
mod wal;

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use crate::api::{Read, Store, Write};
use crate::backup::Backup;
use crate::error::StoreError;
pub use backed_up::{BackupGap, GapKind};
pub use connect::Access;
use home::Home;
pub use restore::Restored;
use tx::Tx;
pub use verify::Fault;

/// The path of a store that is no file.
const MEMORY: &str = ":memory:";

/// Where a store lives, and where its backup goes.
#[derive(Debug, Clone)]
pub struct Place {
    pub database: PathBuf,
    /// A folder outside the project, so that cleaning the project does not end the plan.
    pub backups: Option<PathBuf>,
}

pub struct SqliteStore {
    connection: Connection,
    access: Access,
    database: PathBuf,
    backup: Option<Backup>,
    has_written: bool,
    /// The file behind the name when it was opened; `None` for a store that is no file.
    file: Option<(u64, u64)>,
}

impl SqliteStore {
    /// Opens an existing store, for reading only where nothing can be written.
    pub fn open(place: &Place) -> Result<Self, StoreError> {
        let missing = || StoreError::Missing(place.database.clone());
        let home = Home::open(&place.database)?.ok_or_else(missing)?;
        let exists = match home.check() {
            // The process that created the store may have been killed before it removed the draft, which can be a
            // second link.
            Err(StoreError::HardLink(_)) => {
                draft::remove_leftovers(home.path());
                home.check()?
            }
            checked => checked?,
        };
        if !exists {
            return Err(missing());
        }
        let database = home.database();
        Self::open_checked(&database, place.backups.clone()).map_err(|error| named(error, &database))
    }

    fn open_checked(database: &Path, backups: Option<PathBuf>) -> Result<Self, StoreError> {
        let file = file_at(database);
        let (connection, access) = connect::connect(database)?;
        let mut store = Self {
            connection,
            access,
            file,
            database: database.to_owned(),
            backup: backups.map(Backup::new),
            has_written: false,
        };
        migrate::bring_up_to_date(&mut store.connection, &store.database)?;
        Ok(store)
    }

    pub fn open_or_create(place: &Place) -> Result<Self, StoreError> {
        match Self::open(place) {
            Err(StoreError::Missing(_)) => {
                create::create(&place.database).map_err(|error| named(error, &place.database))?;
                Self::open(place)
            }
            Ok(store) => {
                // Whoever made the store may have died before its draft was gone.
                draft::remove_leftovers(home::folder_of(&store.database));
                Ok(store)
            }
            other => other,
        }
    }

    /// A store that lives as long as the value; for simulations.
    pub fn in_memory() -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        connect::parse_once(&connection)?;
        migrate::set_up(&mut connection)?;
        Ok(Self {
            connection,
            access: Access::Write,
            database: PathBuf::from(MEMORY),
            backup: None,
            has_written: false,
            file: None,
        })
    }

    pub fn is_in_memory(&self) -> bool {
        self.database.to_str() == Some(MEMORY)
    }

    pub fn access(&self) -> Access {
        self.access
    }

    pub fn database(&self) -> &Path {
        &self.database
    }

    pub fn has_backup(place: &Place) -> bool {
        let backup = place.backups.clone().map(Backup::new);
        backup.is_some_and(|backup| !backup.files().is_empty())
    }

    /// Adds what the backup has and this store has not.
    pub fn restore(&mut self) -> Result<Vec<Restored>, StoreError> {
        let files = self.backup.as_ref().map(Backup::files).unwrap_or_default();
        self.before_writing()?;
        restore::restore(&mut self.connection, &files).map_err(|error| named(error, &self.database))
    }

    /// Where the backup is not what the store holds; `None` if there is none.
    pub fn backup_gaps(&mut self) -> Result<Option<Vec<BackupGap>>, StoreError> {
        let Some(backup) = &self.backup else { return Ok(None) };
        let tx = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Deferred)?;
        let gaps = backed_up::gaps(&tx, backup).map(Some);
        gaps.map_err(|error| named(error, &self.database))
    }

    /// Completes the backup of every session, and returns the remaining gaps; `None` if there is no backup.
    pub fn complete_backup(&mut self) -> Result<Option<Vec<BackupGap>>, StoreError> {
        let Some(backup) = &self.backup else { return Ok(None) };
        let tx = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Deferred)?;
        for line in sessions::all(&tx)? {
            let session = line.session.id;
            backup.follow(&session, &|offset| log::records_from(&tx, session.as_str(), offset));
        }
        backed_up::gaps(&tx, backup).map(Some)
    }

    /// Renames the files of a damaged store, so that a new one can be created.
    pub fn put_aside(place: &Place) -> Result<(), StoreError> {
        create::put_aside(&place.database)
    }

    /// A process can outlive the file that it has opened: an open board, a long run.
    fn check_file(&self) -> Result<(), StoreError> {
        match self.file {
            Some(file) if file_at(&self.database) != Some(file) => Err(StoreError::Replaced(self.database.clone())),
            _ => Ok(()),
        }
    }

    fn before_writing(&mut self) -> Result<(), StoreError> {
        self.has_written = true;
        match self.is_in_memory() {
            true => Ok(()),
            false => wal::name(&self.database),
        }
    }

    /// Everything that is wrong, from damaged pages to a row that the log does not explain.
    pub fn verify(&mut self) -> Result<Vec<Fault>, StoreError> {
        let tx = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Deferred)?;
        verify::verify(&tx).map_err(|error| named(error, &self.database))
    }
}

/// Adds the path of the database, and checks whether the database is really damaged.
fn named(error: StoreError, database: &Path) -> StoreError {
    error.within(database, || connect::is_sound(database))
}

/// Which file a name stands for.
fn file_at(path: &Path) -> Option<(u64, u64)> {
    let file = path.symlink_metadata().ok()?;
    Some((file.dev(), file.ino()))
}

impl Store for SqliteStore {
    fn read(&mut self) -> Result<Box<dyn Read + '_>, StoreError> {
        self.check_file()?;
        Ok(Box::new(Tx::begin(&self.connection, "begin", None)?))
    }

    fn write(&mut self) -> Result<Box<dyn Write + '_>, StoreError> {
        if self.access == Access::Read {
            return Err(StoreError::ReadOnly(self.database.clone()));
        }
        self.check_file()?;
        self.before_writing()?;
        let backup = self.backup.as_ref();
        Ok(Box::new(Tx::begin(&self.connection, "begin immediate", backup)?))
    }
}

impl Drop for SqliteStore {
    /// A question never pays for what others wrote.
    fn drop(&mut self) {
        if self.has_written && self.check_file().is_ok() {
            wal::fold(&mut self.connection, &self.database);
        }
    }
}

#[cfg(test)]
#[path = "sqlite/store_tests.rs"]
mod tests;
