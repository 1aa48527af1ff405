//! A turn that was taken back.

use std::fmt::Write;

use model::RelPath;
use serde::Serialize;

use crate::native::json::pretty;
use crate::native::style::{WARNING, paint};
use crate::native::visible::visible;

pub struct UndoTurnView<'a> {
    pub plan: &'a str,
    pub turn: Option<&'a str>,
    pub files: &'a [RelPath],
    /// They ran, and what they did elsewhere stays.
    pub commands: &'a [String],
    pub left: &'a [RelPath],
    /// An earlier call took it back, and died before it could say so.
    pub was_interrupted: bool,
    /// What could not follow the files.
    pub remarks: &'a [String],
}

#[derive(Serialize)]
struct UndoTurnShape<'a> {
    plan: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<&'a str>,
    files: Vec<&'a str>,
    commands_not_undone: &'a [String],
    files_left: Vec<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    was_interrupted: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    remarks: &'a [String],
}

pub fn undo_turn_json(view: &UndoTurnView<'_>) -> String {
    let paths = |paths: &'_ [RelPath]| -> Vec<String> { paths.iter().map(ToString::to_string).collect() };
    let (files, left) = (paths(view.files), paths(view.left));
    pretty(&UndoTurnShape {
        plan: view.plan,
        turn: view.turn,
        files: files.iter().map(String::as_str).collect(),
        commands_not_undone: view.commands,
        files_left: left.iter().map(String::as_str).collect(),
        was_interrupted: view.was_interrupted,
        remarks: view.remarks,
    })
}

pub fn undo_turn_text(view: &UndoTurnView<'_>) -> String {
    let mut text = format!("took back {}\n", visible(view.turn.unwrap_or(view.plan)));
    for path in view.files {
        let _ = writeln!(text, "  {}", visible(path.as_str()));
    }
    if view.files.is_empty() {
        text += "  it had changed no file\n";
    }
    for command in view.commands {
        let first = command.lines().next().unwrap_or_default();
        let _ = writeln!(
            text,
            "{} {}",
            paint(WARNING, "not taken back: what this command did:"),
            visible(first)
        );
    }
    for path in view.left {
        let _ = writeln!(
            text,
            "{} {}",
            paint(WARNING, "left as a command made it:"),
            visible(path.as_str())
        );
    }
    for remark in view.remarks {
        let _ = writeln!(text, "{} {}", paint(WARNING, "note:"), visible(remark));
    }
    if view.was_interrupted {
        text += "an earlier call took it back and was interrupted; this one took back nothing else\n";
    }
    text
}
