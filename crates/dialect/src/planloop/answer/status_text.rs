//! The answer of `planloop status` for people.

use model::{Counts, Now, Signal, Task, now};

use super::now::current_task;
use super::signal::SignalShape;
use super::status::StatusView;
use super::task::Eye;
use super::{STATUS_COMMAND, UPDATE_COMMAND, clear_command, cut::Cut, task::status};
use crate::address::Address;
use crate::native::style::{BAD, BOLD, COMMAND, DIM, GOOD, WARNING, paint};
use crate::native::verbs;
use crate::native::visible::visible;

const BAR_CELLS: u64 = 24;
/// How much of a task's description people get to see here.
const BODY_LINES: usize = 20;

pub fn status_text(view: &StatusView<'_>) -> String {
    let what_now = now(view.outlook);
    let mut lines = heading(view);
    lines.push(String::new());
    lines.push(progress(view.outlook.counts));
    lines.push(String::new());
    lines.push(paint(BOLD, visible(&headline(&what_now))));
    lines.extend(
        current_task(&what_now)
            .into_iter()
            .flat_map(|task| task_lines(task, view)),
    );
    if let Some(awaited) = SignalShape::awaited(&what_now, &Cut::none()) {
        lines.push(format!("  {}", paint(BAD, visible(&awaited.message))));
    }
    lines.extend(section(
        "Signals",
        view.outlook.signals.iter().map(signal_line).collect(),
    ));
    lines.extend(section("Warnings", warnings(view)));
    lines.push(String::new());
    lines.push(format!(
        "{} {}",
        paint(DIM, "Next:"),
        paint(COMMAND, view.address.on(next_command(&what_now)))
    ));
    lines.join("\n") + "\n"
}

fn heading(view: &StatusView<'_>) -> Vec<String> {
    let session = &view.outlook.session;
    let goal = view.outlook.aim().unwrap_or("No goal given").trim();
    let asker = if view.asker.is_unnamed() {
        "no name given".to_owned()
    } else {
        format!("you are {}", visible(view.asker.as_str()))
    };
    let facts = format!("session {}, version {}, {asker}", session.id, session.version);
    vec![paint(BOLD, visible(goal)), paint(DIM, facts)]
}

/// `██████░░░░  3 of 5 settled: 2 done, 1 cancelled, 1 in progress, 1 to do`
fn progress(counts: Counts) -> String {
    let total = counts.total();
    if total == 0 {
        return "No tasks yet.".to_owned();
    }
    let full = counts.settled() * BAR_CELLS / total;
    let cells = |cell: &str, count: u64| (0..count).map(|_| cell).collect::<String>();
    let parts = [
        (counts.done, "done"),
        (counts.dropped, "cancelled"),
        (counts.failed, "failed"),
        (counts.doing, "in progress"),
        (counts.todo, "to do"),
    ];
    let parts: Vec<_> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let bar = paint(GOOD, cells("█", full)) + &paint(DIM, cells("░", BAR_CELLS - full));
    format!("{bar}  {} of {total} settled: {}", counts.settled(), parts.join(", "))
}

fn headline(now: &Now<'_>) -> String {
    match now {
        Now::Work(task) => format!("Task {} is ready: {}", task.number, task.brief.title),
        Now::Resume(task) => format!("You are on task {}: {}", task.number, task.brief.title),
        Now::Wait(signal) => format!("Signal {} blocks the work", signal.id),
        Now::Replan(task) => format!(
            "Task {} failed: retry it, or cancel it and plan another way",
            task.number
        ),
        Now::Review(task, _) => format!("A plan for task {} waits for approval", task.number),
        Now::Held(_) => "Other agents hold everything that is ready".to_owned(),
        Now::Blocked(stuck) => format!("Task {} waits for a task that was cancelled", stuck.task.number),
        Now::Decompose => "The plan is empty: add tasks".to_owned(),
        Now::Summarize => "All tasks are complete: the final summary is missing".to_owned(),
        Now::Rest(summary) => format!("The session is closed: {}", summary.text),
    }
}

fn task_lines(task: &Task, view: &StatusView<'_>) -> Vec<String> {
    let mut facts = vec![status(task).word().to_owned()];
    facts.extend(task.brief.kind.map(|kind| kind.word().to_owned()));
    if !task.after.is_empty() {
        let after: Vec<_> = task.after.iter().map(ToString::to_string).collect();
        facts.push(format!("after {}", after.join(", ")));
    }
    let eye = Eye {
        asker: view.asker,
        at: view.at,
    };
    if let Some(claim) = task.claim().filter(|claim| eye.sees_held(claim)) {
        let minutes = claim.ends(view.at).millis_since(view.at).max(0) / 60_000;
        facts.push(format!(
            "held by {} for another {minutes} min",
            visible(claim.agent.as_str())
        ));
    }
    let mut lines = vec![format!("  {}", paint(DIM, facts.join(", ")))];
    lines.extend(body_lines(task, &view.address));
    lines.extend(
        task.brief
            .checklist
            .iter()
            .map(|subtask| format!("  [ ] {}", visible(subtask))),
    );
    lines.extend(task.brief.hints.iter().map(|hint| format!("  - {}", visible(hint))));
    lines.extend(task.brief.paths.iter().map(|path| {
        let mark = if path.creates { paint(GOOD, "+") } else { " ".to_owned() };
        format!("  {mark} {}", visible(&path.path))
    }));
    lines
}

fn body_lines(task: &Task, address: &Address<'_>) -> Vec<String> {
    let body = &task.brief.body;
    if body.trim() == task.brief.title {
        return Vec::new();
    }
    let indented = |line: &str| format!("  {}", visible(line)).trim_end().to_owned();
    let mut lines: Vec<_> = body.lines().take(BODY_LINES).map(indented).collect();
    if body.lines().count() > BODY_LINES {
        let show = address.on(verbs::show(task.number));
        lines.push(format!("  … the rest is in `{show}`"));
    }
    lines
}

fn signal_line(signal: &Signal) -> String {
    let style = if signal.blocks() { BAD } else { WARNING };
    let task = signal
        .task
        .map(|number| format!(" on task {number}"))
        .unwrap_or_default();
    let link = signal
        .link
        .as_deref()
        .map(|link| format!(" ({})", visible(link)))
        .unwrap_or_default();
    let level = paint(style, signal.level.word());
    format!("{level} {}{task}: {}{link}", signal.id, visible(&signal.message))
}

fn warnings(view: &StatusView<'_>) -> Vec<String> {
    let mut warnings: Vec<_> = view
        .warnings
        .iter()
        .map(|warning| visible(warning).into_owned())
        .collect();
    if view.sync.is_some() {
        let status = view.address.on(STATUS_COMMAND);
        warnings.push(format!(
            "docs/agents.md is out of date; `{status}` brings its new text."
        ));
    }
    warnings
}

fn section(title: &str, entries: Vec<String>) -> Vec<String> {
    if entries.is_empty() {
        return entries;
    }
    let indented = entries.into_iter().map(|entry| format!("  {entry}"));
    [String::new(), paint(BOLD, title)]
        .into_iter()
        .chain(indented)
        .collect()
}

fn next_command(now: &Now<'_>) -> String {
    let update = |payload: &str| format!("{UPDATE_COMMAND} --json '{payload}'");
    let to = |task: &Task, status: &str| {
        update(&format!(
            r#"{{"update_tasks":[{{"id":{},"status":"{status}"}}]}}"#,
            task.number
        ))
    };
    match now {
        Now::Work(task) | Now::Replan(task) => to(task, "IN_PROGRESS"),
        Now::Resume(task) => to(task, "DONE"),
        Now::Wait(signal) => clear_command(&signal.id),
        Now::Blocked(stuck) => to(&stuck.task, "CANCELLED"),
        Now::Held(_) | Now::Review(..) => "planloop status".to_owned(),
        Now::Decompose | Now::Rest(_) => update(r#"{"add_tasks":[...]}"#),
        Now::Summarize => update(r#"{"final_summary":"..."}"#),
    }
}

#[cfg(test)]
#[path = "status_text_tests.rs"]
mod tests;
