//! Who works at the same time as whom. What several agents change in one tree is told apart by what they declare; what
//! nobody declares is told of in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use model::schedule::overlap;
use model::{TaskNumber, TaskPath, limits};

#[derive(Debug, Default)]
pub(super) struct Company(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    present: BTreeMap<TaskNumber, Present>,
    /// All of them, so that each is counted once. What was looked at is limited itself.
    strays: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Present {
    places: Vec<TaskPath>,
    /// What those declare who have worked at any time beside it.
    beside: Vec<TaskPath>,
    is_alone: bool,
}

/// The files that were changed while one step was worked on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Changed {
    /// Those of the step itself.
    pub files: Vec<String>,
    /// Those among them that it does not declare, although it declares some.
    pub undeclared: Vec<String>,
}

impl Company {
    /// Until what comes back is dropped.
    pub fn enter(&self, number: TaskNumber, places: &[TaskPath]) -> Presence<'_> {
        let mut inner = self.inner();
        for other in inner.present.values_mut() {
            other.beside.extend_from_slice(places);
            other.is_alone = false;
        }
        let beside = inner.present.values().flat_map(|other| other.places.iter().cloned());
        let present = Present {
            places: places.to_vec(),
            beside: beside.collect(),
            is_alone: inner.present.is_empty(),
        };
        inner.present.insert(number, present);
        Presence { company: self, number }
    }

    /// Whose the changes are. What could be anybody's is nobody's, and remembered.
    pub fn sort_out(&self, number: TaskNumber, all: Vec<String>) -> Changed {
        let mut inner = self.inner();
        let Inner { present, strays } = &mut *inner;
        let Some(own) = present.get(&number) else {
            return Changed {
                files: all,
                undeclared: Vec::new(),
            };
        };
        let mut changed = Changed::default();
        for file in all {
            let is_own = own.places.is_empty() || is_declared(&file, &own.places);
            match (is_own, own.is_alone) {
                (true, _) => changed.files.push(file),
                (false, true) => {
                    changed.undeclared.push(file.clone());
                    changed.files.push(file);
                }
                (false, false) if is_declared(&file, &own.beside) => {}
                (false, false) => drop(strays.insert(file)),
            }
        }
        changed
    }

    /// As many as a list takes, and how many more there are.
    pub fn strays(&self) -> (Vec<String>, usize) {
        let strays = &self.inner().strays;
        let listed = strays.iter().take(limits::LIST_ENTRIES).cloned().collect();
        (listed, strays.len().saturating_sub(limits::LIST_ENTRIES))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who works, however it ends.
pub(super) struct Presence<'a> {
    company: &'a Company,
    number: TaskNumber,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.company.inner().present.remove(&self.number);
    }
}

pub(super) fn is_declared(file: &str, places: &[TaskPath]) -> bool {
    let file = TaskPath {
        path: file.to_owned(),
        creates: false,
    };
    overlap(&[file], places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(list: &[&str]) -> Vec<TaskPath> {
        list.iter().map(|path| TaskPath::read(path)).collect()
    }

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn whoever_works_alone_has_changed_everything() {
        let company = Company::default();
        let first = company.enter(TaskNumber(1), &paths(&["src/*.rs"]));
        let changed = company.sort_out(TaskNumber(1), texts(&["src/a.rs", "notes.md"]));
        assert_eq!(changed.files, ["src/a.rs", "notes.md"]);
        assert_eq!(changed.undeclared, ["notes.md"]);
        drop(first);
        let _second = company.enter(TaskNumber(2), &[]);
        let changed = company.sort_out(TaskNumber(2), texts(&["notes.md"]));
        assert_eq!((changed.files.len(), changed.undeclared.len()), (1, 0));
        assert_eq!(company.strays(), (Vec::new(), 0));
    }

    #[test]
    fn what_nobody_declares_is_remembered_where_several_work() {
        let company = Company::default();
        let _first = company.enter(TaskNumber(1), &paths(&["a"]));
        let second = company.enter(TaskNumber(2), &paths(&["b"]));
        let changed = company.sort_out(TaskNumber(2), texts(&["a/x", "b/y", "c"]));
        assert_eq!(changed.files, ["b/y"]);
        drop(second);
        // The other one has gone by now, and still was there.
        let changed = company.sort_out(TaskNumber(1), texts(&["a/x", "b/y", "d"]));
        assert_eq!(changed.files, ["a/x"]);
        assert_eq!(changed.undeclared, Vec::<String>::new());
        assert_eq!(company.strays(), (texts(&["c", "d"]), 0));
    }

    #[test]
    fn what_no_list_takes_is_counted_and_each_once() {
        let company = Company::default();
        let _first = company.enter(TaskNumber(1), &paths(&["a"]));
        let _second = company.enter(TaskNumber(2), &paths(&["b"]));
        let many: Vec<String> = (0..limits::LIST_ENTRIES + 7).map(|file| format!("c/{file}")).collect();
        for number in [1, 2] {
            company.sort_out(TaskNumber(number), many.clone());
        }
        let (listed, more) = company.strays();
        assert_eq!((listed.len(), more), (limits::LIST_ENTRIES, 7));
    }
}
