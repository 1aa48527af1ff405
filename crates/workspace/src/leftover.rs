//! What processes that died have left among the records, found without changing anything.

use std::collections::HashMap;

use crate::apply::{ApplyError, GroupState, group_state};
use crate::records::LOOSE;
use crate::{Records, Root};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leftover {
    None,
    /// Every file is whole, but [`Records::recover`] has something to clean up or to mark.
    Traces,
    /// Some files of a group may be changed and others not.
    HalfWritten {
        /// The record of the group; `None` for a group that belongs to no record.
        record: Option<u32>,
    },
}

impl Records {
    /// Costs one listing of the folder where nothing is left. What a live process is writing at this moment is none of it.
    pub fn leftover(&self, root: &Root) -> Result<Leftover, ApplyError> {
        if self.found()? == Leftover::None {
            return Ok(Leftover::None);
        }
        // A group is written under this lock, so whatever is found while nobody writes was left.
        match root.lock_for_look().map_err(ApplyError::Lock)? {
            Some(_lock) => self.found(),
            None => Ok(Leftover::None),
        }
    }

    fn found(&self) -> Result<Leftover, ApplyError> {
        let names = self.names()?;
        let states: HashMap<&str, &str> = names.iter().filter_map(|name| name.split_once('.')).collect();
        let mut found = Leftover::None;
        for name in &names {
            let journal = Journal::of(name, &states);
            match journal.map(|_| group_state(&self.folder().join(name))).transpose()? {
                Some(GroupState::Begun) => {
                    let record = name.split_once('-').and_then(|(number, _)| number.parse().ok());
                    return Ok(Leftover::HalfWritten { record });
                }
                Some(GroupState::Staged) => found = Leftover::Traces,
                // The next step was to remove it, or to mark its record.
                Some(GroupState::Over) if journal != Some(Journal::Group) => found = Leftover::Traces,
                _ if name.ends_with(".reverted") => found = Leftover::Traces,
                _ => {}
            }
        }
        Ok(found)
    }
}

/// A journal that a process may have left in the middle of its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Journal {
    Loose,
    /// Of an open record.
    Group,
    /// Of the undo of a record that is not marked as undone.
    WayBack,
}

impl Journal {
    /// `states` are those of the records, by number.
    fn of(name: &str, states: &HashMap<&str, &str>) -> Option<Self> {
        if name.starts_with(LOOSE) {
            return Some(Self::Loose);
        }
        let (number, group) = name.split_once('-')?;
        match (states.get(number).copied()?, group) {
            ("open" | "done", "back") => Some(Self::WayBack),
            ("open", _) => Some(Self::Group),
            _ => None,
        }
    }
}
