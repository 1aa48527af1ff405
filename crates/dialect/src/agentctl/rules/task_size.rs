use std::ops::Range;

use model::{Diagnostic, limits};

use super::TASK_SIZE;
use crate::agentctl::draft::{PlanDraft, TaskDraft};
use crate::agentctl::title::tidy;
use crate::source::Source;
use crate::yaml;

/// A front matter and a body at their largest, and some blank lines.
const FILE_BYTES_MAX: usize = yaml::BYTES_MAX + limits::TEXT_BYTES + 4_096;

/// A file that is larger than any right one is not looked into.
pub(in crate::agentctl) fn check_file(source: &Source<'_>) -> Option<Diagnostic> {
    over(source, &(0..0), "file", source.text.len(), FILE_BYTES_MAX, "bytes")
}

pub(super) fn check_plan(plan: &PlanDraft<'_>) -> Vec<Diagnostic> {
    let title = plan.title.as_ref().and_then(|title| {
        let size = title.value.trim().chars().count();
        over(
            &plan.source,
            &title.span,
            "title",
            size,
            limits::GOAL_CHARS,
            "characters",
        )
    });
    let body = body(&plan.source, plan.body);
    title.into_iter().chain(body).collect()
}

pub(super) fn check_task(task: &TaskDraft<'_>) -> Vec<Diagnostic> {
    let subtasks = &task.words.subtasks;
    let checklist = subtasks.get(limits::LIST_ENTRIES).and_then(|first_over| {
        let (size, limit) = (subtasks.len(), limits::LIST_ENTRIES);
        over(&task.source, &first_over.span, "checklist", size, limit, "entries")
    });
    let body = task.body.as_ref().and_then(|text| body(&task.source, text.text));
    checklist.into_iter().chain(body).collect()
}

fn body(source: &Source<'_>, text: &str) -> Option<Diagnostic> {
    if text.len() <= limits::TEXT_BYTES {
        return None;
    }
    let start = source.text.len() - text.len();
    over(
        source,
        &(start..start),
        "body",
        tidy(text).len(),
        limits::TEXT_BYTES,
        "bytes",
    )
}

fn over(
    source: &Source<'_>,
    span: &Range<usize>,
    what: &str,
    size: usize,
    limit: usize,
    unit: &str,
) -> Option<Diagnostic> {
    if size <= limit {
        return None;
    }
    let message = format!("The {what} is too large: {size} {unit}, and the limit is {limit}.");
    Some(
        source
            .error(TASK_SIZE, span, message)
            .with_hint("Shorten it, or split it."),
    )
}
