//! The answers of `plan check` and `plan commit`.

use dialect::text::json::pretty;
use dialect::text::plural;
use dialect::text::visible::visible;
use engine::{Checked, Commitment, Committed, CommittedThread, FiledThread};
use model::{Diagnostic, Role, TaskKey, ThreadId};
use serde_json::{Value, json};

use crate::diagnostics::{self, SourceOf, diagnostics_value, errors, snippets, tally};
use crate::show::style::{DIM, GOOD, paint};

pub fn check_json(checked: &Checked) -> String {
    let thread = |thread: &FiledThread| -> Value {
        let tasks = thread.plan.iter().flat_map(|plan| &plan.tasks);
        json!({
            "thread_id": thread.place.thread.to_string(),
            "plan_dir": thread.place.shown(),
            "title": thread.plan.as_ref().map(|plan| &plan.title),
            "tasks": tasks.map(|task| task.id.as_str()).collect::<Vec<_>>(),
        })
    };
    let unallocated = is_unallocated(checked)
        .then(|| json!({"thread_id": ThreadId::PRIMARY.to_string(), "plan_dir": null, "title": null, "tasks": []}));
    let threads = unallocated.into_iter().chain(checked.threads.iter().map(thread));
    pretty(&json!({
        "status": "valid",
        "threads": threads.collect::<Vec<_>>(),
        "diagnostics": diagnostics_value(&checked.warnings),
    }))
}

/// The primary thread has no folder yet.
fn is_unallocated(checked: &Checked) -> bool {
    !checked.threads.iter().any(|thread| thread.place.role == Role::Primary)
}

pub fn check_text(checked: &Checked) -> String {
    let mut text = snippets(&checked.warnings, &|path| checked.sources.get(path));
    if is_unallocated(checked) {
        text.push_str(&format!("{} {}: no folder yet\n", paint(GOOD, "✓"), ThreadId::PRIMARY));
    }
    for thread in &checked.threads {
        let plan = match &thread.plan {
            Some(plan) => format!("{}, {}", visible(&plan.title), plural(plan.tasks.len(), "task")),
            None => "no plan".to_owned(),
        };
        text.push_str(&format!("{} {}: {plan}\n", paint(GOOD, "✓"), thread.place.thread));
    }
    let closing = match checked.warnings.is_empty() {
        true => "Valid. Nothing was committed.".to_owned(),
        false => format!("Valid, with {}. Nothing was committed.", tally(&checked.warnings)),
    };
    text + &closing + "\n"
}

pub fn commit_json(committed: &Committed) -> String {
    let threads = &committed.threads;
    pretty(&json!({
        "status": if is_changed(threads) { "committed" } else { "unchanged" },
        "threads": threads.iter().map(thread).collect::<Vec<_>>(),
        "diagnostics": diagnostics_value(&committed.warnings),
    }))
}

fn thread(thread: &CommittedThread) -> Value {
    json!({
        "thread_id": thread.thread.to_string(),
        "plan_dir": thread.plan_dir,
        "status": word(thread.commitment),
        "version": thread.version,
        "title": thread.title,
        "added": keys(&thread.added),
        "changed": keys(&thread.changed),
        "removed": keys(&thread.removed),
        "unchanged": keys(&thread.unchanged),
    })
}

pub(super) fn keys(keys: &[TaskKey]) -> Vec<&str> {
    keys.iter().map(TaskKey::as_str).collect()
}

fn word(commitment: Commitment) -> &'static str {
    match commitment {
        Commitment::Committed => "committed",
        Commitment::Unchanged => "unchanged",
        Commitment::NoPlan => "no_plan",
        Commitment::Withdrawn => "withdrawn",
        Commitment::Archived => "archived",
    }
}

pub fn commit_text(committed: &Committed) -> String {
    let mut text = snippets(&committed.warnings, &|path| committed.sources.get(path));
    for thread in &committed.threads {
        text.push_str(&line(thread));
        for (mark, keys) in [("+", &thread.added), ("~", &thread.changed), ("-", &thread.removed)] {
            for key in keys {
                text.push_str(&format!("  {mark} {key}\n"));
            }
        }
    }
    let threads = &committed.threads;
    if !is_changed(threads) {
        let is_committed = threads.iter().any(|thread| thread.commitment == Commitment::Unchanged);
        text.push_str(match is_committed {
            true => "Nothing changed: everything is committed already.\n",
            false => "Nothing to commit: no folder holds a plan.\n",
        });
    }
    text
}

fn line(thread: &CommittedThread) -> String {
    let id = thread.thread;
    let version = thread.version.map(|version| format!(" (version {version})"));
    let version = version.unwrap_or_default();
    let title = thread.title.as_deref().map(visible).unwrap_or_default();
    match thread.commitment {
        Commitment::Committed => format!("{} {id}: committed {title}{version}\n", paint(GOOD, "✓")),
        Commitment::Unchanged => format!("{} {id}: unchanged{version}\n", paint(DIM, "·")),
        Commitment::Withdrawn => format!("{} {id}: the plan is withdrawn\n", paint(GOOD, "✓")),
        Commitment::NoPlan => format!("{} {id}: no plan\n", paint(DIM, "·")),
        Commitment::Archived => format!("{} {id}: archived\n", paint(GOOD, "✓")),
    }
}

fn is_changed(threads: &[CommittedThread]) -> bool {
    let is_same = |thread: &CommittedThread| matches!(thread.commitment, Commitment::Unchanged | Commitment::NoPlan);
    !threads.iter().all(is_same)
}

/// The folders are invalid: every problem of every folder, and nothing was done.
pub fn rejected_json(diagnostics: &[Diagnostic]) -> String {
    let details: Vec<String> = errors(diagnostics).map(detail).collect();
    diagnostics::invalid_json(&message(diagnostics), &details, diagnostics)
}

pub fn rejected_text(diagnostics: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    diagnostics::invalid_text(&message(diagnostics), diagnostics, source_of)
}

fn message(diagnostics: &[Diagnostic]) -> String {
    let tally = tally(diagnostics);
    format!("The plan files are invalid ({tally}), and nothing was committed. Fix every error, and try again.")
}

fn detail(diagnostic: &Diagnostic) -> String {
    let path = diagnostic.place.path.as_deref().unwrap_or_default();
    match diagnostic.place.line_column {
        Some((line, column)) => format!("{path}:{line}:{column}: {}", diagnostic.message),
        None if path.is_empty() => diagnostic.message.clone(),
        None => format!("{path}: {}", diagnostic.message),
    }
}
