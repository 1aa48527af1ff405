//! The rules for a thread's folder. One file checks one rule.

pub mod agent_name;
pub mod dependency_cycle;
pub mod dependency_exists;
pub mod file_name;
pub mod file_readable;
pub(super) mod front;
pub mod id_unique;
pub mod order_unique;
pub mod plan_file;
pub mod plan_title;
pub mod task_body;
pub mod task_id;
pub mod task_replanned;
pub mod task_size;
pub mod tasks_folder;

use model::Diagnostic;

use super::draft::Draft;
use crate::rules::rules;

rules! {
    PLAN_FILE: Error "plan-file",
        "A folder that holds tasks also holds `plan.md`.",
        "The plan says what the tasks are for. A folder without files is valid: the thread has no plan.";
    TASKS_FOLDER: Error "tasks-folder",
        "`tasks` is a folder with a limited number of files. A plan without tasks is a warning.",
        "A plan whose tasks were written to another folder looks like a plan without tasks.";
    FILE_NAME: Error "file-name",
        "A file in `tasks` is named `NN-slug.md`: two digits, then lower-case words and digits joined by single dashes.",
        "The digits are the order of the tasks. Hidden files and editor backups are ignored; a task in another file \
         would be lost.";
    FILE_READABLE: Error "file-readable",
        "Every file is UTF-8 text.",
        "A plan is accepted whole or not at all, and this file cannot be checked.";
    FRONT_MATTER: Error "front-matter",
        "`plan.md` and every task file begin with a front matter: `---`, `key: value` lines, and `---`.",
        "Without a front matter a task has no id, and no other task can depend on it.";
    FRONT_MATTER_YAML: Error "front-matter-yaml",
        "A front matter is one small YAML document that can be read.",
        "What follows a syntax error is not checked, and a limited size keeps a hostile file from costing time.";
    FRONT_MATTER_PLAIN: Error "front-matter-plain",
        "A front matter uses no anchors, aliases, tags, merge keys or directives.",
        "They let a short text stand for a long one, so a reader does not see what is stored.";
    FRONT_MATTER_KEY: Error "front-matter-key",
        "A front matter has only keys that exist, each once.",
        "A misspelled key that is ignored loses its value: a task with `depend_on` would start too early.";
    FRONT_MATTER_VALUE: Error "front-matter-value",
        "`title`, `id` and `agent` are texts; `depends_on` and `subtasks` are lists of texts.",
        "YAML reads some unquoted words as numbers, booleans or nothing: `1.10` becomes `1.1`. They are refused.";
    PLAN_TITLE: Error "plan-title",
        "`plan.md` has a `title` that is not empty.",
        "People and agents tell plans apart by their titles.";
    TASK_ID: Error "task-id",
        "A task has an `id` in kebab-case, at most 80 characters long.",
        "Other tasks name the task by its id, and the id keeps its state when the plan is committed again.";
    ID_UNIQUE: Error "id-unique",
        "No two tasks of a folder have the same `id`.",
        "A dependency on this id could mean either task. Tasks of other folders may use the same ids.";
    DEPENDS_ON_EXISTS: Error "depends-on-exists",
        "Every entry of `depends_on` is the `id` of a task in the same folder.",
        "A task that depends on a missing task never starts. A task cannot depend on a task of another thread.";
    DEPENDS_ON_CYCLE: Error "depends-on-cycle",
        "No task depends on itself, directly or through other tasks.",
        "No task of a cycle can start.";
    ORDER_UNIQUE: Error "order-unique",
        "No two file names in `tasks` begin with the same two digits.",
        "The digits are the order in which tasks are read and started.";
    AGENT_NAME: Error "agent-name",
        "`agent` is the name of an agent: not empty, at most 64 characters, no control characters.",
        "An unknown name is a warning, because it can be a new agent or a misspelled one.";
    TASK_BODY: Error "task-body",
        "A task file has text after its front matter.",
        "The agent reads the body to do the task. Its first line is the title of the task.";
    TASK_SIZE: Error "task-size",
        "Titles, bodies and checklists keep within their limits.",
        "The store accepts no larger value.";
    TASK_REPLANNED: Error "task-replanned",
        "The unchanged file of a task that a replan removed is removed too.",
        "The next commit would add the replaced task again. Change the file if the task should come back.";
}

/// Every fault of the folder, each once.
pub(super) fn check(draft: &Draft<'_>, agents: &[String]) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    faults.extend(plan_file::check(draft));
    faults.extend(tasks_folder::check(draft));
    if let Some(plan) = &draft.plan {
        faults.extend_from_slice(&plan.faults);
        faults.extend(plan_title::check(plan));
        faults.extend(task_size::check_plan(plan));
    }
    faults.extend(draft.strays.iter().map(file_name::check));
    for task in &draft.tasks {
        faults.extend_from_slice(&task.faults);
        faults.extend(task_id::check(task));
        faults.extend(agent_name::check(task, agents));
        faults.extend(task_body::check(task));
        faults.extend(task_size::check_task(task));
    }
    faults.extend(id_unique::check(draft));
    faults.extend(order_unique::check(draft));
    faults.extend(dependency_exists::check(draft));
    faults.extend(dependency_cycle::check(draft));
    faults
}

fn quoted(text: &str) -> String {
    format!("`{}`", crate::data::quoted(text))
}
