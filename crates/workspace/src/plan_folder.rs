//! Folders that hold a thread's plan as files, outside the project so that they make no git diffs.

mod aside;
mod place;
mod read;
mod remove;

#[cfg(test)]
mod plan_folder_tests;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use aside::Aside;
pub use aside::remove_leftovers;
pub use place::PlanFolder;
pub use read::{PlanFiles, Room, TaskTexts, Text, read};
pub use remove::{Leaving, clear, leaving, remove};

const PLAN: &str = "plan.md";
const TASKS: &str = "tasks";

/// Held by whoever chooses a name for a folder, until the folder is there. The kernel frees it with its holder.
#[must_use]
pub struct Choosing(#[expect(dead_code, reason = "the lock ends with the file")] File);

/// Waits until nobody else, in whatever project, is choosing.
pub fn choose(plans: &Path) -> io::Result<Choosing> {
    make(plans)?;
    let folder = File::open(plans)?;
    folder.lock()?;
    Ok(Choosing(folder))
}

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

/// Makes a folder with files in it. Whoever looks finds all of them or none.
pub fn make_with(folder: &PlanFolder, files: &[(String, String)]) -> io::Result<()> {
    let (plans, folder) = (folder.plans(), folder.path());
    make(plans)?;
    let draft = Aside::new(plans)?;
    write(draft.path(), files)?;
    match fs::rename(draft.path(), folder) {
        // Somebody else was faster.
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => {
            draft.published();
            File::open(plans)?.sync_all()
        }
    }
}

/// A folder that does not exist holds nothing, either; one that cannot be looked into may hold anything.
pub fn is_empty(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Writes a plan folder, which must not hold anything yet.
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
