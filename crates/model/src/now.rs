//! The one question that every front end asks.

use crate::outlook::{Held, Outlook, Stuck};
use crate::path::RelPath;
use crate::session::Summary;
use crate::signal::Signal;
use crate::task::Task;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Now<'a> {
    /// A blocker is open: nothing else comes before it.
    Wait(&'a Signal),
    /// A task failed: retry it, drop it, or plan anew.
    Replan(&'a Task),
    /// The asker's task goes on when somebody has approved this plan of changes.
    Review(&'a Task, &'a RelPath),
    /// The asker holds this task already.
    Resume(&'a Task),
    /// This task is free and ready.
    Work(&'a Task),
    /// Everything that could be worked on is held by others.
    Held(&'a [Held]),
    /// Work is left, but it waits for a task that was dropped.
    Blocked(&'a Stuck),
    /// There is no task yet.
    Decompose,
    /// All tasks are settled; the closing words are missing.
    Summarize,
    /// The session is closed.
    Rest(&'a Summary),
}

pub fn now(outlook: &Outlook) -> Now<'_> {
    if let Some(blocker) = outlook.signals.iter().find(|signal| signal.blocks()) {
        return Now::Wait(blocker);
    }
    if let Some(failed) = &outlook.failed {
        return Now::Replan(failed);
    }
    if let (Some(task), Some(plan)) = (&outlook.mine, &outlook.review) {
        return Now::Review(task, plan);
    }
    if let Some(task) = &outlook.mine {
        return Now::Resume(task);
    }
    if let Some(task) = &outlook.ready {
        return Now::Work(task);
    }
    if !outlook.held.is_empty() {
        return Now::Held(&outlook.held);
    }
    if let Some(stuck) = &outlook.stuck {
        return Now::Blocked(stuck);
    }
    match &outlook.session.summary {
        Some(summary) => Now::Rest(summary),
        None if outlook.counts.total() == 0 => Now::Decompose,
        None => Now::Summarize,
    }
}

#[cfg(test)]
#[path = "now_tests.rs"]
mod tests;
