//! Folders that hold a thread's plan as files, outside the project so that they make no git diffs.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const PLAN: &str = "plan.md";
const TASKS: &str = "tasks";
/// No plan folder begins with a dot.
const TRASH: &str = ".trash-";

/// A file's text, or why it cannot be read.
pub type Text = Result<String, String>;

/// What stands in a plan folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanFiles {
    pub plan: Option<Text>,
    /// By name; `None` if there is no `tasks` folder.
    pub tasks: Option<Vec<(String, Text)>>,
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

/// A file of more than `limit` bytes is one that cannot be read.
pub fn read(folder: &Path, limit: usize) -> io::Result<PlanFiles> {
    let plan = folder.join(PLAN);
    let plan = plan.symlink_metadata().is_ok().then(|| text(&plan, limit));
    let tasks = match fs::read_dir(folder.join(TASKS)) {
        Ok(entries) => Some(task_files(entries, limit)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(io::Error::new(ErrorKind::NotADirectory, "`tasks` is not a folder"));
        }
        Err(error) => return Err(error),
    };
    Ok(PlanFiles { plan, tasks })
}

/// Empties the folder, at once: whoever looks finds everything or nothing. Says which files went.
pub fn clear(folder: &Path) -> io::Result<Vec<String>> {
    let files = files_below(folder)?;
    remove(folder)?;
    make(folder)?;
    Ok(files)
}

/// Moves the folder aside in one step, then deletes it at leisure.
pub fn remove(folder: &Path) -> io::Result<()> {
    let (Some(plans), Some(name)) = (folder.parent(), folder.file_name()) else {
        return Ok(());
    };
    let aside = plans.join(format!("{TRASH}{}-{}", std::process::id(), name.to_string_lossy()));
    // A process of the same number may have died before it was done.
    let _ = fs::remove_dir_all(&aside);
    match fs::rename(folder, &aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        other => other?,
    }
    File::open(plans)?.sync_all()?;
    let _ = fs::remove_dir_all(&aside);
    Ok(())
}

/// What processes that died had moved aside. Best effort: it is in nobody's way.
pub fn remove_leftovers(plans: &Path) {
    for entry in fs::read_dir(plans).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(owner) = name.to_str().and_then(|name| name.strip_prefix(TRASH)) else {
            continue;
        };
        let owner = owner.split('-').next().unwrap_or_default();
        if !Path::new("/proc").join(owner).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A folder that does not exist holds nothing, either.
pub fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none())
}

/// Writes a plan folder, which must not hold anything yet.
pub fn write(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    if !is_empty(folder) {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "the folder is not empty"));
    }
    fs::create_dir_all(folder.join(TASKS))?;
    for (path, text) in files {
        fs::write(folder.join(path), text)?;
    }
    Ok(())
}

fn task_files(entries: fs::ReadDir, limit: usize) -> io::Result<Vec<(String, Text)>> {
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry?;
        files.push((
            entry.file_name().to_string_lossy().into_owned(),
            text(&entry.path(), limit),
        ));
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(files)
}

fn text(path: &Path, limit: usize) -> Text {
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err("it is a link that leads nowhere".to_owned()),
        Err(error) => return Err(error.to_string()),
        Ok(found) if found.is_dir() => return Err("it is a folder".to_owned()),
        // Reading a pipe could wait for ever.
        Ok(found) if !found.is_file() => return Err("it is not a regular file".to_owned()),
        Ok(_) => {}
    }
    match crate::read_text(path, limit) {
        Ok(text) => Ok(text.unwrap_or_default()),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err("it is not UTF-8".to_owned()),
        Err(error) => Err(error.to_string()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_folder_holds_nothing() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("plans/s");
        make(&folder).unwrap();
        assert_eq!(read(&folder, 100).unwrap(), PlanFiles::default());
        assert!(is_empty(&folder) && is_empty(&base.path().join("nowhere")));
    }

    #[test]
    fn what_is_written_is_read_and_cleared() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("s");
        let files = [("plan.md", "a"), ("tasks/01-x.md", "b")].map(|(path, text)| (path.into(), text.into()));
        write(&folder, &files).unwrap();
        assert_eq!(write(&folder, &files).unwrap_err().kind(), ErrorKind::AlreadyExists);
        let found = read(&folder, 100).unwrap();
        assert_eq!(found.plan, Some(Ok("a".into())));
        assert_eq!(found.tasks, Some(vec![("01-x.md".into(), Ok("b".into()))]));
        assert_eq!(clear(&folder).unwrap(), ["plan.md", "tasks/01-x.md"]);
        assert_eq!(read(&folder, 100).unwrap(), PlanFiles::default());
        remove(&folder).unwrap();
        remove(&folder).unwrap();
        assert_eq!(fs::read_dir(base.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path();
        fs::create_dir_all(folder.join("tasks/01-folder.md")).unwrap();
        fs::write(folder.join("tasks/02-latin.md"), b"caf\xe9").unwrap();
        std::os::unix::fs::symlink("nowhere", folder.join("plan.md")).unwrap();
        let found = read(folder, 100).unwrap();
        assert!(found.plan.unwrap().unwrap_err().contains("leads nowhere"));
        let tasks = found.tasks.unwrap();
        assert!(tasks[0].1.as_ref().unwrap_err().contains("folder"), "{tasks:?}");
        assert!(tasks[1].1.as_ref().unwrap_err().contains("UTF-8"), "{tasks:?}");
    }

    #[test]
    fn what_the_dead_left_behind_goes() {
        let base = tempfile::tempdir().unwrap();
        let trash = base.path().join(format!("{TRASH}999999999-s"));
        fs::create_dir_all(trash.join(TASKS)).unwrap();
        fs::create_dir(base.path().join("s")).unwrap();
        remove_leftovers(base.path());
        assert!(!trash.exists() && base.path().join("s").exists());
    }
}
