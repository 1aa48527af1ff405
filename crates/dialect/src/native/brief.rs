//! The JSON shape of what a task's author wrote, but for the title.

use model::Brief;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct BriefShape<'a> {
    body: &'a str,
    checklist: &'a [String],
    hints: &'a [String],
    /// A leading `+` marks a path that the task creates.
    paths: Vec<String>,
    acceptance: &'a [String],
}

impl<'a> From<&'a Brief> for BriefShape<'a> {
    fn from(brief: &'a Brief) -> Self {
        Self {
            body: &brief.body,
            checklist: &brief.checklist,
            hints: &brief.hints,
            paths: brief.paths.iter().map(ToString::to_string).collect(),
            acceptance: &brief.acceptance,
        }
    }
}
