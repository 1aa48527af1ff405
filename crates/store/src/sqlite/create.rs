//! A store comes into being whole, or not at all.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::Connection;
use rustix::fs::{CWD, RenameFlags};
use rustix::io::Errno;

use super::draft::{self, Draft};
use super::home::{Home, folder_of, make_folder};
use super::{connect, migrate, wal};
use crate::error::StoreError;

const IGNORED: &str = "# The plan store is not part of the project's history.\n*\n!config.toml\n";

/// Builds the store beside its place and moves it there, so that nobody ever meets half of it. Where two processes
/// do this at once, the first one wins and the other uses its store.
pub(super) fn create(database: &Path) -> Result<(), StoreError> {
    let folder = folder_of(database);
    let missing = || StoreError::Missing(database.to_owned());
    // Refuse a link in the place of the folder before anything is created.
    Home::open(database)?;
    // Also for an existing folder: its process may have been killed before the name was synced.
    make_folder(folder).map_err(StoreError::at(folder))?;
    let home = Home::open(database)?.ok_or_else(missing)?;
    // What is left of another store: SQLite would replay it over the new one. In this order, so that a process that
    // makes the store at the same moment is not taken for one.
    if wal::bytes(&home.database()) > 0 && !home.check()? {
        return Err(StoreError::Remains(database.to_owned()));
    }
    let folder = home.path();
    let draft = Draft::new(folder).map_err(StoreError::at(folder))?;
    hide_from_git(folder, &draft).map_err(StoreError::at(folder))?;
    let store = draft.path().join("store.db");
    let built = build(&store).and_then(|()| publish(&store, &home));
    drop(draft);
    draft::remove_leftovers(folder);
    built
}

/// Renames the files of a damaged store.
pub(super) fn put_aside(database: &Path) -> Result<(), StoreError> {
    match Home::open(database)? {
        Some(home) => home.put_aside(),
        None => Ok(()),
    }
}

fn hide_from_git(folder: &Path, draft: &Draft) -> io::Result<()> {
    let ignore = folder.join(".gitignore");
    // A folder of another name is the user's, with files that must not be hidden from git.
    if folder.ends_with(".planwright") && !ignore.exists() {
        // Half a file would stay for good, so it is made beside its place.
        let draft = draft.path().join(".gitignore");
        fs::write(&draft, IGNORED)?;
        File::open(&draft)?.sync_all()?;
        fs::rename(&draft, &ignore)?;
    }
    Ok(())
}

fn build(draft: &Path) -> Result<(), StoreError> {
    let mut connection = Connection::open(draft)?;
    connect::prepare(&connection, draft)?;
    migrate::set_up(&mut connection)?;
    // The log must be folded in before the file is linked under another name.
    connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)?;
    File::open(draft)
        .and_then(|file| file.sync_all())
        .map_err(StoreError::at(draft))
}

/// Renames instead of linking if possible: a store with two hard links is refused.
fn publish(draft: &Path, home: &Home) -> Result<(), StoreError> {
    let database = home.database();
    let renamed = rustix::fs::renameat_with(CWD, draft, CWD, &database, RenameFlags::NOREPLACE);
    match renamed {
        Ok(()) | Err(Errno::EXIST) => {}
        // Some file systems do not support `NOREPLACE`. A hard link does not replace a file either.
        Err(_) => match fs::hard_link(draft, &database) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                fs::rename(draft, &database).map_err(StoreError::at(&database))?;
            }
            _ => drop(fs::remove_file(draft)),
        },
    }
    home.sync().map_err(StoreError::at(home.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_folder_of_our_own_is_hidden_from_git() {
        let project = tempfile::tempdir().unwrap();
        let hides = |database: &str| {
            let database = project.path().join(database);
            create(&database).unwrap();
            assert!(database.is_file());
            database.parent().unwrap().join(".gitignore").exists()
        };
        assert!(!hides("plan.db"));
        assert!(!hides("a/b/plan.db"));
        assert!(hides(".planwright/store.db"));
    }
}
