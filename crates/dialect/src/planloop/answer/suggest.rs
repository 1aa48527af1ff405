//! The answer of `planloop suggest`.

use model::{OpVersion, TaskNumber};
use serde::Serialize;

use super::json::pretty;
use crate::address::Address;
use crate::planloop::TaskDraft;

pub struct SuggestView<'a> {
    pub address: Address<'a>,
    /// Who was asked; `None` if only the code was.
    pub planner: Option<&'a str>,
    pub tasks: &'a [TaskDraft],
    pub added: &'a [TaskNumber],
    pub version: OpVersion,
}

#[derive(Serialize)]
struct SuggestShape<'a> {
    status: &'static str,
    source: &'a str,
    applied: bool,
    tasks: Vec<TaskShape<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    task_ids: Vec<u32>,
    version: u64,
    next_command: String,
}

/// As `planloop update` takes it.
#[derive(Serialize)]
struct TaskShape<'a> {
    title: &'a str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    dependencies: &'a [u32],
    context_hints: &'a [String],
    relevant_file_paths: Vec<String>,
}

pub fn suggested(view: &SuggestView<'_>) -> String {
    let is_applied = !view.added.is_empty();
    pretty(&SuggestShape {
        status: "suggestions",
        source: view.planner.unwrap_or("offline"),
        applied: is_applied,
        tasks: view.tasks.iter().map(shape).collect(),
        task_ids: view.added.iter().map(|number| number.0).collect(),
        version: view.version.0,
        next_command: view.address.on(match (is_applied, view.tasks.is_empty()) {
            (false, false) => "planloop suggest --apply",
            _ => super::STATUS_COMMAND,
        }),
    })
}

fn shape(task: &TaskDraft) -> TaskShape<'_> {
    let path = |path: &model::TaskPath| match path.creates {
        true => format!("+{}", path.path),
        false => path.path.clone(),
    };
    TaskShape {
        title: task.title.as_deref().unwrap_or_default(),
        kind: task.kind.map(model::Kind::word),
        dependencies: &task.dependencies,
        context_hints: task.hints.as_deref().unwrap_or_default(),
        relevant_file_paths: task.paths.iter().flatten().map(path).collect(),
    }
}
