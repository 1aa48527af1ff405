//! Folders that contain a thread's plan as files. They are outside of the project, so that git does not see them.

mod hidden;
mod place;
mod read;
mod remove;

#[cfg(test)]
mod plan_folder_tests;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use hidden::HiddenFolder;
pub use hidden::remove_leftovers;
pub use place::PlanFolder;
pub use read::{PlanFiles, Room, TaskTexts, Text, read};
pub use remove::{Leaving, clear, leaving, remove};

const PLAN: &str = "plan.md";
const TASKS: &str = "tasks";

/// A lock on the choice of a folder's name, until the folder exists. The kernel releases it when the process ends.
#[must_use]
pub struct Choosing(#[expect(dead_code, reason = "the lock ends with the file")] File);

/// Waits until no other process chooses a name, in any project.
pub fn choose(plans: &Path) -> io::Result<Choosing> {
    make(plans)?;
    let folder = File::open(plans)?;
    folder.lock()?;
    Ok(Choosing(folder))
}

/// Creates the folder and its parents, and syncs the new names.
pub fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let missing = folder.ancestors().take_while(|folder| !folder.is_dir()).count();
    fs::create_dir_all(folder)?;
    for above in folder.ancestors().skip(1).take(missing) {
        File::open(above)?.sync_all()?;
    }
    Ok(())
}

/// Creates a folder with files. Readers find all files or none.
pub fn make_with(folder: &PlanFolder, files: &[(String, String)]) -> io::Result<()> {
    let (plans, folder) = (folder.plans(), folder.path());
    make(plans)?;
    let hidden = HiddenFolder::new(plans)?;
    write(hidden.path(), files)?;
    match fs::rename(hidden.path(), folder) {
        // Another process created the folder first.
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => {
            hidden.keep();
            File::open(plans)?.sync_all()
        }
    }
}

/// A missing folder is empty. A folder that cannot be read is not.
pub fn is_empty(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Writes files to a folder that must be empty or missing.
pub fn write(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    if !is_empty(folder) {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "the folder is not empty"));
    }
    fs::create_dir_all(folder.join(TASKS))?;
    for (path, text) in files {
        let mut file = File::create(folder.join(path))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}
