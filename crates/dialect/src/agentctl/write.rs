//! Any plan of the engine as a thread's folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use model::{Brief, Task, TaskKey, TaskNumber, limits};
use serde::Serialize;

use super::front::{PlanFront, TaskFront};
use super::title::{tidy, title_of};
use super::{PLAN_FILE, TASKS_FOLDER, TASKS_MAX};
use crate::yaml::{self, FlowSeq};

/// Why a plan cannot be written as a folder that reads back as the same plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteFault {
    TooManyTasks {
        count: usize,
    },
    /// A front matter or a body that would not be read again.
    TooLarge {
        file: String,
        bytes: usize,
        limit: usize,
    },
    /// A task waits for one that is not among the given ones.
    UnknownDependency {
        task: TaskKey,
        dependency: TaskNumber,
    },
}

/// Each file's path within the folder and its text: `plan.md` first, then the tasks in their order.
pub fn write_folder(plan_title: &str, plan_body: &str, tasks: &[&Task]) -> Result<Vec<(String, String)>, WriteFault> {
    if tasks.len() > TASKS_MAX {
        return Err(WriteFault::TooManyTasks { count: tasks.len() });
    }
    let keys: BTreeMap<_, _> = tasks.iter().map(|task| (task.number, &task.key)).collect();
    let mut files = vec![plan_file(plan_title, plan_body)?];
    for (order, task) in numbered(tasks) {
        files.push(task_file(order, task, &keys)?);
    }
    Ok(files)
}

/// The tasks' own places where they fit into two digits, else their ranks.
fn numbered<'a>(tasks: &[&'a Task]) -> Vec<(u32, &'a Task)> {
    let mut sorted = tasks.to_vec();
    sorted.sort_by_key(|task| task.place());
    let orders: BTreeSet<_> = sorted.iter().map(|task| task.order).collect();
    let fits = orders.len() == sorted.len() && orders.last().is_none_or(|last| *last < 100);
    if fits {
        return sorted.into_iter().map(|task| (task.order, task)).collect();
    }
    let first = if sorted.len() == TASKS_MAX { 0 } else { 1 };
    (first..).zip(sorted).collect()
}

fn plan_file(title: &str, body: &str) -> Result<(String, String), WriteFault> {
    const UNTITLED: &str = "Untitled plan";
    let body = tidy(body);
    let spoken = title_of(&body);
    let title = [title.trim(), &spoken]
        .into_iter()
        .find(|title| !title.is_empty())
        .unwrap_or(UNTITLED);
    file(PLAN_FILE.to_owned(), &PlanFront { title }, &body)
}

fn task_file(order: u32, task: &Task, keys: &BTreeMap<TaskNumber, &TaskKey>) -> Result<(String, String), WriteFault> {
    let key = |number: &TaskNumber| {
        let unknown = || WriteFault::UnknownDependency {
            task: task.key.clone(),
            dependency: *number,
        };
        keys.get(number).map(|key| key.as_str()).ok_or_else(unknown)
    };
    let front = TaskFront {
        id: task.key.as_str(),
        depends_on: FlowSeq(task.after.iter().map(key).collect::<Result<_, _>>()?),
        agent: task.brief.agent.as_ref().map(model::AgentName::as_str),
        subtasks: &task.brief.checklist,
    };
    let path = format!("{TASKS_FOLDER}/{order:02}-{}.md", task.key);
    file(path, &front, &body(&task.key, &task.brief))
}

fn file(path: String, front: &impl Serialize, body: &str) -> Result<(String, String), WriteFault> {
    let front = yaml::write(front);
    for (text, limit) in [(front.as_str(), yaml::BYTES_MAX), (body, limits::TEXT_BYTES)] {
        if text.len() > limit {
            return Err(WriteFault::TooLarge {
                file: path,
                bytes: text.len(),
                limit,
            });
        }
    }
    let gap = if body.is_empty() { "" } else { "\n" };
    let end = if body.is_empty() { "" } else { "\n" };
    Ok((path, format!("---\n{front}---\n{gap}{body}{end}")))
}

/// The body with the title as its first line.
fn body(key: &TaskKey, brief: &Brief) -> String {
    let body = tidy(&brief.body);
    let title = one_line(&brief.title);
    if title_of(&body) == title && !title.is_empty() {
        return body;
    }
    let title = match (title.is_empty(), body.is_empty()) {
        (true, false) => return body,
        (true, true) => key.as_str(),
        (false, _) => &title,
    };
    let below = |line: String| {
        if body.is_empty() {
            line
        } else {
            format!("{line}\n\n{body}")
        }
    };
    // A title that looks like a heading keeps its marks under a heading's.
    let plain = below(title.to_owned());
    let marked = below(format!("# {title}"));
    if title_of(&plain) != title && title_of(&marked) == title {
        marked
    } else {
        plain
    }
}

fn one_line(title: &str) -> String {
    let lines: Vec<_> = title.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

impl fmt::Display for WriteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyTasks { count } => write!(
                f,
                "the plan has {count} tasks, and file names with two digits allow at most {TASKS_MAX}"
            ),
            Self::TooLarge { file, bytes, limit } => {
                write!(
                    f,
                    "{file} would be too large: {bytes} bytes of text, and the limit is {limit}"
                )
            }
            Self::UnknownDependency { task, dependency } => {
                write!(f, "task {task} depends on task {dependency}, which is not exported")
            }
        }
    }
}

impl std::error::Error for WriteFault {}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
