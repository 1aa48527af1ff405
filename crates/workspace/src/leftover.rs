//! Finds unfinished records of killed processes, and changes nothing.

use std::collections::HashMap;

use crate::apply::{ApplyError, GroupState, group_state};
use crate::records::LOOSE;
use crate::{Records, Root};

/// Unfinished work of a killed process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leftover {
    None,
    /// No file is half written, but [`Records::recover`] has journals to remove or records to mark.
    Traces,
    /// A group of file changes is unfinished: some files may be changed and others not.
    HalfWritten {
        /// The record of the group; `None` for a group that belongs to no record.
        record: Option<u32>,
    },
}

impl Records {
    /// Lists the folder once if there is nothing to find. A group that a live process is writing is not a leftover.
    pub fn leftover(&self, root: &Root) -> Result<Leftover, ApplyError> {
        if self.found()? == Leftover::None {
            return Ok(Leftover::None);
        }
        // Groups are written under this lock. An unfinished group while the lock is free belongs to a dead process.
        match root.lock_for_reading().map_err(ApplyError::Lock)? {
            Some(_lock) => self.found(),
            None => Ok(Leftover::None),
        }
    }

    fn found(&self) -> Result<Leftover, ApplyError> {
        let names = self.names()?;
        let states: HashMap<&str, &str> = names.iter().filter_map(|name| name.split_once('.')).collect();
        let mut found = Leftover::None;
        for name in &names {
            let journal = UnfinishedJournal::of(name, &states);
            match journal.map(|_| group_state(&self.folder().join(name))).transpose()? {
                Some(GroupState::Begun) => {
                    let record = name.split_once('-').and_then(|(number, _)| number.parse().ok());
                    return Ok(Leftover::HalfWritten { record });
                }
                Some(GroupState::Staged) => found = Leftover::Traces,
                // The process died before it removed the journal or marked the record.
                Some(GroupState::Finished) if journal != Some(UnfinishedJournal::Group) => found = Leftover::Traces,
                _ if name.ends_with(".reverted") => found = Leftover::Traces,
                _ => {}
            }
        }
        Ok(found)
    }
}

/// A journal that may be unfinished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnfinishedJournal {
    Loose,
    /// A group of an open record.
    Group,
    /// The undo of a record that is not marked as undone.
    Undo,
}

impl UnfinishedJournal {
    /// `states` maps the number of a record to its state.
    fn of(name: &str, states: &HashMap<&str, &str>) -> Option<Self> {
        if name.starts_with(LOOSE) {
            return Some(Self::Loose);
        }
        let (number, group) = name.split_once('-')?;
        match (states.get(number).copied()?, group) {
            ("open" | "done", "back") => Some(Self::Undo),
            ("open", _) => Some(Self::Group),
            _ => None,
        }
    }
}
