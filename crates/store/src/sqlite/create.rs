//! A store comes into being whole, or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{connect, migrate};
use crate::error::StoreError;

/// Builds the store beside its place and links it there, so that nobody ever meets half of it. Where two processes
/// do this at once, the first one wins and the other uses its store.
pub(super) fn create(database: &Path) -> Result<(), StoreError> {
    let folder = database.parent().unwrap_or(Path::new("."));
    make_folder(folder).map_err(at(folder))?;
    let draft = folder.join(format!("store.new-{}", std::process::id()));
    let built = build(&draft).and_then(|()| publish(&draft, database, folder));
    remove_leftovers(folder);
    built
}

fn make_folder(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        fs::create_dir_all(folder)?;
        if let Some(parent) = folder.parent() {
            File::open(parent)?.sync_all()?;
        }
    }
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        fs::write(
            &ignore,
            "# The plan store is not part of the project's history.\n*\n!config.toml\n",
        )?;
        File::open(&ignore)?.sync_all()?;
    }
    Ok(())
}

fn build(draft: &Path) -> Result<(), StoreError> {
    remove_with_companions(draft);
    let mut connection = Connection::open(draft)?;
    connect::prepare(&mut connection, draft)?;
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
fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix("store.new-")) else {
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
