//! The gates that a plan must pass before any of it is stored. One file checks one rule.
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

use model::{Change, Diagnostic, TaskNumber, ThreadState};

pub use ground::Ground;
pub use subject::Subject;

use super::path;
use super::payload::{LIMIT, PayloadOrigin, WORDING};
use crate::data::Collector;
use crate::rules::rules;
use mention::Shape;

/// What is known beside the payload.
///
/// `thread.tasks` must answer where every number in the payload's dependencies stands, who creates each of
/// [`paths_to_look_up`], and, if [`needs_ancestors`] says so, what the named and updated tasks wait for, all
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

rules! {
    TASK_TITLE: Error "task-title",
        "A task has a title that is not empty.",
        "Every answer, board and log shows a task by its title.";
    TASK_TYPE: Error "task-type",
        "A new task has a `type`.",
        "The type tells the agent what to expect: a `bugfix` begins with a failing test, a `docs` task needs no build.";
    TASK_HINTS: Error "task-hints",
        "A task has at least one context hint.",
        "The agent has not read what the author has read. Without hints, every task begins with a search.";
    TASK_PATHS: Error "task-paths",
        "A task names at least one file or folder.",
        "Paths show where the work is, and which tasks would change the same files.";
    DEPENDENCY_EXISTS: Error "dependency-exists",
        "Every id in `dependencies` is a task of the plan or of the same payload.",
        "A task that depends on a missing task never starts. New tasks get the next free ids, in the order of the payload.";
    DEPENDENCY_CYCLE: Error "dependency-cycle",
        "No task depends on itself, directly or through other tasks.",
        "No task of a cycle can start.";
    PATH_SAFE: Error "path-safe",
        "Every path of a task is relative to the project root and stays inside the project.",
        "A path outside of the project means nothing in another clone, and an agent must not follow it.";
    PATH_EXISTS: Error "path-exists",
        "Every path of a task exists, is created by an earlier task, or begins with `+` if the task creates it.",
        "A path that does not exist is the most common sign of a plan that was made without looking. A new file needs a \
         folder that exists or that the plan creates, such as `+pkg/`.";
    HINT_ACTIONABLE: Error "hint-actionable",
        "Every hint tells the reader to do something, or points at something.",
        "A reader cannot act on \"Be careful\". A hint needs a verb or a reference: a name in back-ticks, a file, a \
         section or a URL.";
    HINT_PATH: Error "hint-path",
        "A path in back-ticks in a hint exists, or a task of the plan creates it.",
        "Agents follow hints literally, and a missing file costs them a search. Only clear paths are checked: \
         `src/api/utils.py`, `docs/` and `spec.md`, but not `/users` or `application/json`.";
}

/// Every fault of every task, in the order of the payload. The payload must have been read without faults. Spans are those
/// of the text that the payload was read from; [`locate`](crate::data::locate) adds the lines.
pub fn check(change: &Change, origin: &PayloadOrigin, facts: &Facts<'_>) -> Vec<Diagnostic> {
    let (ground, subjects) = Ground::new(change, origin, facts);
    let mut circles = dependency_cycle::Circles::new(&ground.circles);
    let mut faults = Collector::new("", &WORDING);
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
    faults.unplaced()
}

/// Nobody reads that many faults, so a hostile payload is not judged to its end.
fn unjudged(faults: Collector<'_>, left: usize) -> Vec<Diagnostic> {
    let mut diagnostics = faults.unplaced();
    let message = format!("{left} more tasks were not judged.");
    diagnostics.push(Diagnostic::error(LIMIT, message).with_hint("Mend what is listed, then send the plan again."));
    diagnostics
}

/// The paths of which the rules must know what is on disk and which stored tasks create them, as files or folders.
/// They are bare: no leading `./`, no trailing `/`.
pub fn paths_to_look_up(change: &Change) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for task in Subject::all(change, &PayloadOrigin::default(), TaskNumber(0), &BTreeMap::new()) {
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

/// Whether judging a change takes what stored tasks depend on, all the way up: to find cycles through changed
/// dependencies, or the earlier task that creates a path which is not there yet.
pub fn needs_ancestors(change: &Change, on_disk: &BTreeMap<String, OnDisk>) -> bool {
    let origin = PayloadOrigin::default();
    let subjects = Subject::all(change, &origin, TaskNumber(0), &BTreeMap::new());
    change.update.iter().any(|update| update.after.is_some())
        || subjects
            .iter()
            .any(|task| ground::missing(task, on_disk).next().is_some())
}

#[cfg(test)]
#[path = "gates/gates_tests.rs"]
mod tests;
