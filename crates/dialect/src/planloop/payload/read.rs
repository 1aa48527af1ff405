//! From text to a change, with everything that is wrong with it.

use std::slice;

use model::{Brief, Change, Diagnostic, Edit, Fence, NewTask, OpVersion, TaskChange, ThreadId, limits};

use super::rules::{EMPTY, JSON, LIMIT, WORDING};
use super::{FieldPlaces, PayloadOrigin, fields, new_task};
use crate::data::json::{self, Break};
use crate::data::{Collector, Field, locate};

const TOP_FIELDS: [&str; 5] = [
    "add_tasks",
    "update_tasks",
    "final_summary",
    "last_seen_version",
    "agent",
];
const TASK_FIELDS: [&str; 5] = ["title", "type", "dependencies", "context_hints", "relevant_file_paths"];
/// Models give tasks ids of their own, which the caller reads.
pub(crate) const NUMBERED_TASK_FIELDS: [&str; 6] = [
    "title",
    "type",
    "dependencies",
    "context_hints",
    "relevant_file_paths",
    "id",
];
const UPDATE_FIELDS: [&str; 8] = [
    "id",
    "status",
    "title",
    "type",
    "dependencies",
    "context_hints",
    "relevant_file_paths",
    "fence",
];

const NOTHING_TO_DO: &str = "The payload is empty: it neither adds nor changes anything.";
const SAY_SOMETHING: &str = "Give at least one of `add_tasks`, `update_tasks` or `final_summary`.";

/// Reads any text. Only a change without diagnostics is fit to be judged by the gates and applied. The engine sets its
/// thread, which no payload names, and the ids of its new tasks.
pub fn read_update(text: &str) -> (Change, PayloadOrigin, Vec<Diagnostic>) {
    let mut log = Collector::new(text, &WORDING);
    let read = read(text, &mut log);
    let (change, origin) = read.unwrap_or_else(|| (Change::empty(ThreadId::PRIMARY), PayloadOrigin::default()));
    (change, origin, log.finish())
}

fn read(text: &str, log: &mut Collector<'_>) -> Option<(Change, PayloadOrigin)> {
    if text.len() > limits::PAYLOAD_BYTES {
        let (size, limit) = (text.len(), limits::PAYLOAD_BYTES);
        let message = format!("The payload is too large: {size} bytes, and the limit is {limit}.");
        log.note(|| Diagnostic::error(LIMIT, message).with_hint(WORDING.limit_hint));
        return None;
    }
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        log.note(|| Diagnostic::error(EMPTY, "There is no payload: the text is empty.").with_hint(SAY_SOMETHING));
        return None;
    }
    match json::parse(text) {
        Ok(root) => Some(payload(&Field::top(&root), log)),
        Err((at, why)) => {
            log.note(|| not_json(text, at, why));
            None
        }
    }
}

fn not_json(text: &str, at: usize, why: Break) -> Diagnostic {
    let mut diagnostic = JSON.at(at..at, "", json_hint(text, at, why));
    locate(text, slice::from_mut(&mut diagnostic));
    let (line, column) = diagnostic.place.line_column.unwrap_or((1, 1));
    let reason = why.reason();
    Diagnostic {
        message: format!("The payload is not valid JSON: {reason} at line {line}, column {column}."),
        ..diagnostic
    }
}

/// What the writer probably did.
fn json_hint(text: &str, at: usize, why: Break) -> &'static str {
    let rest = &text[at..];
    if text.trim_start().starts_with("```") {
        return "Send the JSON alone, without a Markdown fence around it.";
    }
    if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        return Break::Comment.hint();
    }
    match why {
        Break::End => {
            "The text ends too early. If the shell cut it at a quote, send it through a quoted here-document: planloop update <<'EOF'."
        }
        Break::Key | Break::Colon | Break::Comma | Break::Value | Break::Number | Break::Escape => {
            "Check the text just before this place; if the shell may have changed it, send it through a quoted here-document: planloop update <<'EOF'."
        }
        _ => why.hint(),
    }
}

fn payload(top: &Field<'_>, log: &mut Collector<'_>) -> (Change, PayloadOrigin) {
    let (mut change, mut origin) = (Change::empty(ThreadId::PRIMARY), PayloadOrigin::default());
    for (name, field) in top.object(&TOP_FIELDS, log) {
        match name {
            "add_tasks" => (change.add, origin.add) = tasks(&field, &TASK_FIELDS, log),
            "update_tasks" => {
                let updates = field.list("updates", log, update).unwrap_or_default();
                (change.update, origin.update) = updates.into_iter().unzip();
            }
            "final_summary" => change.summary = fields::summary(&field, log),
            "last_seen_version" => change.last_seen = field.whole(log).map(OpVersion),
            _ => origin.agent = fields::agent(&field, log),
        }
    }
    let is_idle = change.add.is_empty() && change.update.is_empty() && change.summary.is_none();
    if is_idle && log.is_empty() {
        log.empty(top, NOTHING_TO_DO, SAY_SOMETHING);
    }
    (change, origin)
}

pub(crate) fn tasks(
    field: &Field<'_>,
    allowed: &[&'static str],
    log: &mut Collector<'_>,
) -> (Vec<NewTask>, Vec<FieldPlaces>) {
    let tasks = field.list("tasks", log, |item, log| Some(task(item, allowed, log)));
    let tasks = tasks.unwrap_or_default();
    log.too_large(field, tasks.len(), limits::TASKS, "tasks");
    tasks.into_iter().unzip()
}

/// A field that is missing is for the gates to judge: the brief holds an empty one, and the places do not name it.
fn task(object: &Field<'_>, allowed: &[&'static str], log: &mut Collector<'_>) -> (NewTask, FieldPlaces) {
    let known = object.object(allowed, log);
    let places = FieldPlaces::of(object, &known);
    let (mut brief, mut after) = (Brief::default(), Vec::new());
    for (name, field) in known {
        match name {
            "title" => brief.title = field.title(log).unwrap_or_default(),
            "type" => brief.kind = fields::kind(&field, log),
            "dependencies" => after = fields::tasks(&field, log).unwrap_or_default(),
            "context_hints" => brief.hints = fields::texts(&field, log).unwrap_or_default(),
            "relevant_file_paths" => brief.paths = fields::paths(&field, log).unwrap_or_default(),
            _ => {}
        }
    }
    (new_task(brief, after), places)
}

fn update(object: &Field<'_>, log: &mut Collector<'_>) -> Option<(TaskChange, FieldPlaces)> {
    // An unknown field was meant to change something.
    let is_idle = object
        .node
        .entries()
        .iter()
        .all(|(key, _)| matches!(key.key(), "id" | "fence"));
    let known = object.object(&UPDATE_FIELDS, log);
    let places = FieldPlaces::of(object, &known);
    let (mut task, mut edit) = (None, Edit::default());
    let (mut after, mut to, mut fence) = (None, None, None);
    for (name, field) in known {
        match name {
            "id" => task = fields::task(&field, log),
            "status" => to = fields::status(&field, log),
            "title" => edit.title = field.title(log),
            "type" => edit.kind = fields::kind(&field, log),
            "dependencies" => after = fields::tasks(&field, log),
            "context_hints" => edit.hints = fields::texts(&field, log),
            "relevant_file_paths" => edit.paths = fields::paths(&field, log),
            _ => fence = field.whole(log).map(Fence),
        }
    }
    if object.is_object() && !places.has("id") {
        let hint = "Say which task is meant; the answer of `status` lists the ids.";
        log.missing_field(object, "id", hint);
    } else if places.has("id") && is_idle {
        let hint = "Add the new `status` or another field, or leave the entry out.";
        log.empty(object, format!("`{object}` names a task and changes nothing."), hint);
    }
    let change = TaskChange {
        task: task?,
        edit,
        after,
        to,
        fence,
    };
    Some((change, places))
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
