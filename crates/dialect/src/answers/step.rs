//! One step of a drafted plan.

use model::{AgentName, RelPath, TaskPath};

use crate::data::{Collector, Expected, Field, Value};
use crate::planloop::payload::fields;
use crate::rawko::rules::VALUE;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepDraft {
    pub description: String,
    pub suggested_agent: Option<String>,
    pub depends_on: Vec<StepLink>,
    pub instructions: Option<String>,
    pub acceptance_criteria: Vec<String>,
    pub affected_files: Vec<String>,
}

/// A step that another one waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepLink {
    /// Its position among the drafted steps.
    New(u32),
    /// The index of a kept step of the old plan, written `"old:N"`.
    Old(u32),
}

/// What an author can say about a step.
pub(crate) const AUTHORED: [&str; 7] = [
    "index",
    "description",
    "suggestedAgent",
    "dependsOn",
    "instructions",
    "acceptanceCriteria",
    "affectedFiles",
];
/// The same, and what models add though only the engine can know it. It is read to see that it says nothing.
pub(super) const STEP: [&str; 13] = [
    "index",
    "description",
    "suggestedAgent",
    "dependsOn",
    "instructions",
    "acceptanceCriteria",
    "affectedFiles",
    "status",
    "executedBy",
    "startedAt",
    "completedAt",
    "output",
    "error",
];

pub(crate) fn steps(field: &Field<'_>, allowed: &[&'static str], log: &mut Collector<'_>) -> Vec<StepDraft> {
    let count = field.node.items().len();
    let mut index = 0;
    let read = field.list("steps", log, |item, log| {
        let draft = step(item, index, count, allowed, log);
        index += 1;
        Some(draft)
    });
    read.unwrap_or_default()
}

fn step(
    object: &Field<'_>,
    index: usize,
    count: usize,
    allowed: &[&'static str],
    log: &mut Collector<'_>,
) -> StepDraft {
    let mut draft = StepDraft::default();
    let known = object.object(allowed, log);
    let has_description = known.iter().any(|(name, _)| *name == "description");
    for (name, field) in known {
        if field.node.value.is_null() && name != "description" {
            continue;
        }
        match name {
            "index" => check_index(&field, index, log),
            "description" => draft.description = description(&field, log),
            "suggestedAgent" => draft.suggested_agent = agent(&field, log),
            "dependsOn" => draft.depends_on = links(&field, index, count, log),
            "instructions" => draft.instructions = field.text(log),
            "acceptanceCriteria" => {
                draft.acceptance_criteria = fields::entries(&field, log, fields::criterion).unwrap_or_default();
            }
            "affectedFiles" => draft.affected_files = fields::entries(&field, log, file).unwrap_or_default(),
            _ if is_untouched(name, &field.node.value) => {}
            _ => worked(&field, log),
        }
    }
    if object.is_object() && !has_description {
        log.missing_field(object, "description", "Say in one line what the step achieves.");
    }
    draft
}

/// What a step says of its execution before there was one.
fn is_untouched(name: &str, value: &Value) -> bool {
    match value {
        Value::Text(text) => text.is_empty() || (name == "status" && text == "pending"),
        _ => false,
    }
}

/// If it were passed over, a step that was done already would be done once more.
fn worked(field: &Field<'_>, log: &mut Collector<'_>) {
    let hint = "Give only steps that are still to be done, without this field. A step that stays is not repeated.";
    let message = format!("`{field}` tells of work, and new steps have seen none.");
    log.bad_value(field, message, hint);
}

fn agent(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    let name = field.text(log)?;
    if let Err(invalid) = AgentName::new(&name) {
        let message = format!("`suggestedAgent` is not a name: {}.", invalid.why);
        let hint = "Write the short name of an agent, such as `developer`.";
        log.note_at(VALUE, field, message, hint);
    }
    Some(name)
}

fn file(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    let file = field.text(log)?;
    if let Err(wrong) = RelPath::new(&TaskPath::read(&file).path) {
        let hint = "Write paths from the root of the project, such as `src/store.py`.";
        log.note_at(VALUE, field, format!("This is no path of the project: {wrong}."), hint);
    }
    Some(file)
}

fn description(field: &Field<'_>, log: &mut Collector<'_>) -> String {
    let text = field.title(log);
    if text.as_deref().is_some_and(|text| text.trim().is_empty()) {
        log.empty(
            field,
            format!("`{field}` is empty."),
            "Say in one line what the step achieves.",
        );
    }
    text.unwrap_or_default()
}

/// `dependsOn` counts positions, so an index that is no position would lead it astray.
fn check_index(field: &Field<'_>, index: usize, log: &mut Collector<'_>) {
    let is_position = matches!(field.node.value, Value::Whole(given) if usize::try_from(given) == Ok(index));
    if !is_position {
        let message = format!("`{field}` is not the step's position, {index}.");
        log.bad_value(field, message, "Count the steps from 0, or leave `index` out.");
    }
}

fn links(field: &Field<'_>, own: usize, count: usize, log: &mut Collector<'_>) -> Vec<StepLink> {
    let read = |item: &Field<'_>, log: &mut Collector<'_>| {
        let read = match &item.node.value {
            Value::Whole(number) => u32::try_from(*number).ok().map(StepLink::New),
            Value::Text(text) => text
                .strip_prefix("old:")
                .and_then(|number| number.trim().parse().ok())
                .map(StepLink::Old),
            _ => None,
        };
        if read.is_none() {
            log.wrong_type(item, Expected::StepLink, None);
        }
        read
    };
    let links = field.list("step positions", log, read).unwrap_or_default();
    for link in &links {
        let StepLink::New(number) = *link else { continue };
        let what = match number as usize {
            position if position == own => "itself",
            position if position >= count => "a step that does not exist",
            _ => continue,
        };
        let hint = "Name steps by their position in this list, counted from 0.";
        log.bad_value(
            field,
            format!("`{field}` makes the step wait for {what}: {number}."),
            hint,
        );
    }
    links
}

pub(super) fn texts(field: &Field<'_>, log: &mut Collector<'_>) -> Vec<String> {
    match field.node.value.is_null() {
        true => Vec::new(),
        false => fields::texts(field, log).unwrap_or_default(),
    }
}

/// A text, or a list of texts, each of which becomes a line.
pub(crate) fn sentences(field: &Field<'_>, log: &mut Collector<'_>) -> String {
    match &field.node.value {
        Value::Null | Value::Empty => String::new(),
        Value::List(_) => texts(field, log).join("\n"),
        _ => field.text(log).unwrap_or_default(),
    }
}
