//! A user at a terminal who is asked about a plan.

use std::process::Command;

use planwright_testkit::bins;
use planwright_testkit::project::Project;
use planwright_testkit::skip;
use planwright_testkit::terminal::{self, Terminal};

/// The last text of the question.
pub const PROMPT: &str = "(q)uit › ";

const ROWS: u16 = 40;
const COLUMNS: u16 = 100;

/// Whether this machine has terminals. If not, reports the test as skipped.
pub fn has_terminal(proof: &str) -> bool {
    let is_usable = terminal::is_usable();
    if !is_usable {
        skip(proof, "there is no pseudo terminal or no setsid");
    }
    is_usable
}

pub fn start(project: &Project, arguments: &[&str]) -> Terminal {
    start_with(project, arguments, &[], "")
}

/// With additional environment variables, and keys that were typed too early.
pub fn start_with(project: &Project, arguments: &[&str], variables: &[(&str, &str)], early: &str) -> Terminal {
    let mut command = project.command(bins::path("teddy"));
    command.args(arguments).env("TERM", "xterm-256color");
    command.envs(variables.iter().copied());
    Terminal::start_with(&command, ROWS, COLUMNS, early)
}

pub fn start_command(mut command: Command) -> Terminal {
    command.env("TERM", "xterm-256color");
    Terminal::start(&command, ROWS, COLUMNS)
}

/// The screen with the plan and the question.
pub fn asked(project: &Project, arguments: &[&str]) -> Terminal {
    let mut terminal = start(project, arguments);
    terminal.wait_for(PROMPT);
    terminal
}
