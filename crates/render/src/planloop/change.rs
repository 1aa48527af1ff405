//! The answers of `planloop start`, `planloop update` and `planloop suggest`.

use dialect::text::json::pretty;
use engine::{Decomposed, NotDecomposed, Suggested, Updated};
use model::{Kind, NewTask, Session, Signal, TaskNumber, TaskRef};
use serde_json::{Value, json};

use super::warning::warning;
use super::{STATUS_COMMAND, clear_command, sparse, unless_empty};
use crate::address::Address;
use crate::errors::planner_hint;

/// `decomposed` is `None` if no planner was asked.
pub fn start_json(address: &Address<'_>, session: &Session, decomposed: Option<&Decomposed>) -> String {
    let decomposition = decomposed.map(|decomposed| match decomposed {
        Decomposed::Accepted { tasks, rounds } => json!({"planned_tasks": tasks, "rounds": rounds}),
        Decomposed::Stopped => json!({"left_to_agent": "the planner was stopped"}),
        Decomposed::LeftToAgent(why) => json!({"left_to_agent": not_decomposed(why)}),
    });
    let answer = json!({
        "status": "session_created",
        "session_id": session.id.as_str(),
        "message": "Session created. Agent can now begin work.",
        "next_command": address.on(STATUS_COMMAND),
        "version": session.version.0,
        "decomposition": decomposition,
    });
    pretty(&sparse(answer, &[]))
}

fn not_decomposed(why: &NotDecomposed) -> String {
    match why {
        NotDecomposed::NoAnswer(error) => format!("{error}; {}", planner_hint(error)),
        NotDecomposed::Rejected {
            rounds,
            last_objection,
            answer,
        } => format!(
            "after {rounds} rounds no plan was good enough; the last objection: {last_objection} (the last answer is in \
             {answer})"
        ),
        NotDecomposed::UnreadableJudgment { problems, answer } => {
            format!("the judge was not understood: {problems} (the answer is in {answer})")
        }
    }
}

/// In a dry run, the version is the unchanged one, and the numbers are those that the tasks would get.
pub fn update_json(address: &Address<'_>, updated: &Updated, is_dry_run: bool) -> String {
    let message = match is_dry_run {
        true => "The update is valid. Nothing was changed.",
        false => "State updated successfully.",
    };
    let blockers = updated.blockers.iter().map(|signal| still_open(signal, address));
    let warnings = blockers.chain(updated.warnings.iter().map(warning)).collect();
    let answer = json!({
        "status": "success",
        "message": message,
        "version": updated.version.0,
        "task_ids": numbers(&updated.added),
        "warnings": unless_empty::<String>(warnings),
        "dry_run": is_dry_run.then_some(true),
        "next_command": address.on(STATUS_COMMAND),
    });
    pretty(&sparse(answer, &[]))
}

/// An update is accepted below an open blocker, so that the fix of the blocker can be reported.
fn still_open(signal: &Signal, address: &Address<'_>) -> String {
    format!(
        "Signal '{}' is still open ({}). Clear it with `{}` once it is fixed.",
        signal.id,
        signal.message,
        address.on(clear_command(&signal.id))
    )
}

pub fn suggest_json(address: &Address<'_>, suggested: &Suggested) -> String {
    let is_applied = !suggested.added.is_empty();
    let next = match is_applied || suggested.tasks.is_empty() {
        true => STATUS_COMMAND,
        false => "planloop suggest --apply",
    };
    let answer = json!({
        "status": "suggestions",
        "source": suggested.planner.as_deref().unwrap_or("offline"),
        "applied": is_applied,
        "tasks": suggested.tasks.iter().map(suggested_task).collect::<Value>(),
        "task_ids": numbers(&suggested.added),
        "version": suggested.version.0,
        "next_command": address.on(next),
    });
    pretty(&sparse(answer, &[]))
}

/// In the form that the payload of `planloop update` has.
fn suggested_task(task: &NewTask) -> Value {
    let (brief, after) = (&task.brief, task.after.iter().filter_map(TaskRef::number));
    let paths = brief.paths.iter().map(ToString::to_string);
    let value = json!({
        "title": brief.title,
        "type": brief.kind.map(Kind::word),
        "dependencies": after.map(|number| number.0).collect::<Vec<_>>(),
        "context_hints": brief.hints,
        "relevant_file_paths": paths.collect::<Vec<_>>(),
    });
    sparse(value, &[])
}

fn numbers(tasks: &[TaskNumber]) -> Option<Vec<u32>> {
    unless_empty(tasks.iter().map(|number| number.0).collect())
}
