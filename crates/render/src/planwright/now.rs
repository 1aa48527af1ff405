//! What now, in words: shared by every answer that says what comes next.

use model::{Held, Now, Stuck, Task, TaskState};
use serde_json::{Value, json};

use super::state::claim_value;
use super::task::name_value;
use super::verbs;
use crate::address::Address;
use crate::show::style::PLAIN;
use crate::show::table::{Cell, lay_out};
use crate::show::time::date;

/// What now, where the task is only named.
pub(super) fn now_value(now: &Now<'_>) -> Value {
    json!({"now": word(now), "task": task(now).map(name_value), "message": message(now)})
}

pub(super) fn held_value(held: &Held) -> Value {
    json!({"number": held.number.0, "title": held.title, "claim": claim_value(&held.claim)})
}

pub(super) fn word(now: &Now<'_>) -> &'static str {
    match now {
        Now::Wait(_) => "wait",
        Now::Replan(_) => "replan",
        Now::Review(..) => "review",
        Now::Resume(_) => "resume",
        Now::Work(_) => "work",
        Now::Held(_) => "held",
        Now::Blocked(_) => "blocked",
        Now::Decompose => "decompose",
        Now::Summarize => "summarize",
        Now::Rest(_) => "rest",
    }
}

/// The task that the answer is about.
pub(super) fn task<'a>(now: &Now<'a>) -> Option<&'a Task> {
    match now {
        Now::Work(task) | Now::Resume(task) | Now::Replan(task) | Now::Review(task, _) => Some(task),
        Now::Blocked(stuck) => Some(&stuck.task),
        Now::Wait(_) | Now::Held(_) | Now::Decompose | Now::Summarize | Now::Rest(_) => None,
    }
}

/// One sentence, as it is: text for people goes through `visible` first.
pub fn message(now: &Now<'_>) -> String {
    sentence(now, |task| format!("Task {} “{}”", task.number, task.brief.title))
}

/// The same below a heading that holds the title already.
pub(super) fn short_message(now: &Now<'_>) -> String {
    sentence(now, |task| format!("Task {}", task.number))
}

fn sentence(now: &Now<'_>, named: impl Fn(&Task) -> String) -> String {
    match now {
        Now::Wait(signal) => format!("Signal {} blocks the work: {}", signal.id, signal.message),
        Now::Replan(task) => match &task.state {
            TaskState::Failed(failure) => format!("{} failed: {}", named(task), failure.error),
            _ => format!("{} failed.", named(task)),
        },
        Now::Review(task, plan) => format!(
            "{} goes on when somebody has looked at its plan: teddy execute {plan}",
            named(task)
        ),
        Now::Resume(task) => format!("{} is yours already.", named(task)),
        Now::Work(task) => match task.claim() {
            Some(claim) => format!(
                "{} is free again: the lease of {} has lapsed.",
                named(task),
                claim.agent
            ),
            None => format!("{} is ready.", named(task)),
        },
        Now::Held(held) => format!("All that is ready is held by others: {}.", holders(held)),
        Now::Blocked(stuck) => {
            let Stuck { task, on } = stuck;
            format!(
                "{} waits for task {} “{}”, which was dropped.",
                named(task),
                on.number,
                on.brief.title
            )
        }
        Now::Decompose => "There is no task yet.".to_owned(),
        Now::Summarize => "Every task is settled.".to_owned(),
        Now::Rest(summary) => format!("The session is closed: {}", summary.text),
    }
}

fn holders(held: &[Held]) -> String {
    let holder = |held: &Held| {
        format!(
            "task {} by {} until {}",
            held.number,
            held.claim.agent,
            date(held.claim.until)
        )
    };
    held.iter().map(holder).collect::<Vec<_>>().join(", ")
}

/// Whatever an agent of a run takes beside its task is held when it has ended.
const APPOINTED: &str = "The run that gave you your task goes on with the plan. End when your task is done.";

/// A command that leads on, and what it is for.
struct Way {
    command: String,
    purpose: &'static str,
}

/// The commands that lead on, with what each is for, as aligned lines.
pub(super) fn ways_text(now: &Now<'_>, claimed: bool, address: &Address<'_>) -> Vec<String> {
    if address.is_appointed && is_for_the_run(now, claimed) {
        return vec![APPOINTED.to_owned()];
    }
    let row = |way: Way| {
        let command = address.on(way.command);
        vec![Cell::left(verbs::STYLE, command), Cell::left(PLAIN, way.purpose)]
    };
    let rows: Vec<_> = ways(now, claimed).into_iter().map(row).collect();
    lay_out(&rows)
}

/// What comes next without the agents that a run has given their tasks.
fn is_for_the_run(now: &Now<'_>, claimed: bool) -> bool {
    match now {
        Now::Work(_) => !claimed,
        Now::Resume(_) | Now::Wait(_) => false,
        Now::Replan(_)
        | Now::Review(..)
        | Now::Held(_)
        | Now::Blocked(_)
        | Now::Decompose
        | Now::Summarize
        | Now::Rest(_) => true,
    }
}

fn ways(now: &Now<'_>, claimed: bool) -> Vec<Way> {
    let way = |command: &str, purpose| Way {
        command: command.to_owned(),
        purpose,
    };
    match now {
        Now::Work(task) if !claimed => vec![
            way(verbs::CLAIM, "takes it, for you alone"),
            way(&verbs::done(task.number), "when it is finished"),
        ],
        Now::Work(task) | Now::Resume(task) => vec![
            way(&verbs::done(task.number), "when it is finished"),
            way(&verbs::fail(task.number), "when it cannot be done"),
        ],
        Now::Wait(signal) => vec![way(&verbs::clear(&signal.id), "when its cause is gone")],
        Now::Replan(task) => vec![
            way(&verbs::reopen(task.number), "tries it again"),
            way(&verbs::done(task.number), "when it has succeeded after all"),
            way(&verbs::abandon(task.number), "gives it up"),
            way(verbs::ADD, "plans another way"),
        ],
        Now::Blocked(stuck) => vec![
            way(&verbs::abandon(stuck.task.number), "drops the waiting task too"),
            way(&verbs::waive(&stuck.task, stuck.on.number), "no longer waits for it"),
        ],
        Now::Review(..) | Now::Held(_) => vec![way(verbs::NEXT, "asks again")],
        Now::Decompose => vec![way(verbs::ADD, "adds the first task")],
        Now::Summarize => vec![
            way(verbs::CLOSE, "closes the session"),
            way(verbs::ADD, "goes on with another task"),
        ],
        Now::Rest(_) => vec![way(verbs::ADD, "opens it again")],
    }
}
