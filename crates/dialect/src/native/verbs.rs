//! The command lines that answers suggest. They stand together so that the door can test that each of them works.

use anstyle::Style;
use model::{SignalId, Task, TaskNumber};

use super::style::{COMMAND, paint};

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

/// Takes one dependency away and keeps the others. The native door has no verb for this, planloop's update does it.
pub fn waive(task: &Task, dependency: TaskNumber) -> String {
    let rest: Vec<_> = task
        .after
        .iter()
        .filter(|number| **number != dependency)
        .map(ToString::to_string)
        .collect();
    let update = format!(
        r#"{{"update_tasks":[{{"id":{},"dependencies":[{}]}}]}}"#,
        task.number,
        rest.join(",")
    );
    format!("planloop update --json '{update}'")
}

pub fn close() -> String {
    r#"planloop update --json '{"final_summary":"WHAT WAS DONE"}'"#.to_owned()
}

pub(super) fn painted(command: &str) -> String {
    paint(STYLE, command)
}
