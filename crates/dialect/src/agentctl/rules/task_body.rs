//! # task-body
//!
//! A task file has a body: text after its front matter.
//!
//! The body is what the agent that takes up the task gets to read. Its first line is the title of the task.
//!
//! Bad:  a file that ends after the front matter
//! Good: `Create the users table.` and the acceptance criteria after the front matter

use model::Diagnostic;

use crate::agentctl::draft::TaskDraft;

pub const RULE: &str = "task-body";

pub(super) fn check(task: &TaskDraft<'_>) -> Option<Diagnostic> {
    let body = task.body.as_ref().filter(|body| body.text.trim().is_empty())?;
    let fault = task.source.error(RULE, &body.closing, "The task has no body.");
    Some(fault.with_hint("Say after the front matter what is to be done, and how to see that it is done."))
}
