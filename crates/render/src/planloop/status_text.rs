//! The answer of `planloop status` for people.

use dialect::text::visible::visible;
use engine::{Status, StatusRequest};
use model::{Counts, Now, Signal, Task, now};

use super::now::current_task;
use super::signal::ShownSignal;
use super::task::{Viewer, status as task_status};
use super::warning::warning;
use super::{STATUS_COMMAND, UPDATE_COMMAND, clear_command};
use crate::address::Address;
use crate::planwright::verbs;
use crate::show::page::Page;
use crate::show::style::{BAD, BOLD, COMMAND, DIM, GOOD, WARNING, paint};

const BAR_CELLS: u64 = 24;
/// How much of a task's description people get to see here.
const BODY_LINES: usize = 20;

pub fn status_text(address: &Address<'_>, request: &StatusRequest, status: &Status) -> String {
    let (outlook, session) = (&status.outlook, &status.outlook.session);
    let what_now = now(outlook);
    let asker = match request.by.is_unnamed() {
        true => "no name given".to_owned(),
        false => format!("you are {}", visible(request.by.as_str())),
    };
    let facts = format!("session {}, version {}, {asker}", session.id, session.version);
    let mut page = Page::default();
    page.line(paint(BOLD, visible(outlook.aim().unwrap_or("No goal given").trim())));
    page.line(paint(DIM, facts));
    page.gap();
    page.line(progress(outlook.counts));
    page.gap();
    page.line(paint(BOLD, visible(&headline(&what_now))));
    if let Some(task) = current_task(&what_now) {
        let viewer = Viewer {
            agent: &request.by,
            at: status.at,
        };
        task_lines(&mut page, task, viewer, address);
    }
    if let Some(awaited) = ShownSignal::awaited(&what_now) {
        page.indented(paint(BAD, visible(&awaited.message)));
    }
    page.section("Signals", outlook.signals.iter().map(signal_line));
    let outdated = status.stale_instructions.as_ref().map(|_| {
        let status = address.on(STATUS_COMMAND);
        format!("docs/agents.md is out of date; `{status}` brings its new text.")
    });
    let warnings = status.warnings.iter().map(|told| visible(&warning(told)).into_owned());
    page.section("Warnings", warnings.chain(outdated));
    page.gap();
    let next = paint(COMMAND, address.on(next_command(&what_now)));
    page.line(format!("{} {next}", paint(DIM, "Next:")));
    page.finish()
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
        Now::Replan(Task { number, .. }) => {
            format!("Task {number} failed: retry it, or cancel it and plan another way")
        }
        Now::Review(task, _) => format!("A plan for task {} waits for approval", task.number),
        Now::Held(_) => "Other agents hold everything that is ready".to_owned(),
        Now::Blocked(stuck) => format!("Task {} waits for a task that was cancelled", stuck.task.number),
        Now::Decompose => "The plan is empty: add tasks".to_owned(),
        Now::Summarize => "All tasks are complete: the final summary is missing".to_owned(),
        Now::Rest(summary) => format!("The session is closed: {}", summary.text),
    }
}

fn task_lines(page: &mut Page, task: &Task, viewer: Viewer<'_>, address: &Address<'_>) {
    let brief = &task.brief;
    let mut facts = vec![task_status(task).word().to_owned()];
    facts.extend(brief.kind.map(|kind| kind.word().to_owned()));
    if !task.after.is_empty() {
        let after: Vec<_> = task.after.iter().map(ToString::to_string).collect();
        facts.push(format!("after {}", after.join(", ")));
    }
    if let Some(claim) = viewer.claim(task) {
        let minutes = claim.ends(viewer.at).millis_since(viewer.at).max(0) / 60_000;
        let agent = visible(claim.agent.as_str());
        facts.push(format!("held by {agent} for another {minutes} min"));
    }
    page.indented(paint(DIM, facts.join(", ")));
    if brief.body.trim() != brief.title {
        for line in brief.body.lines().take(BODY_LINES) {
            page.indented(visible(line));
        }
        if brief.body.lines().count() > BODY_LINES {
            let show = address.on(verbs::show(task.number));
            page.indented(format!("… the rest is in `{show}`"));
        }
    }
    for subtask in &brief.checklist {
        page.indented(format!("[ ] {}", visible(subtask)));
    }
    for hint in &brief.hints {
        page.indented(format!("- {}", visible(hint)));
    }
    for path in &brief.paths {
        let mark = if path.creates { paint(GOOD, "+") } else { " ".to_owned() };
        page.indented(format!("{mark} {}", visible(&path.path)));
    }
}

fn signal_line(signal: &Signal) -> String {
    let level = paint(if signal.blocks() { BAD } else { WARNING }, signal.level.word());
    let task = signal.task.map(|number| format!(" on task {number}"));
    let link = signal.link.as_deref().map(|link| format!(" ({})", visible(link)));
    let (task, link) = (task.unwrap_or_default(), link.unwrap_or_default());
    format!("{level} {}{task}: {}{link}", signal.id, visible(&signal.message))
}

fn next_command(now: &Now<'_>) -> String {
    let update = |payload: &str| format!("{UPDATE_COMMAND} --json '{payload}'");
    let to = |Task { number, .. }: &Task, status: &str| {
        update(&format!(
            r#"{{"update_tasks":[{{"id":{number},"status":"{status}"}}]}}"#
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
