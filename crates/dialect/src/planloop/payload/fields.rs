//! Reads single values, noting what is wrong with them on the way.

use std::collections::BTreeSet;

use model::criterion::is_hollow;
use model::{AgentName, Kind, TaskPath, limits};

use super::Status;
use super::fault::{quoted, ticked};
use super::tree::Json;
use super::way::Way;
use crate::planloop::faults::Faults;
use crate::planloop::path;

/// The known fields of an object. The others, and those that stand there twice, are noted as faults.
pub(crate) fn object(
    json: Json,
    way: &Way<'_>,
    allowed: &[&'static str],
    faults: &mut Faults,
) -> Vec<(&'static str, Json)> {
    let Json::Object(entries) = json else {
        faults.wrong_type(way, "an object", &json);
        return Vec::new();
    };
    let mut known: Vec<(&'static str, Json)> = Vec::with_capacity(allowed.len());
    let (mut repeated, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (key, value) in entries {
        match allowed.iter().find(|field| **field == key) {
            Some(field) if known.iter().any(|(seen, _)| seen == field) => {
                if repeated.insert(*field) {
                    faults.duplicate_key(way, field);
                }
            }
            Some(field) => known.push((*field, value)),
            None if unknown.contains(&key) => {}
            None => {
                faults.unknown_field(way, &key, allowed);
                unknown.insert(key);
            }
        }
    }
    known
}

pub(crate) fn list<T>(
    json: Json,
    way: &Way<'_>,
    wanted: &str,
    faults: &mut Faults,
    mut entry: impl FnMut(Json, &Way<'_>, &mut Faults) -> Option<T>,
) -> Option<Vec<T>> {
    let Json::List(items) = json else {
        faults.wrong_type(way, wanted, &json);
        return None;
    };
    let mut read = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        read.extend(entry(item, &way.item(index), faults));
    }
    Some(read)
}

pub(crate) fn text(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<String> {
    let Json::Text(text) = json else {
        faults.wrong_type(way, "a string", &json);
        return None;
    };
    if text.len() > limits::TEXT_BYTES {
        faults.too_large(way, text.len(), limits::TEXT_BYTES, "bytes");
    }
    Some(text)
}

pub(crate) fn title(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<String> {
    let Json::Text(text) = json else {
        faults.wrong_type(way, "a string", &json);
        return None;
    };
    let size = text.chars().count();
    if size > limits::TITLE_CHARS {
        faults.too_large(way, size, limits::TITLE_CHARS, "characters");
    }
    Some(text)
}

pub(crate) fn summary(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<String> {
    let text = text(json, way, faults)?;
    if text.trim().is_empty() {
        faults.empty(
            way,
            "`final_summary` is empty.",
            "Say in a sentence or two what was done and how it was checked.",
        );
    }
    Some(text)
}

pub(crate) fn whole(json: &Json, way: &Way<'_>, faults: &mut Faults) -> Option<u64> {
    let Json::Whole(number) = json else {
        faults.wrong_type(way, "a whole number", json);
        return None;
    };
    Some(*number)
}

pub(crate) fn task_number(json: &Json, way: &Way<'_>, faults: &mut Faults) -> Option<u32> {
    let Json::Whole(number) = json else {
        faults.wrong_type(way, "a whole number, the `id` of a task", json);
        return None;
    };
    let read = u32::try_from(*number).ok();
    if read.is_none() {
        let hint = "Take the number from the `id` fields in the answer of `status`.".to_owned();
        faults.bad_value(way, format!("`{way}` is {number}, which no task can have."), hint);
    }
    read
}

pub(crate) fn task_numbers(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Vec<u32>> {
    list(json, way, "a list of task ids", faults, |item, way, faults| {
        task_number(&item, way, faults)
    })
}

pub(crate) fn hints(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Vec<String>> {
    let hints = list(json, way, "a list of strings", faults, text)?;
    limit_entries(hints.len(), way, faults);
    Some(hints)
}

/// By what it is told that something is done. A command that is announced must be there.
pub(crate) fn criterion(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<String> {
    let criterion = text(json, way, faults)?;
    if is_hollow(&criterion) {
        let hint = "Write the command behind `run:`, or leave the criterion out.";
        faults.bad_value(
            way,
            format!("`{way}` announces a command and names none."),
            hint.to_owned(),
        );
    }
    Some(criterion)
}

pub(crate) fn paths(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Vec<TaskPath>> {
    let read = |item, way: &Way<'_>, faults: &mut Faults| Some(path::tidy(&text(item, way, faults)?));
    let paths = list(json, way, "a list of strings", faults, read)?;
    limit_entries(paths.len(), way, faults);
    Some(paths)
}

pub(crate) fn kind(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Kind> {
    word(json, way, &Kind::ALL.map(Kind::word), Kind::from_word, faults)
}

pub(crate) fn status(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Status> {
    word(json, way, &Status::ALL.map(Status::word), Status::from_word, faults)
}

pub(crate) fn agent(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<AgentName> {
    let name = text(json, way, faults)?;
    AgentName::new(&name)
        .map_err(|invalid| {
            let hint = "Choose a short name of your own, such as `ada`, and keep it.".to_owned();
            faults.bad_value(way, format!("`{way}` is not a name: {}.", invalid.why), hint);
        })
        .ok()
}

fn word<T>(
    json: Json,
    way: &Way<'_>,
    allowed: &[&str],
    from_word: impl Fn(&str) -> Option<T>,
    faults: &mut Faults,
) -> Option<T> {
    let given = text(json, way, faults)?;
    let known = from_word(&given);
    if known.is_none() {
        let same = allowed.iter().find(|word| word.eq_ignore_ascii_case(given.trim()));
        let hint = match same {
            Some(word) => format!("Write it exactly as `{word}`."),
            None => format!("Use one of {}.", ticked(allowed)),
        };
        let message = format!("`{way}` is `{}`; allowed are {}.", quoted(&given), ticked(allowed));
        faults.bad_value(way, message, hint);
    }
    known
}

pub(crate) fn limit_entries(entries: usize, way: &Way<'_>, faults: &mut Faults) {
    if entries > limits::LIST_ENTRIES {
        faults.too_large(way, entries, limits::LIST_ENTRIES, "entries");
    }
}
