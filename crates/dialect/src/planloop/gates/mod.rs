//! The gates that a plan must pass before any of it is stored. One file is one rule, and its documentation.
//!
//! The rules look only at what they are given: the payload, the part of the plan it touches, and what the engine found
//! on disk for [`paths_to_look_up`].

pub mod dependency_cycle;
pub mod dependency_exists;
mod ground;
pub mod hint_actionable;
pub mod hint_path;
mod links;
mod mention;
pub mod path_exists;
pub mod path_safe;
mod reach;
mod reference;
mod subject;
pub mod task_hints;
pub mod task_paths;
pub mod task_title;
pub mod task_type;
mod verbs;

use std::collections::{BTreeMap, BTreeSet};

use model::{Diagnostic, TaskNumber, ThreadState};

pub use ground::Ground;
pub use subject::Subject;

use super::faults::Faults;
use super::path;
use super::payload::{LIMIT, Payload};
use mention::Shape;

/// What is known beside the payload.
///
/// `thread.tasks` must answer where every number in the payload's dependencies stands, who creates each of
/// [`paths_to_look_up`], and, if [`Payload::needs_ancestors`] says so, what the named and updated tasks wait for, all
/// the way up.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    pub thread: &'a ThreadState,
    /// By bare path: no leading `./`, no trailing `/`.
    pub on_disk: &'a BTreeMap<String, OnDisk>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDisk {
    File,
    Folder,
    Missing,
}

/// Every rule's name, in the order in which a task is judged.
pub const RULES: [&str; 10] = [
    task_title::RULE,
    task_type::RULE,
    task_hints::RULE,
    task_paths::RULE,
    dependency_exists::RULE,
    dependency_cycle::RULE,
    path_safe::RULE,
    path_exists::RULE,
    hint_actionable::RULE,
    hint_path::RULE,
];

/// Every fault of every task, in the order of the payload. The payload must have been read without faults.
pub fn check(payload: &Payload, facts: &Facts<'_>) -> Vec<Diagnostic> {
    let (ground, subjects) = Ground::new(payload, facts);
    let mut circles = dependency_cycle::Circles::new(&ground.circles);
    let mut faults = Faults::default();
    for (judged, task) in subjects.iter().enumerate() {
        if faults.is_full() {
            return unjudged(faults, subjects.len() - judged);
        }
        faults.note_all(task_title::check(task));
        faults.note_all(task_type::check(task));
        faults.note_all(task_hints::check(task));
        faults.note_all(task_paths::check(task));
        faults.note_all(dependency_exists::check(task, &ground));
        faults.note_all(circles.check(task));
        faults.note_all(path_safe::check(task));
        faults.note_all(path_exists::check(task, &ground));
        faults.note_all(hint_actionable::check(task));
        faults.note_all(hint_path::check(task, &ground));
    }
    faults.into_diagnostics()
}

/// Nobody reads that many faults, so a hostile payload is not judged to its end.
fn unjudged(faults: Faults, left: usize) -> Vec<Diagnostic> {
    let mut diagnostics = faults.into_diagnostics();
    let message = format!("{left} more tasks were not judged.");
    diagnostics.push(Diagnostic::error(LIMIT, message).with_hint("Mend what is listed, then send the plan again."));
    diagnostics
}

/// The paths of which the rules must know what is on disk and which stored tasks create them, as files or folders.
/// They are bare: no leading `./`, no trailing `/`.
pub fn paths_to_look_up(payload: &Payload) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for task in Subject::all(payload, TaskNumber(0), &BTreeMap::new()) {
        for listed in task.paths.unwrap_or_default() {
            if path::danger(&listed.path).is_none() {
                let bare = path::bare(&listed.path);
                paths.insert(bare.to_owned());
                paths.extend(path::parent(bare).filter(|_| listed.creates).map(str::to_owned));
            }
        }
        for mention in task
            .hints
            .unwrap_or_default()
            .iter()
            .flat_map(|hint| mention::mentions(hint))
        {
            let first = mention.first_folder().filter(|_| mention.shape == Shape::Loose);
            paths.extend(first.map(str::to_owned));
            paths.insert(mention.bare);
        }
    }
    paths.remove("");
    paths
}

impl Payload {
    /// Whether judging it takes what stored tasks wait for, all the way up: to find circles through changed
    /// dependencies, or the earlier task that creates a path which is not there yet.
    pub fn needs_ancestors(&self, on_disk: &BTreeMap<String, OnDisk>) -> bool {
        let subjects = Subject::all(self, TaskNumber(0), &BTreeMap::new());
        self.update.iter().any(|update| update.dependencies.is_some())
            || subjects
                .iter()
                .any(|task| ground::missing(task, on_disk).next().is_some())
    }
}

#[cfg(test)]
#[path = "gates_tests.rs"]
mod tests;
