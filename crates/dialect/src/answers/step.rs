//! One step of a drafted plan.

use model::{AgentName, Diagnostic, RelPath, TaskPath};

use crate::planloop::faults::Faults;
use crate::planloop::payload::fields;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;
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

pub(crate) fn steps(
    json: Json,
    way: &Way<'_>,
    allowed: &'static [&'static str],
    faults: &mut Faults,
) -> Vec<StepDraft> {
    let count = match &json {
        Json::List(items) => items.len(),
        _ => 0,
    };
    let mut index = 0;
    let read = fields::list(json, way, "a list of steps", faults, |item, way, faults| {
        let draft = step(item, way, index, allowed, faults);
        for link in &draft.depends_on {
            check_link(*link, index, count, way, faults);
        }
        index += 1;
        Some(draft)
    });
    read.unwrap_or_default()
}

fn step(json: Json, way: &Way<'_>, index: usize, allowed: &'static [&'static str], faults: &mut Faults) -> StepDraft {
    let mut draft = StepDraft::default();
    let is_object = matches!(json, Json::Object(_));
    let known = fields::object(json, way, allowed, faults);
    let has_description = known.iter().any(|(field, _)| *field == "description");
    for (field, value) in known {
        let way = way.field(field);
        if value == Json::Null && field != "description" {
            continue;
        }
        match field {
            "index" => check_index(&value, index, &way, faults),
            "description" => draft.description = description(value, &way, faults),
            "suggestedAgent" => draft.suggested_agent = fields::text(value, &way, faults),
            "dependsOn" => draft.depends_on = links(value, &way, faults),
            "instructions" => draft.instructions = fields::text(value, &way, faults),
            "acceptanceCriteria" => draft.acceptance_criteria = criteria(value, &way, faults),
            "affectedFiles" => draft.affected_files = texts(value, &way, faults),
            _ if is_untouched(field, &value) => {}
            _ => worked(&way, faults),
        }
    }
    if is_object && !has_description {
        faults.missing_field(way, "description", "Say in one line what the step achieves.");
    }
    draft
}

/// What a step says of its execution before there was one.
fn is_untouched(field: &str, value: &Json) -> bool {
    match value {
        Json::Text(text) => text.is_empty() || (field == "status" && text == "pending"),
        _ => false,
    }
}

/// If it were passed over, a step that was done already would be done once more.
fn worked(way: &Way<'_>, faults: &mut Faults) {
    let hint = "Give only steps that are still to be done, without this field. A step that stays is not repeated.";
    let message = format!("`{way}` tells of work, and new steps have seen none.");
    faults.bad_value(way, message, hint.to_owned());
}

/// Names that are none, and paths that lead out of the project.
pub(crate) fn check_words(step: &StepDraft, way: &str, faults: &mut Faults) {
    let fault = |message: String, field: String, hint: &str| {
        Diagnostic::error(VALUE, message)
            .at_path(format!("{way}.{field}"))
            .with_hint(hint)
    };
    if let Some(Err(invalid)) = step.suggested_agent.as_deref().map(AgentName::new) {
        let message = format!("`suggestedAgent` is not a name: {}.", invalid.why);
        let hint = "Write the short name of an agent, such as `developer`.";
        faults.note(|| fault(message, "suggestedAgent".to_owned(), hint));
    }
    for (place, file) in step.affected_files.iter().enumerate() {
        if let Err(wrong) = RelPath::new(&TaskPath::read(file).path) {
            let hint = "Write paths from the root of the project, such as `src/store.py`.";
            let message = format!("This is no path of the project: {wrong}.");
            faults.note(|| fault(message, format!("affectedFiles[{place}]"), hint));
        }
    }
}

fn description(json: Json, way: &Way<'_>, faults: &mut Faults) -> String {
    let text = fields::title(json, way, faults);
    if text.as_deref().is_some_and(|text| text.trim().is_empty()) {
        faults.empty(
            way,
            &format!("`{way}` is empty."),
            "Say in one line what the step achieves.",
        );
    }
    text.unwrap_or_default()
}

/// `dependsOn` counts positions, so an index that is no position would lead it astray.
fn check_index(json: &Json, index: usize, way: &Way<'_>, faults: &mut Faults) {
    let is_position = matches!(json, Json::Whole(given) if usize::try_from(*given) == Ok(index));
    if !is_position {
        let message = format!("`{way}` is not the step's position, {index}.");
        faults.bad_value(way, message, "Count the steps from 0, or leave `index` out.".to_owned());
    }
}

fn links(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<StepLink> {
    let read = |item: Json, way: &Way<'_>, faults: &mut Faults| {
        let read = match &item {
            Json::Whole(number) => u32::try_from(*number).ok().map(StepLink::New),
            Json::Text(text) => text
                .strip_prefix("old:")
                .and_then(|number| number.trim().parse().ok())
                .map(StepLink::Old),
            _ => None,
        };
        if read.is_none() {
            faults.wrong_type(way, "the position of a step, or \"old:N\" for a kept one", &item);
        }
        read
    };
    fields::list(json, way, "a list of step positions", faults, read).unwrap_or_default()
}

fn check_link(link: StepLink, index: usize, count: usize, way: &Way<'_>, faults: &mut Faults) {
    let StepLink::New(number) = link else { return };
    let position = number as usize;
    let what = match position {
        _ if position == index => "itself",
        _ if position >= count => "a step that does not exist",
        _ => return,
    };
    let way = way.field("dependsOn");
    let hint = "Name steps by their position in this list, counted from 0.".to_owned();
    faults.bad_value(&way, format!("`{way}` makes the step wait for {what}: {number}."), hint);
}

pub(super) fn texts(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<String> {
    match json {
        Json::Null => Vec::new(),
        json => fields::hints(json, way, faults).unwrap_or_default(),
    }
}

fn criteria(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<String> {
    let read = fields::list(json, way, "a list of strings", faults, fields::criterion).unwrap_or_default();
    fields::limit_entries(read.len(), way, faults);
    read
}

/// A text, or a list of texts, each of which becomes a line.
pub(crate) fn sentences(json: Json, way: &Way<'_>, faults: &mut Faults) -> String {
    match json {
        Json::Null => String::new(),
        list @ Json::List(_) => texts(list, way, faults).join("\n"),
        json => fields::text(json, way, faults).unwrap_or_default(),
    }
}
