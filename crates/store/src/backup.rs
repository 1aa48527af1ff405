//! A copy of the log outside the project, so that cleaning the project does not end the plan.
//!
//! One file per session, one line per operation, appended after each commit. It is a convenience, not a promise:
//! nothing waits for it, nothing fails because of it, and whatever is missing is added by the next operation.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use model::SessionId;
use serde::{Deserialize, Serialize};

use crate::error::StoreError;

const SUFFIX: &str = ".oplog";

#[derive(Debug, Clone)]
pub struct Backup {
    folder: PathBuf,
}

/// A session's log as it was found in a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BackupFile {
    path: PathBuf,
}

/// One operation as the backup keeps it: the entry, and its events, less those that were purged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub entry: String,
    pub bodies: Vec<Option<String>>,
}

type RecordsFrom<'a> = &'a dyn Fn(u64) -> Result<Option<Vec<Record>>, StoreError>;

impl Record {
    pub fn line(&self) -> Result<String, StoreError> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

impl Backup {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Brings the session's file up to the store. `records_from` gives what the store has from an offset on.
    pub(crate) fn follow(&self, session: &SessionId, records_from: RecordsFrom<'_>) {
        // A backup that cannot be written must not turn a finished operation into a failure.
        let _ = self.try_follow(session, records_from);
    }

    /// The file of one session, whether it is there or not.
    pub(crate) fn file(&self, session: &SessionId) -> BackupFile {
        BackupFile {
            path: self.folder.join(format!("{session}{SUFFIX}")),
        }
    }

    fn try_follow(&self, session: &SessionId, records_from: RecordsFrom<'_>) -> Result<(), StoreError> {
        let path = self.file(session).into_path();
        let io = |source| StoreError::Io {
            path: path.clone(),
            source,
        };
        let mut file = open(&path).map_err(io)?;
        if !lock(&file) {
            return Ok(());
        }
        let end = file.seek(SeekFrom::End(0)).map_err(io)?;
        if let Some(missing) = records_from(end)? {
            return file.write_all(text(&missing)?.as_bytes()).map_err(io);
        }
        let all = records_from(0)?.unwrap_or_default();
        if !is_ours(&path, &all)? {
            put_aside(&path).map_err(io)?;
            file = open(&path).map_err(io)?;
            if !lock(&file) {
                return Ok(());
            }
        }
        file.set_len(0).map_err(io)?;
        file.seek(SeekFrom::Start(0)).map_err(io)?;
        file.write_all(text(&all)?.as_bytes()).map_err(io)
    }

    /// The sessions that the backup holds.
    pub(crate) fn files(&self) -> Vec<BackupFile> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut files: Vec<_> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.to_string_lossy().ends_with(SUFFIX))
            .map(|path| BackupFile { path })
            .collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }
}

impl BackupFile {
    /// The session whose log it is, by the file's name.
    pub(crate) fn session(&self) -> Option<SessionId> {
        let name = self.path.file_name()?.to_str()?;
        SessionId::new(name.strip_suffix(SUFFIX)?).ok()
    }

    pub(crate) fn into_path(self) -> PathBuf {
        self.path
    }

    /// Every whole line, in order: its record, or `None` if it is damaged. A line that a crash cut short is left out, and
    /// a file that is not there has none.
    pub(crate) fn records(&self) -> Result<Vec<Option<Record>>, StoreError> {
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|source| StoreError::Io {
                path: self.path.clone(),
                source,
            })?,
        };
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let whole = lines.filter(|line| line.ends_with(b"\n"));
        Ok(whole.map(|line| serde_json::from_slice(line).ok()).collect())
    }
}

fn text(records: &[Record]) -> Result<String, StoreError> {
    records.iter().map(Record::line).collect()
}

/// Everything in the file is in our log, too, in the same order. If not, it tells of operations that we know nothing
/// of: an earlier session had the same name, or an older store was put back.
fn is_ours(path: &Path, ours: &[Record]) -> Result<bool, StoreError> {
    let theirs = BackupFile { path: path.to_owned() }.records()?;
    let is_same = |(theirs, ours): (&Option<Record>, &Record)| theirs.as_ref() == Some(ours);
    Ok(theirs.len() <= ours.len() && theirs.iter().zip(ours).all(is_same))
}

/// What was lost in the project must not be lost for good because somebody went on before it was brought back.
fn put_aside(path: &Path) -> std::io::Result<()> {
    let aside = |number: u32| path.with_extension(format!("oplog.{number}"));
    let free = (1..).map(aside).find(|aside| !aside.exists());
    free.map_or(Ok(()), |free| fs::rename(path, free))
}

fn open(path: &Path) -> std::io::Result<File> {
    let options = || {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true).clone()
    };
    match options().open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            options().open(path)
        }
        other => other,
    }
}

/// A short wait: whoever holds the lock writes what we would have written.
fn lock(file: &File) -> bool {
    const TRIES: u32 = 5;
    (0..TRIES).any(|attempt| {
        if attempt > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        file.try_lock().is_ok()
    })
}
