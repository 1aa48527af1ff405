//! How a task stands, in one sign.

use anstyle::Style;
use model::{TaskState, Timestamp};

use super::style::{BAD, BUSY, DIM, GOOD, PLAIN, paint};
use crate::planwright::task::TaskView;

model::words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mark {
        Done = "done",
        Doing = "doing",
        Ready = "ready",
        Waiting = "waiting",
        Failed = "failed",
        Dropped = "dropped",
    }
}

impl Mark {
    /// A lapsed claim holds nobody off, so such a task counts as ready.
    pub fn of(view: TaskView<'_>, at: Timestamp) -> Self {
        match &view.task.state {
            TaskState::Doing(claim) if claim.is_live(at) => Self::Doing,
            TaskState::Todo | TaskState::Doing(_) if view.blocked_by.is_empty() => Self::Ready,
            TaskState::Todo | TaskState::Doing(_) => Self::Waiting,
            TaskState::Done(_) => Self::Done,
            TaskState::Failed(_) => Self::Failed,
            TaskState::Dropped(_) => Self::Dropped,
        }
    }

    pub fn sign(self) -> &'static str {
        match self {
            Self::Done => "✓",
            Self::Doing => "▶",
            Self::Ready => "○",
            Self::Waiting => "·",
            Self::Failed => "✗",
            Self::Dropped => "–",
        }
    }

    pub fn style(self) -> Style {
        match self {
            Self::Done => GOOD,
            Self::Doing => BUSY,
            Self::Ready => PLAIN,
            Self::Waiting | Self::Dropped => DIM,
            Self::Failed => BAD,
        }
    }

    /// What is settled or waits steps back, so that the eye finds the work.
    pub fn title_style(self) -> Style {
        match self {
            Self::Done | Self::Dropped | Self::Waiting => DIM,
            Self::Doing | Self::Ready | Self::Failed => PLAIN,
        }
    }

    pub fn painted(self) -> String {
        paint(self.style(), self.sign())
    }
}

/// `3 tasks   ✓ 1 done   ▶ 1 doing   · 1 waiting`; also says how many tasks the plan has, if not all are shown.
pub(crate) fn tally(views: &[TaskView<'_>], total: u64, at: Timestamp) -> String {
    let shown = views.len();
    let tasks = if total == 1 { "task" } else { "tasks" };
    let mut parts = vec![match u64::try_from(shown) {
        Ok(shown) if shown < total => format!("{shown} of {total} {tasks}"),
        _ => format!("{shown} {tasks}"),
    }];
    let marks: Vec<_> = views.iter().map(|view| Mark::of(*view, at)).collect();
    for mark in Mark::ALL {
        let count = marks.iter().filter(|found| **found == mark).count();
        if count > 0 {
            parts.push(format!("{} {count} {}", mark.painted(), mark.word()));
        }
    }
    parts.join("   ")
}
