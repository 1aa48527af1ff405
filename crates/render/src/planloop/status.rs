//! The answer of `planloop status` for agents.

use dialect::text::json::{compact, pretty};
use engine::{Status, StatusRequest, Window};
use model::{Now, Signal, Task, limits, now};
use serde_json::{Value, json};

use super::cut::Cut;
use super::now::{now_value, sync_value};
use super::sessions::counts_value;
use super::signal::ShownSignal;
use super::task::{Viewer, task_line, task_value};
use super::warning::warning;
use super::{FULL_COMMAND, STATUS_COMMAND, sparse, unless_empty};
use crate::address::Address;

/// Characters per text and entries per list that a brief answer tries in turn until it fits.
const BRIEF_CUTS: [(usize, usize); 10] = [
    (usize::MAX, usize::MAX),
    (400, 20),
    (240, 12),
    (140, 8),
    (80, 6),
    (48, 4),
    (24, 3),
    (12, 2),
    (4, 1),
    (0, 0),
];

/// A request without a window gets a brief answer: on one line, shorter than `limits::BRIEF_BYTES`, without a list of
/// tasks, and with long fields cut.
pub fn status_json(address: &Address<'_>, request: &StatusRequest, status: &Status) -> String {
    if !is_brief(request) {
        return pretty(&status_value(address, request, status, &Cut::none()));
    }
    let mut text = String::new();
    for (chars, entries) in BRIEF_CUTS {
        text = compact(&status_value(address, request, status, &Cut::new(chars, entries)));
        if text.len() < limits::BRIEF_BYTES {
            break;
        }
    }
    text
}

fn is_brief(request: &StatusRequest) -> bool {
    request.window == Window::None
}

fn status_value(address: &Address<'_>, request: &StatusRequest, status: &Status, cut: &Cut) -> Value {
    let (outlook, session) = (&status.outlook, &status.outlook.session);
    let viewer = Viewer {
        agent: &request.by,
        at: status.at,
    };
    let what_now = now(outlook);
    let awaited = ShownSignal::awaited(&what_now);
    let signal = awaited.as_ref().map(|signal| signal.value(cut));
    let rulebook = status.stale_instructions.as_deref();
    let warnings: Vec<String> = status.warnings.iter().map(warning).collect();
    let session_value = json!({
        "id": session.id.as_str(),
        "goal": outlook.aim().map(|goal| cut.text(goal)),
        "final_summary": session.summary.as_ref().map(|summary| cut.text(&summary.text)),
    });
    let mut value = json!({
        "now": match rulebook {
            Some(rulebook) => sync_value(rulebook, is_brief(request), address),
            None => now_value(&what_now, awaited.as_ref(), address, viewer, cut),
        },
        "signal": signal.filter(|_| rulebook.is_none()),
        "plan": null,
        "session": sparse(session_value, &["goal"]),
        "signals": other_signals(request, status, &what_now, cut),
        "changes": null,
        "removed": null,
        "warnings": unless_empty(cut.texts(&warnings)),
        "version": session.version.0,
        "cursor": session.version.to_string(),
    });
    // Long lists are moved into their fields, since `json!` copies.
    if rulebook.is_none() {
        value["plan"] = plan(address, request, status, viewer);
    }
    if let Some((changed, removed)) = &status.changes {
        value["changes"] = match is_brief(request) {
            true => cut.list(changed).iter().map(|task| task_line(task, cut)).collect(),
            false => tasks(changed, viewer),
        };
        value["removed"] = cut.list(removed).iter().map(|number| number.0).collect();
    }
    if cut.has_bitten() {
        let since = request.since.map(|version| format!(" --since {version}"));
        value["truncated"] = true.into();
        value["full_command"] = address
            .on(STATUS_COMMAND.to_owned() + &since.unwrap_or_default())
            .into();
    }
    sparse(value, &[])
}

fn plan(address: &Address<'_>, request: &StatusRequest, status: &Status, viewer: Viewer<'_>) -> Value {
    let counts = status.outlook.counts;
    let mut plan = json!({"counts": counts_value(counts)});
    if is_brief(request) {
        return plan;
    }
    let shown = status.window.len();
    if u64::try_from(shown).is_ok_and(|shown| shown < counts.total()) {
        let window = json!({
            "shown": shown,
            "total": counts.total(),
            "next_task_id": status.next_window.map(|number| number.0),
            "next_command": address.on(FULL_COMMAND),
        });
        plan["window"] = sparse(window, &[]);
    }
    plan["tasks"] = tasks(&status.window, viewer);
    plan
}

/// Only brief answers are cut, and they do not list whole tasks.
fn tasks(tasks: &[Task], viewer: Viewer<'_>) -> Value {
    let uncut = Cut::none();
    tasks
        .iter()
        .map(|task| task_value(task, false, viewer, &uncut))
        .collect()
}

/// Open signals beside the awaited one. A brief answer leaves an empty list out.
fn other_signals(request: &StatusRequest, status: &Status, what_now: &Now<'_>, cut: &Cut) -> Option<Vec<Value>> {
    if status.stale_instructions.is_some() {
        return None;
    }
    let awaited = match what_now {
        Now::Wait(signal) => Some(&signal.id),
        _ => None,
    };
    let signals = status.outlook.signals.iter();
    let others: Vec<_> = signals.filter(|signal| Some(&signal.id) != awaited).collect();
    let value = |signal: &&Signal| ShownSignal::raised(signal).value(cut);
    let values = cut.list(&others).iter().map(value).collect();
    (!others.is_empty() || !is_brief(request)).then_some(values)
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
