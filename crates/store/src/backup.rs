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

    fn try_follow(&self, session: &SessionId, records_from: RecordsFrom<'_>) -> Result<(), StoreError> {
        let path = self.folder.join(format!("{session}{SUFFIX}"));
        let io = |source| StoreError::Io {
            path: path.clone(),
            source,
        };
        let mut file = open(&path).map_err(io)?;
        if !lock(&file) {
            return Ok(());
        }
        let end = file.seek(SeekFrom::End(0)).map_err(io)?;
        let missing = match records_from(end)? {
            Some(records) => records,
            None => {
                file.set_len(0).map_err(io)?;
                file.seek(SeekFrom::Start(0)).map_err(io)?;
                records_from(0)?.unwrap_or_default()
            }
        };
        let mut text = String::new();
        for record in &missing {
            text.push_str(&record.line()?);
        }
        file.write_all(text.as_bytes()).map_err(io)
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
    /// Every whole record, in order. A line that was cut short by a crash ends the list.
    pub(crate) fn records(&self) -> Result<Vec<Record>, StoreError> {
        let text = fs::read_to_string(&self.path).map_err(|source| StoreError::Io {
            path: self.path.clone(),
            source,
        })?;
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        whole.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    }
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
