//! The command lines that answers suggest. They stand together so that the door can test that each of them works.

use anstyle::Style;
use model::{SignalId, Task, TaskNumber};

use crate::show::style::{COMMAND, paint};

pub(super) const STYLE: Style = COMMAND;

pub const NEXT: &str = "planwright next";
pub const CLAIM: &str = "planwright next --claim";
pub const ADD: &str = "planwright add \"TITLE\"";
pub const LIST: &str = "planwright list";
pub const STATUS: &str = "planwright status";
pub const LOG: &str = "planwright log";
pub const UNDO: &str = "planwright undo";
pub const CLOSE: &str = "planwright close \"WHAT WAS DONE\"";

pub fn done(task: TaskNumber) -> String {
    format!("planwright done {task}")
}

pub fn fail(task: TaskNumber) -> String {
    format!("planwright fail {task} \"WHY\"")
}

pub fn abandon(task: TaskNumber) -> String {
    format!("planwright drop {task}")
}

pub fn show(task: TaskNumber) -> String {
    format!("planwright show {task}")
}

pub fn clear(signal: &SignalId) -> String {
    format!("planwright signal {signal} --close")
}

/// Takes one dependency away and keeps the others.
pub fn waive(task: &Task, dependency: TaskNumber) -> String {
    let rest = task.after.iter().filter(|number| **number != dependency);
    let mut flags: String = rest.map(|number| format!(" --after {number}")).collect();
    if flags.is_empty() {
        flags.push_str(" --after none");
    }
    format!("planwright edit {}{flags}", task.number)
}

pub fn reopen(task: TaskNumber) -> String {
    format!("planwright reopen {task}")
}

pub(super) fn painted(command: &str) -> String {
    paint(STYLE, command)
}
