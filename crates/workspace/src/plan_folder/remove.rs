//! Taking folders and their content away, in one step for whoever looks.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::{PlanFolder, TRASH, make};

/// How the name of a folder begins while it is being taken back.
const LEAVING: &str = ".leaving+";

/// A folder that was moved out of sight, and can still be brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// Where it was.
    pub folder: PlanFolder,
    hidden: PathBuf,
}

impl Leaving {
    /// Out of sight, on the disk. `None` if it is not there.
    pub fn begin(folder: &PlanFolder) -> io::Result<Option<Self>> {
        let leaving = Self {
            folder: folder.clone(),
            hidden: folder.plans().join(format!("{LEAVING}{}", folder.name())),
        };
        match fs::rename(folder.path(), &leaving.hidden) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other?,
        }
        leaving.sync()?;
        Ok(Some(leaving))
    }

    pub fn take_back(&self) -> io::Result<()> {
        if !self.folder.path().exists() {
            fs::rename(&self.hidden, self.folder.path())?;
            self.sync()?;
        }
        Ok(())
    }

    pub fn finish(&self) -> io::Result<()> {
        remove_path(&self.hidden)
    }

    fn sync(&self) -> io::Result<()> {
        File::open(self.folder.plans())?.sync_all()
    }
}

/// What somebody began to take back, of the folders whose names begin like this one.
pub fn leaving(prefix: &PlanFolder) -> Vec<Leaving> {
    let plans = prefix.plans();
    let prefix = format!("{LEAVING}{}", prefix.name());
    let entries = fs::read_dir(plans).into_iter().flatten().flatten();
    let hidden = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    hidden
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().strip_prefix(LEAVING)?.to_owned();
            Some(Leaving {
                folder: PlanFolder::at(plans, &plans.join(name))?,
                hidden: entry.path(),
            })
        })
        .collect()
}

/// Empties the folder, at once: whoever looks finds everything or nothing. Says which files went.
pub fn clear(folder: &PlanFolder) -> io::Result<Vec<String>> {
    let folder = folder.path();
    let files = files_below(folder)?;
    let Some(aside) = aside(folder) else { return Ok(files) };
    let _ = fs::remove_dir_all(&aside);
    fs::create_dir(&aside)?;
    match renameat_with(CWD, &aside, CWD, folder, RenameFlags::EXCHANGE) {
        Ok(()) => sync_above(folder)?,
        // Not every file system can exchange two names.
        Err(_) => {
            remove_path(folder)?;
            make(folder)?;
        }
    }
    let _ = fs::remove_dir_all(&aside);
    Ok(files)
}

/// Moves the folder aside in one step, then deletes it at leisure.
pub fn remove(folder: &PlanFolder) -> io::Result<()> {
    remove_path(folder.path())
}

fn remove_path(folder: &Path) -> io::Result<()> {
    let Some(aside) = aside(folder) else { return Ok(()) };
    // A process of the same number may have died before it was done.
    let _ = fs::remove_dir_all(&aside);
    match fs::rename(folder, &aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        other => other?,
    }
    sync_above(folder)?;
    let _ = fs::remove_dir_all(&aside);
    Ok(())
}

/// What processes that died had moved aside, and what others are just deleting: nobody needs any of it. Best effort: it
/// is in nobody's way.
pub fn remove_leftovers(plans: &Path) {
    for entry in fs::read_dir(plans).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(TRASH) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn aside(folder: &Path) -> Option<PathBuf> {
    let name = folder.file_name()?.to_string_lossy();
    Some(folder.with_file_name(format!("{TRASH}{}-{name}", std::process::id())))
}

fn sync_above(folder: &Path) -> io::Result<()> {
    match folder.parent() {
        Some(plans) => File::open(plans)?.sync_all(),
        None => Ok(()),
    }
}

/// Paths within the folder, in order.
fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(within) = open.pop() {
        for entry in fs::read_dir(folder.join(&within))? {
            let entry = entry?;
            let path = within.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true => open.push(path),
                false => files.push(path.to_string_lossy().into_owned()),
            }
        }
    }
    files.sort();
    Ok(files)
}
