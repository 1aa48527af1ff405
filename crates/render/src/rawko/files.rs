//! The files below `.rawko`: warnings, and the answers of `plan import` and `plan discard`.

use std::path::Path;

use dialect::rawko::{CURRENT_TASK_FILE, diff_by};
use dialect::text::json::{pretty, with_key};
use dialect::text::plural;
use dialect::text::visible::visible;
use engine::rawko::{Discarded, Imported, PlanFileWarning};
use serde_json::{Value, json};

use super::commands;
use super::diff::{diff_value, lines, tally};
use super::plan::heading;
use crate::errors::warning_text;
use crate::show::page::Page;
use crate::show::style::{DIM, GOOD, paint};

/// Each warning with its hint, for a verb that goes on.
pub fn plan_file_warnings(warnings: &[PlanFileWarning]) -> String {
    let text = |warning: &PlanFileWarning| {
        let (message, hint) = plan_file_warning(warning);
        warning_text(&message, Some(&hint))
    };
    warnings.iter().map(text).collect()
}

/// Adds the warnings to an answer; `None` if there are none, or if the answer is not one indented JSON object. A line of
/// JSON may be an event of a stream.
pub fn with_plan_file_warnings(answer: &str, warnings: &[PlanFileWarning]) -> Option<String> {
    let value = |warning: &PlanFileWarning| {
        let (PlanFileWarning::Edited { path } | PlanFileWarning::Failed { path, .. }) = warning;
        let (message, hint) = plan_file_warning(warning);
        json!({"path": path, "message": message, "hint": hint})
    };
    let is_shown = !warnings.is_empty() && answer.trim_end().contains('\n');
    is_shown.then(|| with_key(answer, "plan_file_warnings", warnings.iter().map(value).collect()))?
}

/// The message and the hint.
pub fn plan_file_warning(warning: &PlanFileWarning) -> (String, String) {
    match warning {
        PlanFileWarning::Edited { path } => (
            format!("{path} was edited; the stored plan counts, and the file is not written"),
            ways_out(path),
        ),
        PlanFileWarning::Failed { path, why } => (
            format!("{path} does not show the plan: {why}"),
            "the plan is safe in the store; the next command that writes tries again".to_owned(),
        ),
    }
}

/// What to do with a file that cannot be imported because it is not a plan file.
pub fn instead_of_import(path: &Path) -> String {
    match path.to_str() {
        Some(CURRENT_TASK_FILE) => format!(
            "the file only names the current plan; make another plan current: planloop sessions switch ID; or discard an \
             edit of the file: {}",
            commands::discard(CURRENT_TASK_FILE)
        ),
        _ => "name a file like .rawko/plans/ID.yaml".to_owned(),
    }
}

/// What ends the edit of a file.
pub fn ways_out(path: &str) -> String {
    let (import, discard) = (commands::import(path), commands::discard(path));
    match path {
        CURRENT_TASK_FILE => format!("name the plan with --plan ID, or discard the edit: {discard}"),
        _ => format!("apply the edit: {import}; or discard it: {discard}"),
    }
}

/// A verb imported a plan before it began.
pub fn imported_note(imported: &Imported) -> String {
    let (id, path) = (&imported.after.id, visible(&imported.path));
    let mut note = format!("imported plan {id} from {path}\n");
    if let Some(original) = &imported.original {
        note.push_str(&format!(
            "the text with its comments is kept in {}\n",
            visible(original)
        ));
    }
    note
}

pub fn import_json(imported: &Imported, is_dry_run: bool) -> String {
    let diff = imported
        .before
        .as_ref()
        .map(|before| diff_by(before, &imported.after, &imported.kept));
    pretty(&json!({
        "path": imported.path,
        "plan": imported.after.id.as_str(),
        "dry_run": is_dry_run,
        "new": imported.before.is_none(),
        "changes": plan_changes(imported),
        "diff": diff.as_ref().map(diff_value),
        "original": imported.original,
    }))
}

pub fn import_text(imported: &Imported, is_dry_run: bool, columns: usize) -> String {
    let mut page = Page::default();
    let path = visible(&imported.path);
    let verb = if is_dry_run { "would import" } else { "imported" };
    match &imported.before {
        None => {
            let steps = plural(imported.after.steps.len(), "step");
            page.line(format!("{} {verb} {path}: a new plan of {steps}", paint(GOOD, "✓")));
            page.gap();
            heading(&mut page, &imported.after, columns);
        }
        Some(before) => {
            let diff = diff_by(before, &imported.after, &imported.kept);
            let changes = plan_changes(imported);
            if changes.is_empty() && diff.kept.len() == before.steps.len() && diff.added.is_empty() {
                page.line(format!("Nothing to import: {path} says what the plan says."));
            } else {
                page.line(format!("{} {verb} {path}: {}", paint(GOOD, "✓"), tally(&diff)));
                page.gap();
                for change in &changes {
                    page.line(format!("~ {}", visible(change)));
                }
                lines(&mut page, &diff, columns);
            }
        }
    }
    if let Some(original) = &imported.original {
        let note = format!("the text with its comments is kept in {}", visible(original));
        page.gap();
        page.line(paint(DIM, note));
    }
    page.finish()
}

/// What changed beside the steps.
fn plan_changes(imported: &Imported) -> Vec<String> {
    let (Some(before), after) = (&imported.before, &imported.after) else {
        return Vec::new();
    };
    [
        (before.task != after.task).then(|| format!("task: {}", after.task)),
        (before.created_by != after.created_by).then(|| format!("createdBy: {}", after.created_by)),
        (before.created_at != after.created_at).then(|| "createdAt".to_owned()),
        (before.metadata != after.metadata).then(|| "metadata".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

pub fn discard_json(discarded: &Discarded) -> String {
    let original: Value = discarded.original.as_deref().map_or(Value::Null, Into::into);
    pretty(&json!({"path": discarded.path, "discarded": discarded.original.is_some(), "original": original}))
}

pub fn discard_text(discarded: &Discarded) -> String {
    let path = visible(&discarded.path);
    match &discarded.original {
        None => format!("Nothing to discard: {path} was not edited.\n"),
        Some(original) => {
            let kept = paint(DIM, format!("the edit is kept in {}", visible(original)));
            format!("{} discarded the edit of {path}\n{kept}\n", paint(GOOD, "✓"))
        }
    }
}
