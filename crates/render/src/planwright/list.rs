//! The answer of `planwright list`.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::Listed;
use model::{AgentName, TaskState, Timestamp};
use serde_json::json;

use super::plan::plan_value;
use super::task::{TaskView, tasks_value};
use super::verbs;
use crate::address::Address;
use crate::show::mark::{Mark, tally};
use crate::show::numbers;
use crate::show::page::Page;
use crate::show::style::{DIM, PLAIN};
use crate::show::table::{Cell, lay_out};
use crate::show::time::left;
use crate::show::width::{clip, width};

/// `tasks` are those of the list that are shown.
pub fn list_json(listed: &Listed, tasks: &[TaskView<'_>], at: Timestamp) -> String {
    pretty(&json!({"plan": plan_value(listed), "tasks": tasks_value(tasks, at)}))
}

/// A table of at most `columns`, if the titles can be clipped to that, and a line that counts.
pub fn list_text(
    listed: &Listed,
    tasks: &[TaskView<'_>],
    address: &Address<'_>,
    at: Timestamp,
    columns: usize,
) -> String {
    let total = listed.counts.total();
    let mut page = Page::default();
    if total == 0 && tasks.is_empty() {
        page.line(no_tasks(address));
        return page.finish();
    }
    let room = title_room(tasks, at, columns);
    let rows: Vec<_> = tasks.iter().map(|view| row(*view, at, room)).collect();
    for line in lay_out(&rows) {
        page.line(line);
    }
    page.gap();
    page.line(tally(tasks, total, at));
    page.finish()
}

pub(super) fn no_tasks(address: &Address<'_>) -> String {
    let add = verbs::painted(&address.on(verbs::ADD));
    format!("There is no task yet. Add one with {add}.")
}

fn row(view: TaskView<'_>, at: Timestamp, room: usize) -> Vec<Cell> {
    let mark = Mark::of(view, at);
    let title = visible(&view.task.brief.title);
    vec![
        Cell::right(DIM, view.task.number.to_string()),
        Cell::left(mark.style(), mark.sign()),
        Cell::left(mark.title_style(), clip(&title, room)),
        Cell::left(who_style(mark), who(view, at)),
        Cell::left(DIM, after(view)),
    ]
}

fn who_style(mark: Mark) -> anstyle::Style {
    match mark {
        Mark::Doing => PLAIN,
        _ => DIM,
    }
}

/// Who holds it and for how long, who settled it, or whom its author wanted.
pub fn who(view: TaskView<'_>, at: Timestamp) -> String {
    const ROOM: usize = 32;
    let name = |agent: &AgentName| clip(&visible(agent.as_str()), ROOM).into_owned();
    match &view.task.state {
        TaskState::Todo => match &view.task.brief.agent {
            Some(agent) => format!("for {}", name(agent)),
            None => String::new(),
        },
        TaskState::Doing(claim) => format!("{}, {}", name(&claim.agent), left(claim.ends(at), at)),
        TaskState::Done(outcome) => name(&outcome.by),
        TaskState::Failed(failure) => name(&failure.by),
        TaskState::Dropped(dropped) => name(&dropped.by),
    }
}

fn after(view: TaskView<'_>) -> String {
    const ROOM: usize = 28;
    if view.task.after.is_empty() {
        return String::new();
    }
    clip(&format!("after {}", numbers::list(&view.task.after)), ROOM).into_owned()
}

/// What the other columns leave for the title.
fn title_room(tasks: &[TaskView<'_>], at: Timestamp, columns: usize) -> usize {
    const LEAST: usize = 20;
    const GAP: usize = 2;
    let widest = |text: &dyn Fn(TaskView<'_>) -> String| {
        let columns = tasks.iter().map(|view| width(&text(*view))).max().unwrap_or(0);
        if columns == 0 { 0 } else { columns + GAP }
    };
    let mark = 1 + GAP;
    let others = widest(&|view| view.task.number.to_string()) + mark + widest(&|view| who(view, at)) + widest(&after);
    columns.saturating_sub(others).max(LEAST)
}

#[cfg(test)]
#[path = "list_tests.rs"]
mod tests;
