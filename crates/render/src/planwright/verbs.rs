//! The command lines that answers suggest. They stand together so that the door can test that each of them works.

use anstyle::Style;
use model::{SignalId, Task, TaskNumber};

use crate::show::style::{COMMAND, paint};

pub(super) const STYLE: Style = COMMAND;

pub fn next() -> String {
    "planwright next".to_owned()
}

pub fn claim() -> String {
    "planwright next --claim".to_owned()
}

pub fn add() -> String {
    "planwright add \"TITLE\"".to_owned()
}

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

pub fn list() -> String {
    "planwright list".to_owned()
}

pub fn status() -> String {
    "planwright status".to_owned()
}

pub fn log() -> String {
    "planwright log".to_owned()
}

pub fn undo() -> String {
    "planwright undo".to_owned()
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

pub fn close() -> String {
    "planwright close \"WHAT WAS DONE\"".to_owned()
}

pub(super) fn painted(command: &str) -> String {
    paint(STYLE, command)
}
