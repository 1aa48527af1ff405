//! Reads single fields of rawko's files, noting what is wrong with them on the way.

use model::{AgentName, Diagnostic, Phase, PlanId, RelPath, Standing, TaskPath, Timestamp, limits};

use crate::planloop::faults::Faults;
use crate::planloop::payload::fault::{quoted, ticked};
use crate::planloop::payload::fields;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;
use crate::rawko::rules::{INDEX, MISSING_FIELD};
use crate::rawko::sheet::{step_status, step_status_word};
use crate::rawko::time::{self, TimeFault};

/// Notes every field that must be there and is not.
pub(in crate::rawko) fn require(
    present: &[(&'static str, Json)],
    required: &[&'static str],
    way: &Way<'_>,
    faults: &mut Faults,
) {
    for field in required {
        if present.iter().any(|(name, _)| name == field) {
            continue;
        }
        faults.note(|| {
            let message = match way {
                Way::Top => format!("The field `{field}` is missing."),
                _ => format!("`{way}` is missing the field `{field}`."),
            };
            let hint = format!("Add `{field}`; `rawko schema` says what it holds.");
            Diagnostic::error(MISSING_FIELD, message)
                .at_path(way.to_string())
                .with_hint(hint)
        });
    }
}

pub(in crate::rawko) fn id(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<PlanId> {
    let text = fields::text(json, way, faults)?;
    PlanId::new(&text)
        .map_err(|invalid| {
            let message = format!("`{way}` is `{}`, which is no plan id: {}.", quoted(&text), invalid.why);
            let hint = "An id is also the name of a file, such as `plan-20260123-notes`.";
            faults.bad_value(way, message, hint.to_owned());
        })
        .ok()
}

pub(in crate::rawko) fn phase(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Phase> {
    word(json, way, &Phase::ALL.map(Phase::word), Phase::from_word, faults)
}

pub(super) fn status(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Standing> {
    let words = Standing::ALL.map(step_status_word);
    word(json, way, &words, step_status, faults)
}

/// The original task, which may be long, but not empty.
pub(in crate::rawko) fn task(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<String> {
    let text = fields::text(json, way, faults)?;
    let size = text.chars().count();
    if size > limits::GOAL_CHARS {
        faults.too_large(way, size, limits::GOAL_CHARS, "characters");
    }
    not_blank(text, way, "Say what is to be done.", faults)
}

pub(super) fn description(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<String> {
    let text = fields::title(json, way, faults)?;
    not_blank(text, way, "Say in one line what the step achieves.", faults)
}

fn not_blank(text: String, way: &Way<'_>, hint: &str, faults: &mut Faults) -> Option<String> {
    if text.trim().is_empty() {
        faults.empty(way, &format!("`{way}` is empty."), hint);
        return None;
    }
    Some(text)
}

pub(super) fn agent(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<AgentName> {
    let text = fields::text(json, way, faults)?;
    let fault = match AgentName::new(&text) {
        Ok(name) if name.as_str() == text => return Some(name),
        Ok(_) => "it begins or ends with a blank",
        Err(invalid) => invalid.why,
    };
    let hint = "Write the short name of an agent, such as `developer`.";
    faults.bad_value(way, format!("`{way}` is not a name: {fault}."), hint.to_owned());
    None
}

pub(super) fn time(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Timestamp> {
    let text = fields::text(json, way, faults)?;
    let (what, hint) = match time::read(&text) {
        Ok(time) => return Some(time),
        Err(TimeFault::NotTime) => ("no point in time", "Write it like \"2026-01-23T10:00:00Z\"."),
        Err(TimeFault::TooFine) => (
            "finer than a millisecond",
            "Leave at most three digits behind the point.",
        ),
    };
    faults.bad_value(
        way,
        format!("`{way}` is `{}`, which is {what}.", quoted(&text)),
        hint.to_owned(),
    );
    None
}

pub(super) fn small(json: &Json, way: &Way<'_>, faults: &mut Faults) -> Option<u32> {
    let number = fields::whole(json, way, faults)?;
    let read = u32::try_from(number).ok();
    if read.is_none() {
        let hint = "Count from 0.".to_owned();
        faults.bad_value(way, format!("`{way}` is {number}, which is too large."), hint);
    }
    read
}

/// A step's index is its place, or `dependsOn` would be led astray.
pub(super) fn index(json: &Json, position: u32, way: &Way<'_>, faults: &mut Faults) {
    let Some(given) = fields::whole(json, way, faults) else {
        return;
    };
    if given != u64::from(position) {
        faults.note(|| {
            let message = format!("`{way}` is {given}, but this is step {position}.");
            let hint = "Count the steps from 0 in the order in which they stand, without a hole.";
            Diagnostic::error(INDEX, message)
                .at_path(way.to_string())
                .with_hint(hint)
        });
    }
}

pub(super) fn texts(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<String> {
    entries(json, way, faults, fields::text)
}

pub(super) fn criteria(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<String> {
    entries(json, way, faults, fields::criterion)
}

fn entries(
    json: Json,
    way: &Way<'_>,
    faults: &mut Faults,
    read: fn(Json, &Way<'_>, &mut Faults) -> Option<String>,
) -> Vec<String> {
    let entry = |item: Json, way: &Way<'_>, faults: &mut Faults| {
        let text = read(item, way, faults)?;
        not_blank(text, way, "Write something, or take the entry out.", faults)
    };
    let all = fields::list(json, way, "a list of texts", faults, entry).unwrap_or_default();
    limit(all.len(), way, faults);
    all
}

pub(super) fn files(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<String> {
    let entry = |item: Json, way: &Way<'_>, faults: &mut Faults| {
        let text = fields::text(item, way, faults)?;
        if let Err(fault) = RelPath::new(&TaskPath::read(&text).path) {
            let message = format!(
                "`{way}` is `{}`, which is no path of the project: {fault}.",
                quoted(&text)
            );
            let hint = "Write paths from the root of the project, such as `src/store.py`.";
            faults.bad_value(way, message, hint.to_owned());
        }
        Some(text)
    };
    let read = fields::list(json, way, "a list of paths", faults, entry).unwrap_or_default();
    limit(read.len(), way, faults);
    read
}

pub(super) fn indexes(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<u32> {
    let entry = |item: Json, way: &Way<'_>, faults: &mut Faults| small(&item, way, faults);
    let read = fields::list(json, way, "a list of step indexes", faults, entry).unwrap_or_default();
    limit(read.len(), way, faults);
    read
}

fn limit(entries: usize, way: &Way<'_>, faults: &mut Faults) {
    if entries > limits::LIST_ENTRIES {
        faults.too_large(way, entries, limits::LIST_ENTRIES, "entries");
    }
}

fn word<T>(
    json: Json,
    way: &Way<'_>,
    allowed: &[&'static str],
    from_word: impl Fn(&str) -> Option<T>,
    faults: &mut Faults,
) -> Option<T> {
    let given = fields::text(json, way, faults)?;
    let known = from_word(&given);
    if known.is_none() {
        let meant = crate::spelling::meant(&given, allowed, &OTHER_WORDS);
        let hint = match meant {
            Some(word) => format!("Did you mean `{word}`? Allowed are {}.", ticked(allowed)),
            None => format!("Use one of {}.", ticked(allowed)),
        };
        faults.bad_value(
            way,
            format!("`{way}` is `{}`, which is no status.", quoted(&given)),
            hint,
        );
    }
    known
}

/// Words that people and agents use for where plans and steps stand.
const OTHER_WORDS: [(&str, &str); 10] = [
    ("done", "complete"),
    ("completed", "complete"),
    ("finished", "complete"),
    ("todo", "pending"),
    ("open", "pending"),
    ("created", "draft"),
    ("doing", "in_progress"),
    ("started", "in_progress"),
    ("running", "in_progress"),
    ("cancelled", "skipped"),
];
