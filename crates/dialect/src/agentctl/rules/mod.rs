//! The rules for a thread's folder. One file is one rule, and its documentation.

pub mod agent_name;
pub mod dependency_cycle;
pub mod dependency_exists;
pub mod file_name;
pub mod file_readable;
pub(super) mod front;
pub mod front_matter;
pub mod front_matter_key;
pub mod front_matter_plain;
pub mod front_matter_value;
pub mod front_matter_yaml;
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

/// Every rule's name.
pub const RULES: [&str; 19] = [
    plan_file::RULE,
    tasks_folder::RULE,
    file_name::RULE,
    file_readable::RULE,
    front_matter::RULE,
    front_matter_yaml::RULE,
    front_matter_plain::RULE,
    front_matter_key::RULE,
    front_matter_value::RULE,
    plan_title::RULE,
    task_id::RULE,
    id_unique::RULE,
    dependency_exists::RULE,
    dependency_cycle::RULE,
    order_unique::RULE,
    agent_name::RULE,
    task_body::RULE,
    task_size::RULE,
    task_replanned::RULE,
];

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

/// How much of a foreign word is quoted.
const QUOTED_CHARS: usize = 60;

fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
