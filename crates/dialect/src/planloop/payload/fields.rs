//! Reads the values that fields of plans hold.

use model::criterion::is_hollow;
use model::{AgentName, Kind, Move, TaskNumber, TaskPath, TaskRef};

use super::Status;
use crate::data::{Collector, Expected, Field};
use crate::planloop::path;

pub(super) fn summary(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    let text = field.text(log)?;
    if text.trim().is_empty() {
        let hint = "Say in a sentence or two what was done and how it was checked.";
        log.empty(field, "`final_summary` is empty.", hint);
    }
    Some(text)
}

pub(super) fn task(field: &Field<'_>, log: &mut Collector<'_>) -> Option<TaskRef> {
    let number = field.whole_as(Expected::TaskId, log)?;
    let read = u32::try_from(number).ok();
    if read.is_none() {
        let hint = "Take the number from the `id` fields in the answer of `status`.";
        log.bad_value(field, format!("`{field}` is {number}, which no task can have."), hint);
    }
    read.map(|number| TaskRef::Number(TaskNumber(number)))
}

pub(super) fn tasks(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Vec<TaskRef>> {
    field.list("task ids", log, task)
}

pub(crate) fn texts(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Vec<String>> {
    entries(field, log, text)
}

fn text(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    field.text(log)
}

/// A list of strings.
pub(crate) fn entries<T>(
    field: &Field<'_>,
    log: &mut Collector<'_>,
    entry: impl FnMut(&Field<'_>, &mut Collector<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let read = field.list("strings", log, entry)?;
    log.too_many(field, read.len());
    Some(read)
}

/// How an agent finds out that something is done. A command that is announced must be there.
pub(crate) fn criterion(field: &Field<'_>, log: &mut Collector<'_>) -> Option<String> {
    let criterion = field.text(log)?;
    if is_hollow(&criterion) {
        let hint = "Write the command behind `run:`, or leave the criterion out.";
        log.bad_value(field, format!("`{field}` announces a command and names none."), hint);
    }
    Some(criterion)
}

pub(super) fn paths(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Vec<TaskPath>> {
    entries(field, log, |item, log| Some(path::tidy(&item.text(log)?)))
}

pub(super) fn kind(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Kind> {
    field.word(&Kind::ALL.map(Kind::word), Kind::from_word, log)
}

pub(super) fn status(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Move> {
    let status = field.word(&Status::ALL.map(Status::word), Status::from_word, log);
    status.map(Status::to_move)
}

pub(super) fn agent(field: &Field<'_>, log: &mut Collector<'_>) -> Option<AgentName> {
    let read = AgentName::new(&field.text(log)?);
    if let Err(invalid) = &read {
        let hint = "Choose a short name of your own, such as `ada`, and keep it.";
        log.bad_value(field, format!("`{field}` is not a name: {}.", invalid.why), hint);
    }
    read.ok()
}
