//! A task written out for people.

use dialect::text::visible::{visible, visible_lines};
use model::{AgentName, Brief, TaskState, Timestamp};

use super::evidence::check_lines;
use super::state::how_word;
use super::task::TaskView;
use crate::show::mark::Mark;
use crate::show::numbers;
use crate::show::page::Page;
use crate::show::style::{BOLD, DIM, PLAIN, paint};
use crate::show::table::{Cell, lay_out};
use crate::show::time::{ago, date, left};

/// `▶ Task 3: Add login`
pub(super) fn heading(view: TaskView<'_>, at: Timestamp) -> String {
    let title = format!("Task {}: {}", view.task.number, visible(&view.task.brief.title));
    format!("{} {}", Mark::of(view, at).painted(), paint(BOLD, title))
}

/// Key, state and the other facts that fit on a line each.
pub(super) fn facts(page: &mut Page, view: TaskView<'_>, at: Timestamp) {
    let task = view.task;
    let mut rows = vec![("key", task.key.to_string()), ("state", state_sentence(view, at))];
    rows.extend(task.brief.kind.map(|kind| ("kind", kind.word().to_owned())));
    rows.extend(task.brief.agent.as_ref().map(|agent| ("agent", shown(agent))));
    if !task.after.is_empty() {
        rows.push(("after", numbers::list(&task.after)));
    }
    if !view.blocked_by.is_empty() && !task.standing().is_settled() {
        rows.push(("waits for", numbers::list(view.blocked_by)));
    }
    let cells = |(name, fact): (&str, String)| vec![Cell::left(DIM, name), Cell::left(PLAIN, fact)];
    let rows: Vec<_> = rows.into_iter().map(cells).collect();
    for line in lay_out(&rows) {
        page.indented(line);
    }
}

/// Where it stands, since when, and through whom.
pub fn state_sentence(view: TaskView<'_>, at: Timestamp) -> String {
    let when = |time| format!("{} ({})", ago(time, at), date(time));
    match &view.task.state {
        TaskState::Todo => format!("todo, {}", Mark::of(view, at).word()),
        TaskState::Doing(claim) => {
            let (agent, left) = (shown(&claim.agent), left(claim.ends(at), at));
            format!(
                "doing, held by {agent} until {} ({left}), fence {}",
                date(claim.ends(at)),
                claim.fence
            )
        }
        TaskState::Done(outcome) => format!("done by {}, {}", shown(&outcome.by), when(outcome.at)),
        TaskState::Failed(failure) => format!("failed, reported by {}, {}", shown(&failure.by), when(failure.at)),
        TaskState::Dropped(dropped) => {
            let how = how_word(dropped.how);
            format!("dropped ({how}) by {}, {}", shown(&dropped.by), when(dropped.at))
        }
    }
}

/// Everything its author wrote, in sections; what is empty is left out.
pub(super) fn sections(page: &mut Page, brief: &Brief) {
    if !brief.body.trim().is_empty() {
        page.gap();
        for line in visible_lines(brief.body.trim_end()) {
            page.line(line);
        }
    }
    page.section("Checklist", brief.checklist.iter().flat_map(|item| bullet(item)));
    page.section("Hints", brief.hints.iter().flat_map(|hint| bullet(hint)));
    let paths = brief.paths.iter().map(|path| match path.creates {
        true => format!("+ {} {}", visible(&path.path), paint(DIM, "(new)")),
        false => format!("- {}", visible(&path.path)),
    });
    page.section("Paths", paths);
    page.section("Acceptance", brief.acceptance.iter().flat_map(|item| bullet(item)));
}

/// What was said when it was done, failed or dropped.
pub(super) fn ending(page: &mut Page, state: &TaskState) {
    match state {
        TaskState::Todo | TaskState::Doing(_) => {}
        TaskState::Done(outcome) => {
            page.section("Outcome", outcome.note.iter().flat_map(|note| visible_lines(note)));
            page.section("Files", outcome.files.iter().map(|file| visible(file)));
            page.section("Checks", check_lines(&outcome.evidence));
        }
        TaskState::Failed(failure) => {
            page.section("Failure", visible_lines(&failure.error));
            page.section("Files", failure.files.iter().map(|file| visible(file)));
            page.section("Checks", check_lines(&failure.evidence));
        }
        TaskState::Dropped(dropped) => {
            page.section("Reason", dropped.reason.iter().flat_map(|reason| visible_lines(reason)));
        }
    }
}

/// `- first line`, the others below it.
fn bullet(text: &str) -> impl Iterator<Item = String> {
    visible_lines(text).enumerate().map(|(index, line)| match index {
        0 => format!("- {line}"),
        _ => format!("  {line}"),
    })
}

fn shown(agent: &AgentName) -> String {
    visible(agent.as_str()).into_owned()
}
