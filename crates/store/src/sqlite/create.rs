//! A store comes into being whole, or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::draft::{self, Draft};
use super::{connect, migrate, wal};
use crate::error::StoreError;

const IGNORED: &str = "# The plan store is not part of the project's history.\n*\n!config.toml\n";

/// Builds the store beside its place and links it there, so that nobody ever meets half of it. Where two processes
/// do this at once, the first one wins and the other uses its store.
pub(super) fn create(database: &Path) -> Result<(), StoreError> {
    // What is left of another store: SQLite would replay it over the new one. In this order, so that a process that
    // makes the store at the same moment is not taken for one.
    if wal::bytes(database) > 0 && !database.exists() {
        return Err(StoreError::Remains(database.to_owned()));
    }
    let folder = folder_of(database);
    make_folder(folder).map_err(at(folder))?;
    let draft = Draft::new(folder).map_err(at(folder))?;
    hide_from_git(folder, &draft).map_err(at(folder))?;
    let store = draft.path().join("store.db");
    let built = build(&store).and_then(|()| publish(&store, database, folder));
    drop(draft);
    draft::remove_leftovers(folder);
    built
}

/// Moves what is left of a store out of the way, with its log: SQLite would replay that over a new store.
pub(super) fn put_aside(database: &Path) -> Result<(), StoreError> {
    let with = |end: &str| {
        let mut path = database.as_os_str().to_owned();
        path.push(end);
        PathBuf::from(path)
    };
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let path = with(suffix);
        match fs::rename(&path, with(&format!(".damaged{suffix}"))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&path)(error)),
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn folder_of(database: &Path) -> &Path {
    database.parent().unwrap_or(Path::new("."))
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let missing = folder.ancestors().take_while(|folder| !folder.is_dir()).count();
    fs::create_dir_all(folder)?;
    // A folder lasts once the one above it is synced. Whoever made this one may have died before that.
    for above in folder.ancestors().skip(1).take(missing.max(1)) {
        File::open(above)?.sync_all()?;
    }
    Ok(())
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
    File::open(draft).and_then(|file| file.sync_all()).map_err(at(draft))
}

fn publish(draft: &Path, database: &Path, folder: &Path) -> Result<(), StoreError> {
    match fs::hard_link(draft, database) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            fs::rename(draft, database).map_err(at(database))?;
        }
        // It has another name from now on, and this one need not last.
        _ => drop(fs::remove_file(draft)),
    }
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(at(folder))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { path, source }
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
