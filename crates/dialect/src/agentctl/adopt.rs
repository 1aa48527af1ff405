//! From a thread's plan to what the engine adopts.

use model::{AdoptedTask, Brief, Uid};

use super::folder::{TaskFile, ThreadPlan};

/// The tasks in the order of their files. `new_uid` is asked once per task.
pub fn into_adopted(plan: &ThreadPlan, new_uid: &mut dyn FnMut() -> Uid) -> Vec<AdoptedTask> {
    plan.tasks.iter().map(|task| adopted(task, new_uid())).collect()
}

fn adopted(task: &TaskFile, uid: Uid) -> AdoptedTask {
    AdoptedTask {
        uid,
        key: task.id.clone(),
        order: task.order,
        brief: Brief {
            title: task.title.clone(),
            body: task.body.clone(),
            agent: task.agent.clone(),
            checklist: task.subtasks.clone(),
            ..Brief::default()
        },
        after: task.depends_on.clone(),
    }
}
