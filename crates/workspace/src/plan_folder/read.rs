//! Reads a consistent state of a plan folder.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::{PLAN, TASKS};

/// A process that writes all the time must not block the reader forever.
const ATTEMPTS: usize = 200;

/// The text of a file, or the reason why it cannot be read.
pub type Text = Result<String, String>;

/// The content of a plan folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanFiles {
    pub plan: Option<Text>,
    /// `None` if there is no `tasks` folder; an error if the folder cannot be read.
    pub tasks: Option<Result<TaskTexts, String>>,
}

/// The task files by name.
pub type TaskTexts = Vec<(String, Text)>;

/// The size limits of a plan folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub file_bytes: usize,
    pub files: usize,
    /// The limit for all task files together.
    pub bytes: usize,
}

/// Device, inode, and the seconds and nanoseconds of the last change; `None` if there is no such file.
type Stamp = Option<(u64, u64, i64, i64)>;

#[derive(PartialEq, Eq)]
struct Stamps {
    folder: Stamp,
    plan: Stamp,
    tasks: Stamp,
}

/// Reads the folder. If another process clears or fills the folder meanwhile, it is read again.
pub fn read(folder: &Path, room: Room) -> PlanFiles {
    let mut before = Stamps::of(folder);
    let mut files = read_once(folder, room);
    for _ in 1..ATTEMPTS {
        let after = Stamps::of(folder);
        if before == after && after.allow(&files) {
            break;
        }
        before = after;
        files = read_once(folder, room);
    }
    files
}

impl Stamps {
    /// The stamps differ if a folder was replaced, or if files were created or removed.
    fn of(folder: &Path) -> Self {
        let seen = |found: Metadata| (found.dev(), found.ino(), found.ctime(), found.ctime_nsec());
        Self {
            folder: folder.metadata().ok().map(seen),
            plan: folder.join(PLAN).symlink_metadata().ok().map(seen),
            tasks: folder.join(TASKS).metadata().ok().map(seen),
        }
    }

    /// Whether these files were read. Equal stamps alone do not prove it: a new folder can get the inode of a removed
    /// one, and the time of a change is only as fine as the kernel's clock.
    fn allow(&self, files: &PlanFiles) -> bool {
        self.plan.is_some() == files.plan.is_some() && self.tasks.is_some() == files.tasks.is_some()
    }
}

fn read_once(folder: &Path, room: Room) -> PlanFiles {
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

fn task_files(entries: fs::ReadDir, room: Room) -> Result<TaskTexts, String> {
    let mut names = Vec::new();
    for entry in entries.take(room.files + 1) {
        names.push(entry.map_err(|error| error.to_string())?);
    }
    if names.len() > room.files {
        return Err(format!("it contains more than {} files", room.files));
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
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let is_link = path.symlink_metadata().is_ok();
            return Err(if is_link {
                "it is a link to a missing file"
            } else {
                "it was removed"
            }
            .to_owned());
        }
        Err(error) => return Err(error.to_string()),
        Ok(found) if found.is_dir() => return Err("it is a folder".to_owned()),
        // Reading a pipe could block forever.
        Ok(found) if !found.is_file() => return Err("it is not a regular file".to_owned()),
        Ok(_) => {}
    }
    match crate::read_text(path, limit) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err("it was removed".to_owned()),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err("it is not UTF-8".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
