//! The answer of `planwright graph`, for people and as JSON.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use model::Timestamp;
use serde_json::json;

use super::layout::{Links, Place, Row, arrange};
use super::list::{no_tasks, who};
use super::task::{TaskView, name_value};
use crate::address::Address;
use crate::show::mark::{Mark, tally};
use crate::show::numbers;
use crate::show::page::Page;
use crate::show::style::{DIM, paint};
use crate::show::width::{clip, width};

pub fn graph_json(tasks: &[TaskView<'_>], at: Timestamp) -> String {
    let node = |view: &TaskView<'_>| {
        let mut node = name_value(view.task);
        node["ready"] = view.is_ready(at).into();
        node
    };
    let number = |position: usize| tasks[position].task.number.0;
    // From the task that comes first to the one that waits for it.
    let links = Links::new(tasks);
    let edges = links.pairs().map(|(first, then)| [number(first), number(then)]);
    pretty(&json!({
        "nodes": tasks.iter().map(node).collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
    }))
}

/// Each task once, below what it waits for; `←` names everything it waits for.
pub fn graph_text(tasks: &[TaskView<'_>], address: &Address<'_>, at: Timestamp, columns: usize) -> String {
    let mut page = Page::default();
    if tasks.is_empty() {
        page.line(no_tasks(address));
        return page.finish();
    }
    let rows = arrange(tasks);
    for (index, row) in rows.iter().enumerate() {
        if row.place == Place::Root && !is_lonely(&rows, index) {
            page.gap();
        }
        page.line(line(*row, tasks[row.position], at, columns));
    }
    page.gap();
    page.line(tally(tasks, tasks.len() as u64, at) + &paint(DIM, "   ← waits for"));
    page.finish()
}

/// A root between two roots needs no room around it.
fn is_lonely(rows: &[Row], index: usize) -> bool {
    let is_root = |row: Option<&Row>| row.is_none_or(|row| row.place == Place::Root);
    is_root(rows.get(index.wrapping_sub(1))) && is_root(rows.get(index + 1))
}

fn line(row: Row, view: TaskView<'_>, at: Timestamp, columns: usize) -> String {
    const LEAST: usize = 20;
    let mark = Mark::of(view, at);
    let rails = rails(row);
    let number = view.task.number.to_string();
    let notes = notes(view, mark, at);
    // The sign and its number take a blank each.
    let others = width(&rails) + 1 + 1 + width(&number) + 1 + width(&notes);
    let title = visible(&view.task.brief.title);
    let title = clip(&title, columns.saturating_sub(others).max(LEAST));
    format!(
        "{}{} {number} {}{}",
        paint(DIM, rails),
        mark.painted(),
        paint(mark.title_style(), title),
        paint(DIM, notes),
    )
}

/// The columns to the left of a task that go on below. Past a depth that no plan should have they are not drawn.
pub fn rails(row: Row) -> String {
    const DRAWN: usize = 12;
    let depth = row.depth.min(DRAWN);
    match row.place {
        Place::Branch => "│ ".repeat(depth.saturating_sub(1)) + "├─",
        Place::Root | Place::Trunk => "│ ".repeat(depth),
    }
}

fn notes(view: TaskView<'_>, mark: Mark, at: Timestamp) -> String {
    const ROOM: usize = 28;
    let mut notes = String::new();
    if !view.task.after.is_empty() {
        notes = format!("  ← {}", clip(&numbers::list(&view.task.after), ROOM));
    }
    if mark == Mark::Doing {
        notes = format!("{notes}  {}", who(view, at));
    }
    notes
}

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
