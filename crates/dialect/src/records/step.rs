//! What a run stores about the tasks of a plan, and about itself.

use std::fmt;

use model::conclude::{Dependent, RefusedMove};
use model::{Brief, Kind, SessionId, ThreadId};
use thiserror::Error;

use crate::rawko::step_reasons;
use crate::text::listed;

/// Why a task failed without a word of its agent.
#[derive(Debug, Error)]
pub enum StepFailure {
    #[error("the project could not be looked at: {0}")]
    ProjectUnreadable(String),
    #[error("the agent could not be watched: {0}")]
    AgentUnwatched(String),
    #[error("nobody can be asked for plans any more")]
    NoPlanner,
    #[error("it did not conclude within {0} turns")]
    NotConcluded(u64),
    #[error("more than {0} of its plans in a row were refused")]
    PlansRefused(u32),
    #[error("the driver was killed while the agent worked on it")]
    DriverKilled,
}

/// Why the program of an agent failed. Some programs say it on the one stream, some on the other.
pub fn program_failure(ending: &str, stdout: &str, stderr: &str) -> String {
    match (stderr.is_empty(), stdout.is_empty()) {
        (true, true) => ending.to_owned(),
        (false, true) => format!("{ending}: {stderr}"),
        (true, false) => format!("{ending}: {stdout}"),
        (false, false) => format!("{ending}\nstandard error: {stderr}\nstandard output: {stdout}"),
    }
}

/// Why an acceptance criterion could not be checked.
pub fn check_not_run(command: &str, error: &dyn fmt::Display) -> String {
    format!("{} could not be run: {error}", on_one_line(command))
}

/// Why an acceptance criterion does not hold. `written` is the output of its command.
pub fn check_failed(command: &str, ending: &str, written: &str) -> String {
    let separator = if written.is_empty() { "" } else { "\n" };
    format!(
        "the check {} failed: {ending}{separator}{written}",
        on_one_line(command)
    )
}

/// So that the reason of a failure fits on one line. The evidence has the whole command.
pub fn on_one_line(command: &str) -> String {
    match command.split_once('\n') {
        Some((first, _)) => format!("`{first} …`"),
        None => format!("`{command}`"),
    }
}

/// What is added to the note of a task.
#[derive(Debug, Error)]
pub enum StepNote<'a> {
    /// The user says that the agent finished before an interruption.
    #[error("It was interrupted; the user said that it was done.")]
    DoneByUser,
    #[error("(and {0} more files)")]
    MoreFiles(usize),
    #[error("(and {0} with names that are not text)")]
    UnnamedFiles(usize),
    /// The files that the agent changed are unknown.
    #[error("({0})")]
    ChangesUnknown(String),
    #[error("(the project has too many files to list what the agent changed)")]
    TooManyFiles,
    #[error("(changed, and not declared: {})", listed(.0, 20))]
    Undeclared(&'a [String]),
    /// The result of turns, and their session.
    #[error("{0} (turns: .teddy/{1})")]
    Turns(&'a str, &'a str),
}

/// The reason of a failure, followed by the tasks that were built on the one that failed.
pub fn with_dependents(error: &str, dependents: &[Dependent]) -> String {
    format!("{error}\n(built on it already: {})", listed_dependents(dependents))
}

/// The first of them, and how many more there are.
pub fn listed_dependents(dependents: &[Dependent]) -> String {
    const NAMED: usize = 5;
    let name = |Dependent { title, agent, is_done }: &Dependent| match is_done {
        true => format!("“{title}”, done by {agent}"),
        false => format!("“{title}”, which {agent} works on"),
    };
    let names: Vec<String> = dependents.iter().map(name).collect();
    listed(&names, NAMED)
}

/// Why the plan did not accept something. With `indexes`, tasks go by their index in the plan instead of their number.
pub fn refusal_reasons(refused: &RefusedMove) -> String {
    match &refused.indexes {
        Some(indexes) => step_reasons(&refused.refusals, indexes),
        None => refused.refusals.to_string(),
    }
}

/// The reason of a step that was skipped because it depends on a skipped one.
pub fn cascaded_skip(index: u32) -> String {
    format!("waits for step {index}, which was skipped")
}

/// Who has a lock, for others who want it.
#[derive(Debug, Error)]
pub enum LockOwner<'a> {
    #[error("a run of the plan {0} {1}")]
    Run(&'a SessionId, ThreadId),
    /// With the path of the plan.
    #[error("another command that works on {0}")]
    Turn(&'a str),
    #[error("planwright, at the files of rawko")]
    RawkoFiles,
}

/// The note of a task that a turn finished, with the path of the turn's report.
pub fn turn_note(note: Option<&str>, report: &str) -> String {
    match note {
        Some(note) => format!("{note} (report: {report})"),
        None => format!("report: {report}"),
    }
}

/// The first task of a session, which stands for its decomposition. `spec` is the path of a specification.
pub fn decomposition_task(goal: &str, spec: Option<&str>) -> Brief {
    const SHOWN: usize = 300;
    let mut shown: String = goal.chars().take(SHOWN).collect();
    if shown.len() < goal.len() {
        shown.push('…');
    }
    let mut hints = vec!["Read the goal and every file that it names.".to_owned()];
    hints.extend(spec.map(|path| format!("Read the specification: `{path}`.")));
    hints.push("See the rules for tasks in `docs/agents.md`, then submit them with `add_tasks`.".to_owned());
    Brief {
        title: format!("Decompose the goal '{shown}' into a detailed task list for planloop."),
        kind: Some(Kind::Chore),
        hints,
        ..Brief::default()
    }
}
