//! The answer of `plan check` when no folder has an error.

use model::{Diagnostic, ThreadId};
use serde::Serialize;

use super::json::{pretty, shown};
use super::reject::tally;
use super::{SourceOf, counted};
use crate::agentctl::ThreadPlan;
use crate::native::fault::{FaultShape, shapes};
use crate::native::style::{GOOD, paint};
use crate::native::visible::visible;
use crate::snippet::snippets;

#[derive(Debug, Clone, Copy)]
pub struct CheckedThread<'a> {
    pub thread: ThreadId,
    pub plan_dir: &'a str,
    /// `None` for an empty folder.
    pub plan: Option<&'a ThreadPlan>,
}

#[derive(Serialize)]
struct CheckShape<'a> {
    status: &'static str,
    threads: Vec<ThreadShape<'a>>,
    diagnostics: Vec<FaultShape<'a>>,
}

#[derive(Serialize)]
struct ThreadShape<'a> {
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    plan_dir: &'a str,
    title: Option<&'a str>,
    tasks: Vec<&'a str>,
}

pub fn check_json(threads: &[CheckedThread<'_>], warnings: &[Diagnostic]) -> String {
    pretty(&CheckShape {
        status: "valid",
        threads: threads.iter().map(ThreadShape::from).collect(),
        diagnostics: shapes(warnings),
    })
}

pub fn check_text(threads: &[CheckedThread<'_>], warnings: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    let mut text = snippets(warnings, source_of);
    for checked in threads {
        let said = match checked.plan {
            Some(plan) => format!("{}, {}", visible(&plan.title), counted(plan.tasks.len(), "task")),
            None => "no plan".to_owned(),
        };
        text.push_str(&format!("{} {}: {said}\n", paint(GOOD, "✓"), checked.thread));
    }
    let closing = match warnings.is_empty() {
        true => "Valid. Nothing was committed.".to_owned(),
        false => format!("Valid, with {}. Nothing was committed.", tally(warnings)),
    };
    text + &closing + "\n"
}

impl<'a> From<&CheckedThread<'a>> for ThreadShape<'a> {
    fn from(checked: &CheckedThread<'a>) -> Self {
        let tasks = checked.plan.iter().flat_map(|plan| &plan.tasks);
        Self {
            thread_id: checked.thread,
            plan_dir: checked.plan_dir,
            title: checked.plan.map(|plan| plan.title.as_str()),
            tasks: tasks.map(|task| task.id.as_str()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::agentctl::testing::{PLAN, folder, read_folder, task_text};

    #[test]
    fn valid_folders_are_listed_with_their_warnings() {
        let (plan, warnings) = read_folder(&folder(Some(PLAN), &[("01-a.md", &task_text("id: a\nagent: my-bot"))]));
        let thread = |thread, plan| CheckedThread {
            thread: ThreadId(thread),
            plan_dir: "/p",
            plan,
        };
        let threads = [thread(1, plan.as_ref()), thread(2, None)];
        let answer: Value = serde_json::from_str(&check_json(&threads, &warnings)).unwrap();
        assert_eq!(answer["status"], "valid");
        let expected = json!([
            {"thread_id": "thread_1", "plan_dir": "/p", "title": "Ship it", "tasks": ["a"]},
            {"thread_id": "thread_2", "plan_dir": "/p", "title": null, "tasks": []},
        ]);
        assert_eq!(answer["threads"], expected);
        assert_eq!(answer["diagnostics"][0]["severity"], "warning");
        let text = check_text(&threads, &warnings, &|_| None);
        assert!(
            text.contains("thread_1: Ship it, 1 task\n") && text.contains("thread_2: no plan\n"),
            "{text}"
        );
        assert!(
            text.ends_with("Valid, with 1 warning. Nothing was committed.\n"),
            "{text}"
        );
    }
}
