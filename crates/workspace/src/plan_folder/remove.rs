//! Removes plan folders atomically: readers find all files or none.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::hidden::HiddenFolder;
use super::{PlanFolder, make};

/// The prefix of a folder that is hidden while its removal can still be undone.
const LEAVING: &str = ".leaving+";

/// A folder that is hidden under another name, and can still be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// The folder before it was hidden.
    pub folder: PlanFolder,
    hidden: PathBuf,
}

impl Leaving {
    /// Hides the folder by renaming it; durable. `None` if the folder does not exist.
    pub fn begin(folder: &PlanFolder) -> io::Result<Option<Self>> {
        let leaving = Self {
            folder: folder.clone(),
            hidden: folder.plans().join(format!("{LEAVING}{}", folder.name())),
        };
        match fs::rename(folder.path(), &leaving.hidden) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other?,
        }
        sync(folder.plans())?;
        Ok(Some(leaving))
    }

    /// Renames the folder back, unless a new folder has its name.
    pub fn take_back(&self) -> io::Result<()> {
        if !self.folder.path().exists() {
            fs::rename(&self.hidden, self.folder.path())?;
            sync(self.folder.plans())?;
        }
        Ok(())
    }

    /// Deletes the hidden folder.
    pub fn finish(&self) -> io::Result<()> {
        remove_from(self.folder.plans(), &self.hidden)
    }
}

/// The hidden folders whose original names start with the name of `prefix`.
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

/// Empties the folder atomically. Returns the removed files.
pub fn clear(folder: &PlanFolder) -> io::Result<Vec<String>> {
    let files = files_below(folder.path())?;
    let empty = HiddenFolder::new(folder.plans())?;
    match renameat_with(CWD, empty.path(), CWD, folder.path(), RenameFlags::EXCHANGE) {
        Ok(()) => sync(folder.plans())?,
        // Not every file system can exchange two names.
        Err(_) => {
            remove(folder)?;
            make(folder.path())?;
        }
    }
    Ok(files)
}

/// Removes the folder: hides it atomically, then deletes it.
pub fn remove(folder: &PlanFolder) -> io::Result<()> {
    remove_from(folder.plans(), folder.path())
}

fn remove_from(plans: &Path, folder: &Path) -> io::Result<()> {
    if !plans.is_dir() {
        return Ok(());
    }
    // The folder replaces an empty hidden folder, which is deleted with its content.
    let hidden = HiddenFolder::new(plans)?;
    let gone = match fs::rename(folder, hidden.path()) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        // It is not a folder.
        Err(error) if error.kind() == ErrorKind::IsADirectory => fs::remove_file(folder),
        other => other,
    };
    gone.and_then(|()| sync(plans))
}

fn sync(plans: &Path) -> io::Result<()> {
    File::open(plans)?.sync_all()
}

/// Sorted paths relative to the folder.
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
