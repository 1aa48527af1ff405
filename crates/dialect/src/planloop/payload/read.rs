//! From text to a payload, with everything that is wrong with it.

use model::{Diagnostic, limits};

use super::fault::EMPTY;
use super::tree::Json;
use super::way::Way;
use super::{Payload, TaskDraft, UpdateDraft, fields, syntax};
use crate::planloop::faults::Faults;

const TOP_FIELDS: [&str; 5] = [
    "add_tasks",
    "update_tasks",
    "final_summary",
    "last_seen_version",
    "agent",
];
const TASK_FIELDS: [&str; 5] = ["title", "type", "dependencies", "context_hints", "relevant_file_paths"];
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
    let mut faults = Faults::default();
    let payload = read(text, &mut faults);
    (payload, faults.into_diagnostics())
}

fn read(text: &str, faults: &mut Faults) -> Payload {
    if text.len() > limits::PAYLOAD_BYTES {
        faults.too_large(&Way::Top, text.len(), limits::PAYLOAD_BYTES, "bytes");
        return Payload::default();
    }
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if bare.trim().is_empty() {
        faults.note(|| Diagnostic::error(EMPTY, "There is no payload: the text is empty.").with_hint(SAY_SOMETHING));
        return Payload::default();
    }
    match serde_json::from_str(bare) {
        Ok(tree) => payload(tree, faults),
        Err(error) => {
            faults.note(|| {
                let mut fault = syntax::fault(bare, &error);
                // Places are those of the text as it was sent.
                let skipped = text.len() - bare.len();
                fault.place.span = fault.place.span.map(|span| span.start + skipped..span.end + skipped);
                fault
            });
            Payload::default()
        }
    }
}

fn payload(tree: Json, faults: &mut Faults) -> Payload {
    let mut payload = Payload::default();
    for (field, value) in fields::object(tree, &Way::Top, &TOP_FIELDS, faults) {
        let way = Way::Top.field(field);
        match field {
            "add_tasks" => payload.add = tasks(value, &way, faults),
            "update_tasks" => payload.update = updates(value, &way, faults),
            "final_summary" => payload.summary = fields::summary(value, &way, faults),
            "last_seen_version" => payload.last_seen = fields::whole(&value, &way, faults),
            _ => payload.agent = fields::agent(value, &way, faults),
        }
    }
    let is_idle = payload.add.is_empty() && payload.update.is_empty() && payload.summary.is_none();
    if is_idle && faults.is_empty() {
        faults.empty(&Way::Top, NOTHING_TO_DO, SAY_SOMETHING);
    }
    payload
}

pub(crate) fn tasks(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<TaskDraft> {
    let read = fields::list(json, way, "a list of tasks", faults, |item, way, faults| {
        Some(task(item, way, faults))
    });
    let tasks = read.unwrap_or_default();
    if tasks.len() > limits::TASKS {
        faults.too_large(way, tasks.len(), limits::TASKS, "tasks");
    }
    tasks
}

fn task(json: Json, way: &Way<'_>, faults: &mut Faults) -> TaskDraft {
    let mut draft = TaskDraft::default();
    for (field, value) in fields::object(json, way, &TASK_FIELDS, faults) {
        let way = way.field(field);
        match field {
            "title" => draft.title = fields::title(value, &way, faults),
            "type" => draft.kind = fields::kind(value, &way, faults),
            "dependencies" => draft.dependencies = fields::task_numbers(value, &way, faults).unwrap_or_default(),
            "context_hints" => draft.hints = fields::hints(value, &way, faults),
            _ => draft.paths = fields::paths(value, &way, faults),
        }
    }
    draft
}

fn updates(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<UpdateDraft> {
    fields::list(json, way, "a list of updates", faults, update).unwrap_or_default()
}

fn update(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<UpdateDraft> {
    let is_object = matches!(json, Json::Object(_));
    // An unknown field was meant to change something.
    let is_idle = matches!(&json, Json::Object(entries)
        if entries.iter().all(|(field, _)| matches!(field.as_str(), "id" | "fence")));
    let known = fields::object(json, way, &UPDATE_FIELDS, faults);
    let has_id = known.iter().any(|(field, _)| *field == "id");
    let mut draft = UpdateDraft::default();
    for (field, value) in known {
        let way = way.field(field);
        match field {
            "id" => draft.id = fields::task_number(&value, &way, faults).unwrap_or_default(),
            "status" => draft.status = fields::status(value, &way, faults),
            "title" => draft.title = fields::title(value, &way, faults),
            "type" => draft.kind = fields::kind(value, &way, faults),
            "dependencies" => draft.dependencies = fields::task_numbers(value, &way, faults),
            "context_hints" => draft.hints = fields::hints(value, &way, faults),
            "relevant_file_paths" => draft.paths = fields::paths(value, &way, faults),
            _ => draft.fence = fields::whole(&value, &way, faults),
        }
    }
    if is_object && !has_id {
        faults.missing_field(
            way,
            "id",
            "Say which task is meant; the answer of `status` lists the ids.",
        );
    } else if is_idle {
        let message = format!("`{way}` names a task and changes nothing.");
        faults.empty(
            way,
            &message,
            "Add the new `status` or another field, or leave the entry out.",
        );
    }
    has_id.then_some(draft)
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
