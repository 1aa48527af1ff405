//! From a thread's plan to what the engine adopts.

use model::{AdoptedTask, AgentName, Brief, Fingerprint, TaskKey, Uid};

use super::folder::{TaskFile, ThreadPlan};

/// Takes the fingerprint of a text.
pub type TakeFingerprint<'a> = &'a dyn Fn(&str) -> Fingerprint;

/// The tasks in the order of their files. `new_uid` is asked once per task.
pub fn into_adopted(
    plan: &ThreadPlan,
    new_uid: &mut dyn FnMut() -> Uid,
    fingerprint: TakeFingerprint<'_>,
) -> Vec<AdoptedTask> {
    let adopted = |task: &TaskFile| adopted(task, new_uid(), fingerprint(&said_by(task)));
    plan.tasks.iter().map(adopted).collect()
}

/// Of what `plan.md` says.
pub fn plan_fingerprint(plan: &ThreadPlan, fingerprint: TakeFingerprint<'_>) -> Fingerprint {
    fingerprint(&joined(&[&plan.title, &plan.body]))
}

/// Everything that a task file says, however it is written.
fn said_by(task: &TaskFile) -> String {
    let order = task.order.to_string();
    let depends_on: Vec<_> = task.depends_on.iter().map(TaskKey::as_str).collect();
    let subtasks: Vec<_> = task.subtasks.iter().map(String::as_str).collect();
    joined(&[
        &order,
        task.id.as_str(),
        &task.body,
        task.agent.as_ref().map_or("", AgentName::as_str),
        &joined(&depends_on),
        &joined(&subtasks),
    ])
}

/// Each part with its length, so that no two lists look the same.
fn joined(parts: &[&str]) -> String {
    parts.iter().map(|part| format!("{}:{part},", part.len())).collect()
}

fn adopted(task: &TaskFile, uid: Uid, filed: Fingerprint) -> AdoptedTask {
    AdoptedTask {
        uid,
        key: task.id.clone(),
        order: task.order,
        brief: Brief {
            title: task.title.clone(),
            body: task.body.clone(),
            agent: task.agent.clone(),
            checklist: task.subtasks.clone(),
            filed: Some(filed),
            ..Brief::default()
        },
        after: task.depends_on.clone(),
    }
}
