//! What the rules stand on: the project's files, the stored plan, and what the payload itself will make.

use std::collections::{BTreeMap, BTreeSet};

use model::{Change, Task, TaskNumber};

use super::links::Links;
use super::reach::{self, Wish};
use super::{Facts, OnDisk, Subject, needs_ancestors};
use crate::planloop::path;
use crate::planloop::payload::PayloadOrigin;

pub struct Ground<'a> {
    facts: &'a Facts<'a>,
    new: std::ops::Range<u32>,
    stored: BTreeMap<TaskNumber, &'a Task>,
    made: Made<'a>,
    /// Last parts of all paths in the payload.
    names: BTreeSet<&'a str>,
    /// Missing paths that a task may name, since something before it makes them.
    granted: BTreeSet<(TaskNumber, &'a str)>,
    pub(super) circles: Vec<Vec<TaskNumber>>,
}

/// Who makes what, by bare path, as the payload says.
#[derive(Default)]
struct Made<'a> {
    by_path: BTreeMap<&'a str, Vec<TaskNumber>>,
    /// Those that are written as folders.
    folders: BTreeSet<&'a str>,
    /// Tasks whose stored paths no longer count.
    repathed: BTreeSet<TaskNumber>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(change: &'a Change, origin: &'a PayloadOrigin, facts: &'a Facts<'a>) -> (Self, Vec<Subject<'a>>) {
        let first = facts.thread.next_number;
        let added = u32::try_from(change.add.len()).unwrap_or(u32::MAX);
        let stored: BTreeMap<_, _> = facts.thread.tasks.rows().map(|task| (task.number, task)).collect();
        let subjects = Subject::all(change, origin, first, &stored);
        let mut ground = Self {
            facts,
            new: first.0..first.0.saturating_add(added),
            stored,
            made: Made::by(&subjects),
            names: file_names(&subjects),
            granted: BTreeSet::new(),
            circles: Vec::new(),
        };
        let reaches_up = needs_ancestors(change, facts.on_disk);
        let links = Links::new(&subjects, facts, |number| ground.is_task(number), reaches_up);
        ground.granted = reach::granted(ground.wishes(&subjects), &links);
        ground.circles = links.circles;
        (ground, subjects)
    }

    pub fn is_task(&self, number: TaskNumber) -> bool {
        let is_stored = || self.facts.thread.tasks.standing(number).is_some();
        self.new.contains(&number.0) || (number.0 > 0 && number.0 < self.new.start && is_stored())
    }

    /// The first and last number that the payload's new tasks get.
    pub fn new_numbers(&self) -> Option<(u32, u32)> {
        Some((self.new.start, self.new.clone().last()?))
    }

    pub fn on_disk(&self, bare: &str) -> OnDisk {
        on_disk(self.facts.on_disk, bare)
    }

    pub fn exists(&self, bare: &str) -> bool {
        self.on_disk(bare) != OnDisk::Missing
    }

    /// The tasks that make the path, ascending.
    pub fn makers(&self, bare: &str) -> Vec<TaskNumber> {
        let of_payload = self.made.by_path.get(bare).into_iter().flatten().copied();
        let mut makers: Vec<_> = of_payload.chain(self.stored_makers(bare)).collect();
        makers.sort_unstable();
        makers.dedup();
        makers
    }

    /// The store does not remember whether a created path is a folder, so a stored one gets the benefit of the doubt.
    pub fn is_folder_made(&self, bare: &str) -> bool {
        self.made.folders.contains(bare) || self.stored_makers(bare).next().is_some()
    }

    /// The task itself, or one that it waits for, makes the path.
    pub fn is_made_before(&self, task: TaskNumber, bare: &str) -> bool {
        self.granted.contains(&(task, bare))
    }

    /// Some path that the task or the payload lists ends in this name.
    pub fn is_name_listed(&self, task: &Subject<'_>, name: &str) -> bool {
        let stored = self.stored.get(&task.number).filter(|_| task.paths.is_none());
        let stored_paths = stored.into_iter().flat_map(|task| &task.brief.paths);
        self.names.contains(name)
            || stored_paths
                .into_iter()
                .any(|listed| path::file_name(path::bare(&listed.path)) == name)
    }

    fn stored_makers(&self, bare: &str) -> impl Iterator<Item = TaskNumber> {
        let stored = self.facts.thread.tasks.creators(bare);
        stored.into_iter().filter(|task| !self.made.repathed.contains(task))
    }

    fn wishes(&self, subjects: &[Subject<'a>]) -> Vec<Wish<'a>> {
        let mut wanted: BTreeMap<&'a str, Vec<TaskNumber>> = BTreeMap::new();
        for task in subjects {
            for bare in missing(task, self.facts.on_disk) {
                wanted.entry(bare).or_default().push(task.number);
            }
        }
        let wish = |(path, wanted_by)| {
            let makers = self.makers(path);
            (!makers.is_empty()).then_some(Wish {
                path,
                makers,
                wanted_by,
            })
        };
        wanted.into_iter().filter_map(wish).collect()
    }
}

impl<'a> Made<'a> {
    fn by(subjects: &[Subject<'a>]) -> Self {
        let mut last_word = BTreeMap::new();
        for task in subjects {
            if let Some(paths) = task.paths {
                last_word.insert(task.number, paths);
            }
        }
        let mut made = Self::default();
        for (number, paths) in last_word {
            made.repathed.insert(number);
            for created in paths.iter().filter(|listed| listed.creates) {
                let bare = path::bare(&created.path);
                made.by_path.entry(bare).or_default().push(number);
                made.folders.extend(Some(bare).filter(|_| created.path.ends_with('/')));
            }
        }
        made
    }
}

/// The root is always there. A path that was not looked up is taken for missing.
pub(super) fn on_disk(on_disk: &BTreeMap<String, OnDisk>, bare: &str) -> OnDisk {
    match bare {
        "" => OnDisk::Folder,
        bare => on_disk.get(bare).copied().unwrap_or(OnDisk::Missing),
    }
}

/// The paths that the task names plainly although they are not there.
pub(super) fn missing<'a>(task: &Subject<'a>, on_disk: &BTreeMap<String, OnDisk>) -> impl Iterator<Item = &'a str> {
    let plain = task.paths.unwrap_or_default().iter().filter(|listed| !listed.creates);
    let safe = plain.filter(|listed| path::danger(&listed.path).is_none());
    safe.map(|listed| path::bare(&listed.path))
        .filter(|bare| self::on_disk(on_disk, bare) == OnDisk::Missing)
}

fn file_names<'a>(subjects: &[Subject<'a>]) -> BTreeSet<&'a str> {
    let paths = subjects.iter().flat_map(|task| task.paths.unwrap_or_default());
    paths.map(|listed| path::file_name(path::bare(&listed.path))).collect()
}
