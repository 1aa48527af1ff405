//! From text to a payload, with everything that is wrong with it.

use std::slice;

use model::{Diagnostic, limits};

use super::rules::{EMPTY, JSON, LIMIT, WORDING};
use super::{FieldPlaces, Payload, TaskDraft, UpdateDraft, fields};
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

/// Reads any text. Only a payload without diagnostics is fit to be judged by the gates and applied.
pub fn read_update(text: &str) -> (Payload, Vec<Diagnostic>) {
    let mut log = Collector::new(text, &WORDING);
    let payload = read(text, &mut log);
    (payload, log.finish())
}

fn read(text: &str, log: &mut Collector<'_>) -> Payload {
    if text.len() > limits::PAYLOAD_BYTES {
        let (size, limit) = (text.len(), limits::PAYLOAD_BYTES);
        let message = format!("The payload is too large: {size} bytes, and the limit is {limit}.");
        log.note(|| Diagnostic::error(LIMIT, message).with_hint(WORDING.limit_hint));
        return Payload::default();
    }
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        log.note(|| Diagnostic::error(EMPTY, "There is no payload: the text is empty.").with_hint(SAY_SOMETHING));
        return Payload::default();
    }
    match json::parse(text) {
        Ok(root) => payload(&Field::top(&root), log),
        Err((at, why)) => {
            log.note(|| not_json(text, at, why));
            Payload::default()
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

fn payload(top: &Field<'_>, log: &mut Collector<'_>) -> Payload {
    let mut payload = Payload::default();
    for (name, field) in top.object(&TOP_FIELDS, log) {
        match name {
            "add_tasks" => payload.add = tasks(&field, &TASK_FIELDS, log),
            "update_tasks" => payload.update = field.list("updates", log, update).unwrap_or_default(),
            "final_summary" => payload.summary = fields::summary(&field, log),
            "last_seen_version" => payload.last_seen = field.whole(log),
            _ => payload.agent = fields::agent(&field, log),
        }
    }
    let is_idle = payload.add.is_empty() && payload.update.is_empty() && payload.summary.is_none();
    if is_idle && log.is_empty() {
        log.empty(top, NOTHING_TO_DO, SAY_SOMETHING);
    }
    payload
}

pub(crate) fn tasks(field: &Field<'_>, allowed: &[&'static str], log: &mut Collector<'_>) -> Vec<TaskDraft> {
    let tasks = field.list("tasks", log, |item, log| Some(task(item, allowed, log)));
    let tasks = tasks.unwrap_or_default();
    log.too_large(field, tasks.len(), limits::TASKS, "tasks");
    tasks
}

fn task(object: &Field<'_>, allowed: &[&'static str], log: &mut Collector<'_>) -> TaskDraft {
    let known = object.object(allowed, log);
    let mut draft = TaskDraft {
        places: FieldPlaces::of(object, &known),
        ..TaskDraft::default()
    };
    for (name, field) in known {
        match name {
            "title" => draft.title = field.title(log),
            "type" => draft.kind = fields::kind(&field, log),
            "dependencies" => draft.dependencies = fields::task_numbers(&field, log).unwrap_or_default(),
            "context_hints" => draft.hints = fields::texts(&field, log),
            "relevant_file_paths" => draft.paths = fields::paths(&field, log),
            _ => {}
        }
    }
    draft
}

fn update(object: &Field<'_>, log: &mut Collector<'_>) -> Option<UpdateDraft> {
    // An unknown field was meant to change something.
    let is_idle = object
        .node
        .entries()
        .iter()
        .all(|(key, _)| matches!(key.key(), "id" | "fence"));
    let known = object.object(&UPDATE_FIELDS, log);
    let has_id = known.iter().any(|(name, _)| *name == "id");
    let mut draft = UpdateDraft {
        places: FieldPlaces::of(object, &known),
        ..UpdateDraft::default()
    };
    for (name, field) in known {
        match name {
            "id" => draft.id = fields::task_number(&field, log).unwrap_or_default(),
            "status" => draft.status = fields::status(&field, log),
            "title" => draft.title = field.title(log),
            "type" => draft.kind = fields::kind(&field, log),
            "dependencies" => draft.dependencies = fields::task_numbers(&field, log),
            "context_hints" => draft.hints = fields::texts(&field, log),
            "relevant_file_paths" => draft.paths = fields::paths(&field, log),
            _ => draft.fence = field.whole(log),
        }
    }
    if object.is_object() && !has_id {
        let hint = "Say which task is meant; the answer of `status` lists the ids.";
        log.missing_field(object, "id", hint);
    } else if has_id && is_idle {
        let hint = "Add the new `status` or another field, or leave the entry out.";
        log.empty(object, format!("`{object}` names a task and changes nothing."), hint);
    }
    has_id.then_some(draft)
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
