//! `now`: the reason for the answer, and the next step of the agent in a sentence or two.

use model::{Now, Task};
use serde_json::{Value, json};

use super::cut::Cut;
use super::signal::ShownSignal;
use super::task::{Viewer, task_value};
use super::{STATUS_COMMAND, UPDATE_COMMAND, clear_command, sparse};
use crate::address::Address;

pub(super) fn now_value(
    now: &Now<'_>,
    awaited: Option<&ShownSignal<'_>>,
    address: &Address<'_>,
    viewer: Viewer<'_>,
    cut: &Cut,
) -> Value {
    let value = json!({
        "reason": reason(now),
        "agent_instructions": instructions(now, address, viewer),
        "message": message(now, awaited).map(|message| cut.text(message)),
        "current_task": current_task(now).map(|task| task_value(task, true, viewer, cut)),
    });
    sparse(value, &[])
}

/// The agent's rulebook is out of date. The new one does not fit into a brief answer, which names the call to get it.
pub(super) fn sync_value(rulebook: &str, is_brief: bool, address: &Address<'_>) -> Value {
    let status = address.on(STATUS_COMMAND);
    let instructions = match is_brief {
        true => format!(
            "Your `docs/agents.md` is out of date. Run `{status}` without --brief and replace the whole file with its \
             `instructions_content` before any other work."
        ),
        false => format!(
            "Your `docs/agents.md` is out of date. Replace the whole file with `instructions_content`, exactly as given, \
             before any other work; then run `{status}` again."
        ),
    };
    let value = json!({
        "reason": "sync_instructions",
        "agent_instructions": instructions,
        "instructions_content": (!is_brief).then_some(rulebook),
    });
    sparse(value, &[])
}

pub(super) fn current_task<'a>(now: &Now<'a>) -> Option<&'a Task> {
    match now {
        Now::Work(task) | Now::Resume(task) => Some(task),
        Now::Wait(_) | Now::Replan(_) | Now::Review(..) | Now::Held(_) | Now::Blocked(_) => None,
        Now::Decompose | Now::Summarize | Now::Rest(_) => None,
    }
}

fn reason(now: &Now<'_>) -> &'static str {
    match now {
        Now::Work(_) | Now::Resume(_) => "ready_for_task",
        Now::Wait(_) | Now::Replan(_) | Now::Review(..) | Now::Held(_) | Now::Blocked(_) => "waiting_on_signal",
        Now::Decompose | Now::Summarize | Now::Rest(_) => "plan_completed",
    }
}

fn message(now: &Now<'_>, awaited: Option<&ShownSignal<'_>>) -> Option<String> {
    let fixed = match now {
        Now::Decompose => "The plan is empty: there are no tasks yet.",
        Now::Summarize => "All tasks are complete. The agent should provide a final summary.",
        Now::Rest(_) => "The session is closed: all tasks are complete and the final summary is written.",
        Now::Work(_) | Now::Resume(_) => return None,
        Now::Wait(_) | Now::Replan(_) | Now::Review(..) | Now::Held(_) | Now::Blocked(_) => {
            let signal = awaited?;
            let task = signal.task.map(|task| format!(" on task {task}")).unwrap_or_default();
            return Some(format!("Waiting for signal '{}'{task} to be cleared.", signal.id));
        }
    };
    Some(fixed.to_owned())
}

fn instructions(now: &Now<'_>, address: &Address<'_>, viewer: Viewer<'_>) -> String {
    let update = address.on(UPDATE_COMMAND);
    match now {
        Now::Work(task) => work_instructions(task),
        Now::Resume(task) => resume_instructions(task, viewer),
        Now::Wait(signal) => format!(
            "A blocker is open, so start nothing else. Find its cause, fix it, and clear it with `{}`. If you \
             cannot fix it, stop and tell the user.",
            address.on(clear_command(&signal.id))
        ),
        Now::Replan(Task { number, .. }) => format!(
            "Task {number} failed. Find out why; then either retry it (set it IN_PROGRESS) or set it CANCELLED and add other \
             tasks in its place."
        ),
        Now::Review(Task { number, .. }, _) => format!(
            "A plan for task {number} waits for the user's approval. Leave the files that it is about alone, tell the user that \
             it waits, and ask again when it was looked at."
        ),
        Now::Held(_) => {
            "Other agents hold everything that is ready. Leave their tasks alone; wait for a lease to end or a task to be \
             finished, then ask again."
                .to_owned()
        }
        Now::Blocked(stuck) => format!(
            "Task {} can never start, since task {} was cancelled. Choose one of the two ways out in `signal.message` and \
             send it with `{update}`.",
            stuck.task.number, stuck.on.number
        ),
        Now::Decompose => {
            format!("The plan has no tasks. Break the goal into tasks and send them as `add_tasks` with `{update}`.")
        }
        Now::Summarize => {
            format!(
                "Send `final_summary` with `{update}`: what was done, and how it was verified. That closes the session."
            )
        }
        Now::Rest(_) => "Nothing is left to do here: stop. Adding tasks would open the session again.".to_owned(),
    }
}

fn work_instructions(task: &Task) -> String {
    let number = task.number;
    match task.claim() {
        Some(claim) => format!(
            "Task {number} was left unfinished by {}, whose claim has run out. Claim it (set it IN_PROGRESS), see what is \
             there already, finish and verify it, then set it DONE.",
            claim.agent
        ),
        None if !task.brief.body.is_empty() => format!(
            "Claim task {number} (set it IN_PROGRESS) before you touch anything. Do what its `description` says, with \
             everything in its `subtasks` and `context_hints`, verify it, then set it DONE."
        ),
        None => format!(
            "Claim task {number} (set it IN_PROGRESS) before you touch anything. Follow its `context_hints`, look at its \
             `relevant_file_paths`, do the work, verify it, then set it DONE."
        ),
    }
}

fn resume_instructions(task: &Task, viewer: Viewer<'_>) -> String {
    let number = task.number;
    if task.claim().is_some_and(|claim| claim.is_live(viewer.at)) {
        return format!(
            "You hold task {number}: go on with it. Set it DONE once it is verified, or TODO if you give it back."
        );
    }
    format!(
        "Your claim on task {number} has run out. Set it IN_PROGRESS again to go on, or DONE if the work is finished and \
         verified."
    )
}
