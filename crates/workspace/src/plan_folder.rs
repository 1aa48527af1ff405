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
    /// `None` if there is no `tasks` folder; a reason if it cannot be read as a whole.
    pub tasks: Option<Result<TaskTexts, String>>,
}

/// By name.
pub type TaskTexts = Vec<(String, Text)>;

/// How much is read before it is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub file_bytes: usize,
    pub files: usize,
    /// Of all task files together.
    pub bytes: usize,
}

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

pub fn read(folder: &Path, room: Room) -> PlanFiles {
    let plan = folder.join(PLAN);
    let plan = plan.symlink_metadata().is_ok().then(|| text(&plan, room.file_bytes));
    let tasks = match fs::read_dir(folder.join(TASKS)) {
        Ok(entries) => Some(task_files(entries, room)),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) if error.kind() == ErrorKind::NotADirectory => Some(Err("it is not a folder".to_owned())),
        Err(error) => Some(Err(error.to_string())),
    };
    PlanFiles { plan, tasks }
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

/// What processes that died had moved aside, and what others are just deleting: nobody needs any of it. Best effort: it
/// is in nobody's way.
pub fn remove_leftovers(plans: &Path) {
    for entry in fs::read_dir(plans).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(TRASH) {
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

fn task_files(entries: fs::ReadDir, room: Room) -> Result<TaskTexts, String> {
    let mut names = Vec::new();
    for entry in entries.take(room.files + 1) {
        names.push(entry.map_err(|error| error.to_string())?);
    }
    if names.len() > room.files {
        return Err(format!("it holds more than {} files", room.files));
    }
    names.sort_by_key(fs::DirEntry::file_name);
    let mut files = Vec::with_capacity(names.len());
    let mut bytes = 0;
    for entry in names {
        let text = text(&entry.path(), room.file_bytes);
        bytes += text.as_ref().map_or(0, String::len);
        if bytes > room.bytes {
            return Err(format!("its files are larger than {} bytes together", room.bytes));
        }
        files.push((entry.file_name().to_string_lossy().into_owned(), text));
    }
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

    const ROOM: Room = Room {
        file_bytes: 100,
        files: 3,
        bytes: 200,
    };

    #[test]
    fn an_empty_folder_holds_nothing() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("plans/s");
        make(&folder).unwrap();
        assert_eq!(read(&folder, ROOM), PlanFiles::default());
        assert!(is_empty(&folder) && is_empty(&base.path().join("nowhere")));
    }

    #[test]
    fn what_is_written_is_read_and_cleared() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("s");
        let files = [("plan.md", "a"), ("tasks/01-x.md", "b")].map(|(path, text)| (path.into(), text.into()));
        write(&folder, &files).unwrap();
        assert_eq!(write(&folder, &files).unwrap_err().kind(), ErrorKind::AlreadyExists);
        let found = read(&folder, ROOM);
        assert_eq!(found.plan, Some(Ok("a".into())));
        assert_eq!(found.tasks, Some(Ok(vec![("01-x.md".into(), Ok("b".into()))])));
        assert_eq!(clear(&folder).unwrap(), ["plan.md", "tasks/01-x.md"]);
        assert_eq!(read(&folder, ROOM), PlanFiles::default());
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
        let found = read(folder, ROOM);
        assert!(found.plan.unwrap().unwrap_err().contains("leads nowhere"));
        let tasks = found.tasks.unwrap().unwrap();
        assert!(tasks[0].1.as_ref().unwrap_err().contains("folder"), "{tasks:?}");
        assert!(tasks[1].1.as_ref().unwrap_err().contains("UTF-8"), "{tasks:?}");
    }

    fn check_tasks(fill: impl FnOnce(&Path), why: &str) {
        let base = tempfile::tempdir().unwrap();
        fill(&base.path().join(TASKS));
        let found = read(base.path(), ROOM).tasks.unwrap().unwrap_err();
        assert!(found.contains(why), "{found}");
    }

    #[test]
    fn tasks_that_cannot_be_read_as_a_whole_say_why() {
        let fill = |count: usize, bytes: usize| {
            move |tasks: &Path| {
                fs::create_dir(tasks).unwrap();
                (0..count).for_each(|n| fs::write(tasks.join(n.to_string()), "a".repeat(bytes)).unwrap());
            }
        };
        check_tasks(|tasks| fs::write(tasks, "").unwrap(), "not a folder");
        check_tasks(fill(4, 1), "more than 3 files");
        check_tasks(fill(3, 70), "larger than 200 bytes together");
    }

    /// Process ids are used again, and a file system may be shared by machines that do not know each other's.
    #[test]
    fn what_was_moved_aside_goes_whoever_did_it() {
        let base = tempfile::tempdir().unwrap();
        for owner in [999_999_999, std::process::id()] {
            fs::create_dir_all(base.path().join(format!("{TRASH}{owner}-s")).join(TASKS)).unwrap();
        }
        fs::create_dir(base.path().join("s")).unwrap();
        remove_leftovers(base.path());
        let left: Vec<_> = fs::read_dir(base.path()).unwrap().flatten().collect();
        assert_eq!(left.iter().map(fs::DirEntry::file_name).collect::<Vec<_>>(), ["s"]);
    }

    #[test]
    fn one_chooses_at_a_time() {
        let base = tempfile::tempdir().unwrap();
        let plans = base.path().join("plans");
        let choosing = choose(&plans).unwrap();
        let is_free = || File::open(&plans).unwrap().try_lock().is_ok();
        assert!(!is_free());
        drop(choosing);
        assert!(is_free());
    }
}
