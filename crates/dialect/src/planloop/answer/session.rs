//! Sessions and counts on the wire.

use std::borrow::Cow;

use model::{Counts, Session};
use serde::Serialize;

use super::cut::Cut;

#[derive(Serialize)]
pub(super) struct SessionShape<'a> {
    id: &'a str,
    goal: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_summary: Option<Cow<'a, str>>,
}

/// By the words that tasks show: a failed task is open, and counts as `todo` with a number of its own beside.
#[derive(Serialize)]
pub(super) struct CountsShape {
    total: u64,
    todo: u64,
    in_progress: u64,
    done: u64,
    cancelled: u64,
    failed: u64,
}

impl<'a> SessionShape<'a> {
    /// `aim` is what it is for.
    pub fn new(session: &'a Session, aim: Option<&'a str>, cut: &Cut) -> Self {
        Self {
            id: session.id.as_str(),
            goal: aim.map(|aim| cut.text(aim)),
            final_summary: session.summary.as_ref().map(|summary| cut.text(&summary.text)),
        }
    }
}

impl From<Counts> for CountsShape {
    fn from(counts: Counts) -> Self {
        Self {
            total: counts.total(),
            todo: counts.todo + counts.failed,
            in_progress: counts.doing,
            done: counts.done,
            cancelled: counts.dropped,
            failed: counts.failed,
        }
    }
}
