//! Numbered records of executions, and the journals of their file changes.
//!
//! `N.open` is a record that is being written, or the record of a killed process. `N.done` is finished, `N.undone` is
//! undone. `N-G` is the journal of group G, `N-back` the journal of the undo. If the process is killed during an undo,
//! recovery marks the record as `N.reverted`, and as `N.untold` after everything else is undone; the user still has to be
//! informed. This module does not know the content of the records.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use model::limits;
use rustix::fs::OFlags;

use crate::apply::{self, ApplyError, Change, Check, Touched};
use crate::{Access, Author, OwnPath, RelPath, Root, is_done};

#[cfg(test)]
#[path = "records_tests.rs"]
mod tests;

/// How many finished records are kept for undo.
const KEPT: usize = 50;
/// Ends the name of the journal of an undo.
const BACK: &str = "back";
/// Journals of groups that belong to no record.
pub(crate) const LOOSE: &str = "loose-";

/// The folder of all records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Records {
    folder: PathBuf,
}

model::words! {
    /// The progress of a record, also the suffix of its file name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum RecordState {
        Open = "open",
        Done = "done",
        /// Its files are reverted. The state that belongs to them may not be.
        Reverted = "reverted",
        /// Everything is undone, but the user does not know yet.
        Untold = "untold",
        Undone = "undone",
    }
}

/// The number and state of a record, from its file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordName {
    pub number: u32,
    pub state: RecordState,
}

/// A record, and the group in it that a journal belongs to; [`BACK`] for the undo of the record.
type Began = (RecordName, String);

/// Decides which interrupted groups may be recovered. A sandboxed command can write a journal where only Landlock holds.
pub struct RecoveryGate<'a> {
    /// Whether the content of the record shows that it began this group; `None` stands for its undo.
    pub has_begun: &'a dyn Fn(RecordName, Option<usize>) -> bool,
    pub check: Check<'a>,
}

impl RecoveryGate<'_> {
    /// A group without a record may change only planwright's own files.
    fn check(&self, began: Option<&Began>, touched: &Touched<'_>) -> Result<(), ApplyError> {
        let is_foreign = |path: &&&RelPath| path.permit(Access::Write(Author::Action)).is_ok();
        let has_begun = |(record, group): &Began| match (group.as_str(), group.parse()) {
            (BACK, _) => (self.has_begun)(*record, None),
            (_, Ok(group)) => (self.has_begun)(*record, Some(group)),
            (_, Err(_)) => false,
        };
        let foreign = match began {
            None => touched.paths.iter().find(is_foreign),
            Some(began) => touched.paths.first().filter(|_| !has_begun(began)),
        };
        match foreign {
            Some(path) => Err(ApplyError::NotBegun { path: (*path).clone() }),
            None => (self.check)(touched),
        }
    }
}

/// A record that is being written.
#[derive(Debug)]
pub struct Record {
    records: Records,
    number: u32,
    file: File,
}

impl RecordState {
    /// Whether the changes of the record are not undone.
    pub fn stands(self) -> bool {
        matches!(self, Self::Open | Self::Done)
    }
}

impl Records {
    /// Creates nothing.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The path of the folder relative to `.planwright`.
    pub fn below_planwright(&self) -> String {
        let names: Vec<_> = self.folder.iter().map(|name| name.to_string_lossy()).collect();
        let start = names
            .iter()
            .rposition(|name| name == ".planwright")
            .map_or(0, |place| place + 1);
        names[start..].join("/")
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Finishes or rolls back the groups of killed processes. A group that the gate refuses stays as it is; its error is
    /// returned after all other groups are recovered.
    pub fn recover(&self, root: &Root, gate: &RecoveryGate<'_>) -> Result<(), ApplyError> {
        let mut refused = Ok(());
        for (journal, began) in self.unfinished()? {
            let check = |touched: &Touched<'_>| gate.check(began.as_ref(), touched);
            match apply::recover_checked(root, &journal, &check) {
                Err(error @ ApplyError::NotRecovered { .. }) => {
                    refused = refused.and(Err(error));
                    continue;
                }
                recovered => recovered.map(|_| ())?,
            }
            match began {
                None => self.remove(&journal)?,
                // The process that undid it was killed, or has not marked it yet.
                Some((record, group)) if group == BACK && is_done(&journal)? && self.is_regular(record) => {
                    self.mark(record, RecordState::Reverted)?;
                }
                Some(_) => {}
            }
        }
        refused
    }

    /// Why [`Self::recover`] would refuse a group. Changes nothing.
    pub fn refusal(&self, gate: &RecoveryGate<'_>) -> Result<Option<ApplyError>, ApplyError> {
        for (journal, began) in self.unfinished()? {
            let check = |touched: &Touched<'_>| gate.check(began.as_ref(), touched);
            if let Some(refusal) = apply::refusal(&journal, &check)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    /// The journals that may be unfinished, each with the record that began it.
    fn unfinished(&self) -> Result<Vec<(PathBuf, Option<Began>)>, ApplyError> {
        let names = self.names()?;
        let loose = names.iter().filter(|name| name.starts_with(LOOSE));
        let mut all: Vec<_> = loose.map(|name| (self.folder.join(name), None)).collect();
        for record in self.list()? {
            let prefix = format!("{}-", record.number);
            let groups = names.iter().filter_map(|name| name.strip_prefix(&prefix));
            // The undo of a group comes after the group.
            let (back, groups): (Vec<&str>, Vec<&str>) = groups.partition(|group| *group == BACK);
            let groups = groups.into_iter().filter(|_| record.state == RecordState::Open);
            let back = back.into_iter().filter(|_| record.state.stands());
            all.extend(groups.chain(back).map(|group| {
                let journal = self.folder.join(format!("{prefix}{group}"));
                (journal, Some((record, group.to_owned())))
            }));
        }
        Ok(all)
    }

    /// Removes drafts and lock files of killed processes.
    pub fn sweep(&self) {
        crate::draft::sweep(&self.drafts());
        crate::Hold::sweep(&self.folder);
    }

    /// The folder for texts that the user edits.
    pub fn drafts(&self) -> PathBuf {
        self.folder.join("drafts")
    }

    /// All records, by number.
    pub fn list(&self) -> Result<Vec<RecordName>, ApplyError> {
        let parse = |name: String| {
            let (number, suffix) = name.split_once('.')?;
            let state = RecordState::from_word(suffix)?;
            Some(RecordName {
                number: number.parse().ok()?,
                state,
            })
        };
        let mut records: Vec<_> = self.names()?.into_iter().filter_map(parse).collect();
        records.sort();
        Ok(records)
    }

    /// The complete lines of the record: an interrupted write may have cut the last one. `None` if the record has another
    /// state now.
    pub fn read(&self, name: RecordName) -> Result<Option<Vec<u8>>, ApplyError> {
        let read = self.own(self.file_name(name))?.read(limits::RECORD_BYTES);
        let Some(mut bytes) = read.map_err(|error| self.failed("read a record", error))? else {
            return Ok(None);
        };
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        Ok(Some(bytes))
    }

    /// Begins a record with a new number. Its name is durable after its first group or [`Record::sync_name`].
    pub fn begin(&self) -> Result<Record, ApplyError> {
        self.make()?;
        let mut number = self.last_number()? + 1;
        loop {
            let record = self.own(self.file_name(RecordName {
                number,
                state: RecordState::Open,
            }))?;
            // Private, because an open record contains what a person typed into a command.
            let file = match record.create(OFlags::WRONLY | OFlags::APPEND, 0o600) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    number += 1;
                    continue;
                }
                opened => opened.map_err(|error| self.failed("begin a record", error))?,
            };
            // Another process may have begun and finished a record with this number meanwhile.
            let is_taken = |name: &RecordName| name.number == number && name.state != RecordState::Open;
            if !self.list()?.iter().any(is_taken) {
                return Ok(Record {
                    records: self.clone(),
                    number,
                    file,
                });
            }
            record
                .remove_file()
                .map_err(|error| self.failed("begin a record", error))?;
            number += 1;
        }
    }

    /// Continues a record. Keeps its first `length` bytes and discards an incomplete line after them.
    pub fn resume(&self, name: RecordName, length: usize) -> Result<Record, ApplyError> {
        let record = self.own(self.file_name(name))?;
        let open = || {
            let file = record.open(OFlags::WRONLY | OFlags::APPEND)?;
            let file = file.ok_or(io::ErrorKind::NotFound)?;
            file.set_len(u64::try_from(length).unwrap_or(u64::MAX))?;
            Ok(file)
        };
        let file = open().map_err(|error| self.failed("continue a record", error))?;
        Ok(Record {
            records: self.clone(),
            number: name.number,
            file,
        })
    }

    /// Replaces the text of a record.
    pub fn rewrite(&self, name: RecordName, text: &str) -> Result<(), ApplyError> {
        let failed = |error| self.failed("write a record", error);
        let folder = self.own_folder().and_then(|own| own.folder()).map_err(failed)?;
        let name = self.file_name(name);
        match folder.entry(name.as_str()).map_err(failed)? {
            Some(entry) => folder
                .put(name.as_ref(), text.as_bytes(), Some(entry.mode()), true)
                .map_err(failed),
            None => Err(failed(io::ErrorKind::NotFound.into())),
        }
    }

    /// Changes the state of the record. A later state that recovery has already set is kept.
    pub fn mark(&self, name: RecordName, state: RecordState) -> Result<(), ApplyError> {
        let mut from = name;
        let target = RecordName { state, ..name };
        // A command may have created a folder of this name, which a file cannot replace.
        if self.own(self.file_name(target))?.is_folder() {
            self.remove(&self.path(target))?;
        }
        loop {
            let to = self.file_name(target);
            let own = self.own(self.file_name(from))?;
            // A folder with the name of the record must not be marked instead of the record.
            let renamed = own.open(OFlags::RDONLY).and_then(|file| {
                file.ok_or(io::ErrorKind::NotFound)?;
                own.rename(&to)
            });
            let missing = match renamed {
                Err(error) if error.kind() == io::ErrorKind::NotFound => error,
                renamed => return renamed.map_err(|error| self.failed("mark a record", error)),
            };
            let now = self.list()?.into_iter().find(|now| now.number == name.number);
            match now.filter(|now| now.state > from.state) {
                Some(now) if now.state >= state => return Ok(()),
                Some(now) => from = now,
                None => return Err(self.failed("mark a record", missing)),
            }
        }
    }

    /// The journal folder of a group of the record.
    pub fn journal(&self, number: u32, group: usize) -> PathBuf {
        self.folder.join(format!("{number}-{group}"))
    }

    /// The journal folder of the record's undo.
    pub fn way_back(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number}-{BACK}"))
    }

    /// The lock file of this name. Creates its folder.
    pub fn lock_file(&self, name: &str) -> Result<PathBuf, ApplyError> {
        self.make()?;
        Ok(self.lock_path(name))
    }

    /// Whether a live process has the lock of this name. Writes nothing.
    pub fn is_locked(&self, name: &str) -> bool {
        crate::Hold::is_held(&self.lock_path(name))
    }

    fn lock_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.lock"))
    }

    /// Changes planwright's own files, without a record.
    pub fn apply_loose(&self, root: &Root, name: &str, changes: &[Change]) -> Result<(), ApplyError> {
        self.make()?;
        let journal = self.folder.join(format!("{LOOSE}{name}"));
        apply::apply(root, &journal, changes, Author::Planwright)?;
        self.remove(&journal)
    }

    /// Also counts journals without a record, so that a new record never uses them.
    fn last_number(&self) -> Result<u32, ApplyError> {
        let number = |name: String| name.split(['.', '-']).next().and_then(|number| number.parse().ok());
        Ok(self.names()?.into_iter().filter_map(number).max().unwrap_or_default())
    }

    fn journals(&self, number: u32) -> Result<Vec<PathBuf>, ApplyError> {
        let prefix = format!("{number}-");
        let names = self.names()?.into_iter().filter(|name| name.starts_with(&prefix));
        Ok(names.map(|name| self.folder.join(name)).collect())
    }

    fn forget_old(&self) -> Result<(), ApplyError> {
        let finished = self
            .list()?
            .into_iter()
            .rev()
            .filter(|record| record.state != RecordState::Open);
        for record in finished.skip(KEPT) {
            self.journals(record.number)?
                .iter()
                .try_for_each(|journal| self.remove(journal))?;
            // A command may have replaced it by a folder.
            self.remove(&self.path(record))?;
        }
        Ok(())
    }

    fn is_regular(&self, name: RecordName) -> bool {
        let file = self.own(self.file_name(name)).map(|own| own.open(OFlags::RDONLY));
        matches!(file, Ok(Ok(Some(_))))
    }

    /// The file of the record.
    pub fn path(&self, name: RecordName) -> PathBuf {
        self.folder.join(self.file_name(name))
    }

    fn file_name(&self, name: RecordName) -> String {
        format!("{}.{}", name.number, name.state.word())
    }

    fn own_folder(&self) -> io::Result<OwnPath> {
        OwnPath::of(&self.folder)
    }

    fn own(&self, name: String) -> Result<OwnPath, ApplyError> {
        OwnPath::of(&self.folder.join(name)).map_err(|error| self.failed("open the folder", error))
    }

    /// Creates the folder, private to this user like the files in it.
    fn make(&self) -> Result<(), ApplyError> {
        // Git must ignore the folder. This file is written last, so if it is complete, the folder is.
        const IGNORED: &[u8] = b"*\n";
        let ignored = self.own(".gitignore".to_owned())?;
        if matches!(ignored.read(IGNORED.len()), Ok(Some(found)) if found == IGNORED) {
            return Ok(());
        }
        let make = || {
            self.own_folder()?.make_folders(0o700)?;
            ignored.put_durable(IGNORED)?;
            self.own_folder()?.sync_parents()
        };
        make().map_err(|error| self.failed("keep records", error))
    }

    pub(crate) fn names(&self) -> Result<Vec<String>, ApplyError> {
        let failed = |error| self.failed("open the folder", error);
        match self
            .own_folder()
            .and_then(|own| own.existing_folder())
            .map_err(failed)?
        {
            Some(folder) => folder.names().map_err(failed),
            None => Ok(Vec::new()),
        }
    }

    fn remove(&self, path: &Path) -> Result<(), ApplyError> {
        let removed = OwnPath::of(path).and_then(|own| own.remove_all());
        removed.map_err(|error| self.failed("clean up", error))
    }

    fn failed(&self, verb: &'static str, source: io::Error) -> ApplyError {
        let folder = self.folder.clone();
        ApplyError::Journal { verb, folder, source }
    }
}

impl Record {
    /// The number of the record.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Adds text at the end, without a sync.
    pub fn append(&mut self, text: &str) -> Result<(), ApplyError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| self.records.failed("write a record", error))
    }

    /// Syncs the text.
    pub fn sync(&self) -> Result<(), ApplyError> {
        self.file
            .sync_data()
            .map_err(|error| self.records.failed("write a record", error))
    }

    /// Syncs the name of the record.
    pub fn sync_name(&self) -> Result<(), ApplyError> {
        let synced = self.records.own_folder().and_then(|own| own.folder()?.sync());
        synced.map_err(|error| self.records.failed("begin a record", error))
    }

    /// Applies changes as a group of the record.
    pub fn apply(
        &self,
        root: &Root,
        group: usize,
        changes: &[Change],
        (author, check): (Author, Check<'_>),
    ) -> Result<(), ApplyError> {
        let journal = self.records.journal(self.number, group);
        apply::apply_checked(root, &journal, changes, author, check)
    }

    /// Marks the record as done, and removes the oldest records.
    pub fn finish(self) -> Result<(), ApplyError> {
        let name = RecordName {
            number: self.number,
            state: RecordState::Open,
        };
        self.records.mark(name, RecordState::Done)?;
        self.records.forget_old()
    }

    /// Removes a record that changed nothing.
    pub fn discard(self) -> Result<(), ApplyError> {
        let name = RecordName {
            number: self.number,
            state: RecordState::Open,
        };
        let record = self.records.own(self.records.file_name(name))?;
        record
            .remove_file()
            .map_err(|error| self.records.failed("clean up", error))
    }
}
