//! Reads single fields of rawko's files, noting what is wrong with them on the way.

use model::{AgentName, Phase, PlanId, RelPath, Standing, TaskPath, Timestamp, limits};

use crate::data::{Collector, Field, quoted, ticked};
use crate::planloop::payload::fields;
use crate::rawko::rules::{INDEX, MISSING_FIELD};
use crate::rawko::sheet::{step_status, step_status_word};
use crate::rawko::time::{self, TimeFault};

/// Notes every field that must be there and is not.
pub(in crate::rawko) fn require(
    object: &Field<'_>,
    present: &[(&'static str, Field<'_>)],
    required: &[&'static str],
    log: &mut Collector<'_>,
) {
    let path = object.to_string();
    for name in required {
        if present.iter().any(|(present, _)| present == name) {
            continue;
        }
        let message = match path.as_str() {
            "" => format!("The field `{name}` is missing."),
            path => format!("`{path}` is missing the field `{name}`."),
        };
        let hint = format!("Add `{name}`; `rawko schema` says what it holds.");
        log.note_at(MISSING_FIELD, object, message, &hint);
    }
}

pub(in crate::rawko) fn id(field: &Field<'_>, log: &mut Collector<'_>) -> Option<PlanId> {
    let text = field.text(log)?;
    let id = PlanId::new(&text);
    if let Err(invalid) = &id {
        let message = format!(
            "`{field}` is `{}`, which is no plan id: {}.",
            quoted(&text),
            invalid.why
        );
        let hint = "An id is also the name of a file, such as `plan-20260123-notes`.";
        log.bad_value(field, message, hint);
    }
    id.ok()
}

pub(in crate::rawko) fn phase(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Phase> {
    word(field, &Phase::ALL.map(Phase::word), Phase::from_word, log)
}

pub(super) fn status(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Standing> {
    word(field, &Standing::ALL.map(step_status_word), step_status, log)
}

/// The original task, which may be long, but not empty.
pub(in crate::rawko) fn task(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    let text = field.text(log)?;
    log.too_large(field, text.chars().count(), limits::GOAL_CHARS, "characters");
    not_blank(text, field, "Say what is to be done.", log)
}

pub(super) fn description(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    let text = field.title(log)?;
    not_blank(text, field, "Say in one line what the step achieves.", log)
}

fn not_blank(text: String, field: &Field<'_>, hint: &str, log: &mut Collector<'_>) -> Option<String> {
    if text.trim().is_empty() {
        log.empty(field, format!("`{field}` is empty."), hint);
        return None;
    }
    Some(text)
}

pub(super) fn agent(field: &Field<'_>, log: &mut Collector<'_>) -> Option<AgentName> {
    let text = field.text(log)?;
    let fault = match AgentName::new(&text) {
        Ok(name) if name.as_str() == text => return Some(name),
        Ok(_) => "it begins or ends with a blank",
        Err(invalid) => invalid.why,
    };
    let hint = "Write the short name of an agent, such as `developer`.";
    log.bad_value(field, format!("`{field}` is not a name: {fault}."), hint);
    None
}

pub(super) fn time(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Timestamp> {
    let text = field.text(log)?;
    let (what, hint) = match time::read(&text) {
        Ok(time) => return Some(time),
        Err(TimeFault::NotTime) => ("no point in time", "Write it like \"2026-01-23T10:00:00Z\"."),
        Err(TimeFault::TooFine) => (
            "finer than a millisecond",
            "Leave at most three digits behind the point.",
        ),
    };
    log.bad_value(
        field,
        format!("`{field}` is `{}`, which is {what}.", quoted(&text)),
        hint,
    );
    None
}

pub(super) fn small(field: &Field<'_>, log: &mut Collector<'_>) -> Option<u32> {
    let number = field.whole(log)?;
    let read = u32::try_from(number).ok();
    if read.is_none() {
        log.bad_value(
            field,
            format!("`{field}` is {number}, which is too large."),
            "Count from 0.",
        );
    }
    read
}

/// A step's index is its place, or `dependsOn` would be led astray.
pub(super) fn index(field: &Field<'_>, position: u32, log: &mut Collector<'_>) {
    let given = field.whole(log);
    if let Some(given) = given.filter(|given| *given != u64::from(position)) {
        let message = format!("`{field}` is {given}, but this is step {position}.");
        let hint = "Count the steps from 0 in the order in which they stand, without a hole.";
        log.note_at(INDEX, field, message, hint);
    }
}

pub(super) fn texts(field: &Field<'_>, log: &mut Collector<'_>) -> Vec<String> {
    entries(field, "texts", log, |item, log| filled(item.text(log)?, item, log))
}

pub(super) fn criteria(field: &Field<'_>, log: &mut Collector<'_>) -> Vec<String> {
    entries(field, "texts", log, |item, log| {
        filled(fields::criterion(item, log)?, item, log)
    })
}

fn filled(text: String, item: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    not_blank(text, item, "Write something, or take the entry out.", log)
}

pub(super) fn files(field: &Field<'_>, log: &mut Collector<'_>) -> Vec<String> {
    entries(field, "paths", log, |item, log| {
        let text = item.text(log)?;
        if let Err(fault) = RelPath::new(&TaskPath::read(&text).path) {
            let path = quoted(&text);
            let message = format!("`{item}` is `{path}`, which is no path of the project: {fault}.");
            let hint = "Write paths from the root of the project, such as `src/store.py`.";
            log.bad_value(item, message, hint);
        }
        Some(text)
    })
}

pub(super) fn indexes(field: &Field<'_>, log: &mut Collector<'_>) -> Vec<u32> {
    entries(field, "step indexes", log, small)
}

fn entries<T>(
    field: &Field<'_>,
    of: &'static str,
    log: &mut Collector<'_>,
    entry: impl FnMut(&Field<'_>, &mut Collector<'_>) -> Option<T>,
) -> Vec<T> {
    let read = field.list(of, log, entry).unwrap_or_default();
    log.too_many(field, read.len());
    read
}

fn word<T>(
    field: &Field<'_>,
    allowed: &[&'static str],
    from_word: impl Fn(&str) -> Option<T>,
    log: &mut Collector<'_>,
) -> Option<T> {
    let given = field.text(log)?;
    let known = from_word(&given);
    if known.is_none() {
        let hint = match crate::spelling::meant(&given, allowed, &OTHER_WORDS) {
            Some(word) => format!("Did you mean `{word}`? Allowed are {}.", ticked(allowed)),
            None => format!("Use one of {}.", ticked(allowed)),
        };
        let message = format!("`{field}` is `{}`, which is no status.", quoted(&given));
        log.bad_value(field, message, &hint);
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
