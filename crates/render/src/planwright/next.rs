//! The answer of `planwright next`.

use dialect::text::json::pretty;
use dialect::text::visible::visible_lines;
use engine::Next;
use model::{Now, Timestamp};
use serde_json::{Value, json};

use super::now::{self, held_value, ways_text};
use super::sheet;
use super::signal::signal_value;
use super::task::{TaskView, task_value};
use crate::address::Address;
use crate::show::page::Page;
use crate::show::time::{date, left};

pub fn next_json(next: &Next, at: Timestamp) -> String {
    let now = next.now();
    pretty(&json!({
        "now": now::word(&now),
        "task": task_view(next, &now).map(|task| task_value(task, at)),
        "claimed": next.claimed,
        "signal": match &now {
            Now::Wait(signal) => signal_value(signal),
            _ => Value::Null,
        },
        "held": match &now {
            Now::Held(held) => held.iter().map(held_value).collect(),
            _ => Vec::new(),
        },
        "message": lease(next, &now, at).unwrap_or_else(|| now::message(&now)),
        "version": next.outlook.session.version.0,
    }))
}

pub fn next_text(next: &Next, address: &Address<'_>, at: Timestamp) -> String {
    let now = next.now();
    let mut page = Page::default();
    if let Some(task) = task_view(next, &now) {
        page.line(sheet::heading(task, at));
    }
    let message = lease(next, &now, at).unwrap_or_else(|| now::short_message(&now));
    for line in visible_lines(&message) {
        page.line(line);
    }
    if let Some(task) = task_view(next, &now) {
        sheet::sections(&mut page, &task.task.brief);
    }
    page.section("What to do", ways_text(&now, next.claimed, address));
    page.finish()
}

fn task_view<'a>(next: &'a Next, now: &Now<'a>) -> Option<TaskView<'a>> {
    now::task(now).map(|task| TaskView {
        task,
        blocked_by: &next.blocked_by,
    })
}

/// How long the asker has the task, and what proves it.
fn lease(next: &Next, now: &Now<'_>, at: Timestamp) -> Option<String> {
    let task = now::task(now).filter(|_| next.claimed)?;
    let claim = task.claim()?;
    let ends = claim.ends(at);
    let (until, left) = (date(ends), left(ends, at));
    Some(format!(
        "Task {} is yours until {until} ({left}), fence {}.",
        task.number, claim.fence
    ))
}
