//! Taking folders and their content away, in one step for whoever looks.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::aside::Aside;
use super::{PlanFolder, make};

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
        sync(folder.plans())?;
        Ok(Some(leaving))
    }

    pub fn take_back(&self) -> io::Result<()> {
        if !self.folder.path().exists() {
            fs::rename(&self.hidden, self.folder.path())?;
            sync(self.folder.plans())?;
        }
        Ok(())
    }

    pub fn finish(&self) -> io::Result<()> {
        remove_from(self.folder.plans(), &self.hidden)
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
    let files = files_below(folder.path())?;
    let empty = Aside::new(folder.plans())?;
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

/// Moves the folder aside in one step, then deletes it at leisure.
pub fn remove(folder: &PlanFolder) -> io::Result<()> {
    remove_from(folder.plans(), folder.path())
}

fn remove_from(plans: &Path, folder: &Path) -> io::Result<()> {
    if !plans.is_dir() {
        return Ok(());
    }
    // It takes the place of an empty folder, which goes with all that is in it.
    let aside = Aside::new(plans)?;
    let gone = match fs::rename(folder, aside.path()) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        // It is no folder any more.
        Err(error) if error.kind() == ErrorKind::IsADirectory => fs::remove_file(folder),
        other => other,
    };
    gone.and_then(|()| sync(plans))
}

fn sync(plans: &Path) -> io::Result<()> {
    File::open(plans)?.sync_all()
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
