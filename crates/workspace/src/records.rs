//! Numbered records of what was done to the project's files, with the journals of their groups beside them.
//!
//! `N.open` is a record that is being written, or that was left by a process that died; `N.done` was finished, and
//! `N.undone` taken back. `N-G` is the journal of its group G, `N-back` the one of the way back. What the records say is
//! not known here.
//!
//! Whoever takes a record back and dies leaves files that are back and a caller who was not told: that is `N.reverted`, and
//! `N.untold` once everything else that belongs to it has followed the files.

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

/// How many finished ones are kept to be taken back.
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
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum RecordState {
        Open = "open",
        Done = "done",
        /// Its files are back. What goes with them is not, as far as anybody knows.
        Reverted = "reverted",
        /// All of it is back, but whoever asked for that does not know.
        Untold = "untold",
        Undone = "undone",
    }
}

/// A record as it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordName {
    pub number: u32,
    pub state: RecordState,
}

/// A record, and the group in it that a journal belongs to; [`BACK`] for the undo of the record.
type Began = (RecordName, String);

/// Decides which interrupted groups may be recovered. A sandboxed command can write a journal where only Landlock holds.
pub struct RecoveryGate<'a> {
    /// Whether a record says that it began this group, or its undo if there is no group.
    pub has_begun: &'a dyn Fn(RecordName, Option<usize>) -> bool,
    pub check: Check<'a>,
}

impl RecoveryGate<'_> {
    /// A group without a record has only files of planwright's own.
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
    /// Whether what it tells of is still so.
    pub fn stands(self) -> bool {
        matches!(self, Self::Open | Self::Done)
    }
}

impl Records {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder as a path below `.planwright`, where all records are.
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

    /// Puts right what processes that died have left, so that every group has happened or has not. A group that the
    /// gate refuses stays as it is, and is the error after all others are recovered.
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
                // The process that took it back died, or is about to mark it.
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

    /// Where texts lie while the user edits them.
    pub fn drafts(&self) -> PathBuf {
        self.folder.join("drafts")
    }

    /// By number.
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

    /// Its whole lines; the last one may have been cut within a character. `None` if it is not called so any more.
    pub fn read(&self, name: RecordName) -> Result<Option<Vec<u8>>, ApplyError> {
        let read = self.own(self.file_name(name))?.read(limits::RECORD_BYTES);
        let Some(mut bytes) = read.map_err(|error| self.failed("read a record", error))? else {
            return Ok(None);
        };
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        Ok(Some(bytes))
    }

    /// Begins a record that nobody else has. Its name is safe on the disk with its first group, or after
    /// [`Record::sync_name`].
    pub fn begin(&self) -> Result<Record, ApplyError> {
        self.make()?;
        let mut number = self.last_number()? + 1;
        loop {
            let record = self.own(self.file_name(RecordName {
                number,
                state: RecordState::Open,
            }))?;
            // What a person typed into a command stands in it as long as it is open.
            let file = match record.create(OFlags::WRONLY | OFlags::APPEND, 0o600) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    number += 1;
                    continue;
                }
                opened => opened.map_err(|error| self.failed("begin a record", error))?,
            };
            // Since we looked, somebody may have begun and finished a record of this number.
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

    /// Goes on with a record whose first `length` bytes count: what follows was cut.
    pub fn resume(&self, name: RecordName, length: usize) -> Result<Record, ApplyError> {
        let record = self.own(self.file_name(name))?;
        let open = || {
            let file = record.open(OFlags::WRONLY | OFlags::APPEND)?;
            let file = file.ok_or(io::ErrorKind::NotFound)?;
            file.set_len(u64::try_from(length).unwrap_or(u64::MAX))?;
            Ok(file)
        };
        let file = open().map_err(|error| self.failed("go on with a record", error))?;
        Ok(Record {
            records: self.clone(),
            number: name.number,
            file,
        })
    }

    /// Puts another text in the place of a record's own.
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

    /// Whoever puts things right may have marked it before us. What was marked further than we would is left so.
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
            // A folder in the place of a record would keep the mark from other records of its number.
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

    /// Where a group of a record keeps its journal.
    pub fn journal(&self, number: u32, group: usize) -> PathBuf {
        self.folder.join(format!("{number}-{group}"))
    }

    /// Where the group that takes a record back keeps its own.
    pub fn way_back(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number}-{BACK}"))
    }

    /// A file of its own for each name, for locks.
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

    /// Makes changes of our own that belong to no record.
    pub fn apply_loose(&self, root: &Root, name: &str, changes: &[Change]) -> Result<(), ApplyError> {
        self.make()?;
        let journal = self.folder.join(format!("{LOOSE}{name}"));
        apply::apply(root, &journal, changes, Author::Planwright)?;
        self.remove(&journal)
    }

    /// Also of journals whose record is gone: what they keep must not be mixed up with another one's.
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
            // A command may have put a folder in its place.
            self.remove(&self.path(record))?;
        }
        Ok(())
    }

    fn is_regular(&self, name: RecordName) -> bool {
        let file = self.own(self.file_name(name)).map(|own| own.open(OFlags::RDONLY));
        matches!(file, Ok(Ok(Some(_))))
    }

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
        OwnPath::of(&self.folder.join(name)).map_err(|error| self.failed("look", error))
    }

    /// Closed to others, like the files it will keep.
    fn make(&self) -> Result<(), ApplyError> {
        // What undo needs is nothing for git. It is written last, so where it is whole, everything is.
        const IGNORED: &[u8] = b"*\n";
        let ignored = self.own(".gitignore".to_owned())?;
        if matches!(ignored.read(IGNORED.len()), Ok(Some(found)) if found == IGNORED) {
            return Ok(());
        }
        let make = || {
            self.own_folder()?.make_folders(0o700)?;
            ignored.put_durable(IGNORED)?;
            self.own_folder()?.sync_way()
        };
        make().map_err(|error| self.failed("keep records", error))
    }

    pub(crate) fn names(&self) -> Result<Vec<String>, ApplyError> {
        let failed = |error| self.failed("look", error);
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
    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn append(&mut self, text: &str) -> Result<(), ApplyError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| self.records.failed("write a record", error))
    }

    pub fn sync(&self) -> Result<(), ApplyError> {
        self.file
            .sync_data()
            .map_err(|error| self.records.failed("write a record", error))
    }

    /// The folder that its name stands in.
    pub fn sync_name(&self) -> Result<(), ApplyError> {
        let synced = self.records.own_folder().and_then(|own| own.folder()?.sync());
        synced.map_err(|error| self.records.failed("begin a record", error))
    }

    /// Makes changes as one of the record's groups.
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

    /// Everything that it tells of has happened. Records that are too old to be asked for go.
    pub fn finish(self) -> Result<(), ApplyError> {
        let name = RecordName {
            number: self.number,
            state: RecordState::Open,
        };
        self.records.mark(name, RecordState::Done)?;
        self.records.forget_old()
    }

    /// Nothing has happened, so there is nothing to tell of.
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
