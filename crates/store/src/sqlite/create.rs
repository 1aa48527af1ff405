//! A store comes into being whole, or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{connect, migrate, wal};
use crate::error::StoreError;

/// How the names of files that are not finished begin; the id of the process that writes them follows.
const DRAFT: &str = "store.new-";

const IGNORED: &str = "# The plan store is not part of the project's history.\n*\n!config.toml\n";

/// Builds the store beside its place and links it there, so that nobody ever meets half of it. Where two processes
/// do this at once, the first one wins and the other uses its store.
pub(super) fn create(database: &Path) -> Result<(), StoreError> {
    // What is left of another store: SQLite would replay it over the new one. In this order, so that a process that
    // makes the store at the same moment is not taken for one.
    if wal::bytes(database) > 0 && !database.exists() {
        return Err(StoreError::Remains(database.to_owned()));
    }
    let folder = database.parent().unwrap_or(Path::new("."));
    make_folder(folder).map_err(at(folder))?;
    let draft = folder.join(format!("{DRAFT}{}", std::process::id()));
    let built = build(&draft).and_then(|()| publish(&draft, database, folder));
    remove_leftovers(database);
    built
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let missing = folder.ancestors().take_while(|folder| !folder.is_dir()).count();
    fs::create_dir_all(folder)?;
    // A folder lasts once the one above it is synced. Whoever made this one may have died before that.
    for above in folder.ancestors().skip(1).take(missing.max(1)) {
        File::open(above)?.sync_all()?;
    }
    let ignore = folder.join(".gitignore");
    // A folder of another name is the user's, with files that must not be hidden from git.
    if folder.ends_with(".planwright") && !ignore.exists() {
        // Half a file would stay for good, so it is made beside its place.
        let draft = folder.join(format!("{DRAFT}{}.gitignore", std::process::id()));
        fs::write(&draft, IGNORED)?;
        File::open(&draft)?.sync_all()?;
        fs::rename(&draft, &ignore)?;
    }
    Ok(())
}

fn build(draft: &Path) -> Result<(), StoreError> {
    remove_with_companions(draft);
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
        _ => {}
    }
    remove_with_companions(draft);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(at(folder))
}

/// Drafts of processes that died. Best effort: they are in nobody's way.
pub(super) fn remove_leftovers(database: &Path) {
    let folder = database.parent().unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix(DRAFT)) else {
            continue;
        };
        let pid: String = pid.chars().take_while(char::is_ascii_digit).collect();
        if !Path::new("/proc").join(pid).exists() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn remove_with_companions(path: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let _ = fs::remove_file(PathBuf::from(name));
    }
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
