//! What a run stores about the tasks of a plan, and about itself.

use std::fmt;

use model::{AgentName, Brief, Kind, Refusals, SessionId, ThreadId};

use crate::rawko::{StepIndexes, step_reasons};
use crate::text::listed;

/// Why a task failed without a word of its agent.
#[derive(Clone, Copy)]
pub enum StepFailure<'a> {
    ProjectUnreadable(&'a dyn fmt::Display),
    AgentUnwatched(&'a dyn fmt::Display),
    NoPlanner,
    NotConcluded {
        turns: u64,
    },
    PlansRefused {
        plans: u32,
    },
    DriverKilled,
    /// An agent that is a program ended with an error.
    Program {
        ending: &'a str,
        stdout: &'a str,
        stderr: &'a str,
    },
}

impl fmt::Display for StepFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProjectUnreadable(error) => write!(f, "the project could not be looked at: {error}"),
            Self::AgentUnwatched(error) => write!(f, "the agent could not be watched: {error}"),
            Self::NoPlanner => f.write_str("nobody can be asked for plans any more"),
            Self::NotConcluded { turns } => write!(f, "it did not conclude within {turns} turns"),
            Self::PlansRefused { plans } => write!(f, "more than {plans} of its plans in a row were refused"),
            Self::DriverKilled => f.write_str("the driver was killed while the agent worked on it"),
            Self::Program { ending, stdout, stderr } => match (stderr.is_empty(), stdout.is_empty()) {
                (true, true) => f.write_str(ending),
                (false, true) => write!(f, "{ending}: {stderr}"),
                (true, false) => write!(f, "{ending}: {stdout}"),
                // Some programs say why they failed on the one stream, some on the other.
                (false, false) => write!(f, "{ending}\nstandard error: {stderr}\nstandard output: {stdout}"),
            },
        }
    }
}

/// Why an acceptance criterion does not hold.
#[derive(Clone, Copy)]
pub enum CheckFailure<'a> {
    NotRun {
        command: &'a str,
        error: &'a dyn fmt::Display,
    },
    Failed {
        command: &'a str,
        ending: &'a str,
        written: &'a str,
    },
}

impl fmt::Display for CheckFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRun { command, error } => write!(f, "{} could not be run: {error}", on_one_line(command)),
            Self::Failed {
                command,
                ending,
                written,
            } => {
                let separator = if written.is_empty() { "" } else { "\n" };
                let command = on_one_line(command);
                write!(f, "the check {command} failed: {ending}{separator}{written}")
            }
        }
    }
}

/// So that the reason of a failure fits on one line. The evidence has the whole command.
pub fn on_one_line(command: &str) -> String {
    match command.split_once('\n') {
        Some((first, _)) => format!("`{first} …`"),
        None => format!("`{command}`"),
    }
}

/// What is added to the note of a task.
#[derive(Clone, Copy)]
pub enum StepNote<'a> {
    /// The user says that the agent finished before an interruption.
    DoneByUser,
    MoreFiles(usize),
    UnnamedFiles(usize),
    /// The files that the agent changed are unknown.
    ChangesUnknown(&'a str),
    TooManyFiles,
    Undeclared(&'a [String]),
    Turns {
        result: &'a str,
        session: &'a str,
    },
}

impl fmt::Display for StepNote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 20;
        match self {
            Self::DoneByUser => f.write_str("It was interrupted; the user said that it was done."),
            Self::MoreFiles(more) => write!(f, "(and {more} more files)"),
            Self::UnnamedFiles(files) => write!(f, "(and {files} with names that are not text)"),
            Self::ChangesUnknown(why) => write!(f, "({why})"),
            Self::TooManyFiles => f.write_str("(the project has too many files to list what the agent changed)"),
            Self::Undeclared(files) => write!(f, "(changed, and not declared: {})", listed(files, NAMED)),
            Self::Turns { result, session } => write!(f, "{result} (turns: .teddy/{session})"),
        }
    }
}

/// A task that depends on another, and was started or finished although the other is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepBuilder {
    pub title: String,
    pub agent: AgentName,
    /// Otherwise it is in progress.
    pub is_done: bool,
}

impl fmt::Display for StepBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, agent, is_done } = self;
        match is_done {
            false => write!(f, "“{title}”, which {agent} works on"),
            true => write!(f, "“{title}”, done by {agent}"),
        }
    }
}

/// The reason of a failure, followed by the tasks that were built on the one that failed.
pub fn with_builders(error: &str, builders: &[StepBuilder]) -> String {
    format!("{error}\n(built on it already: {})", listed_builders(builders))
}

/// The first of them, and how many more there are.
pub fn listed_builders(builders: &[StepBuilder]) -> String {
    const NAMED: usize = 5;
    let names: Vec<String> = builders.iter().map(StepBuilder::to_string).collect();
    listed(&names, NAMED)
}

/// Why the plan did not accept something. With `indexes`, tasks go by their index in the plan instead of their number.
pub fn refusal_reasons(refusals: &Refusals, indexes: Option<&StepIndexes>) -> String {
    match indexes {
        Some(indexes) => step_reasons(refusals, indexes),
        None => refusals.to_string(),
    }
}

/// The reason of a step that was skipped because it depends on a skipped one.
pub fn cascaded_skip(index: u32) -> String {
    format!("waits for step {index}, which was skipped")
}

/// Who has a lock, for others who want it.
#[derive(Clone, Copy)]
pub enum LockOwner<'a> {
    Run(&'a SessionId, ThreadId),
    Turn { plan: &'a str },
    RawkoFiles,
}

impl fmt::Display for LockOwner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(session, thread) => write!(f, "a run of the plan {session} {thread}"),
            Self::Turn { plan } => write!(f, "another command that works on {plan}"),
            Self::RawkoFiles => f.write_str("planwright, at the files of rawko"),
        }
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
