//! Runs commands at the project's root, and cargo as the same program that runs xtask.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::error::XtaskError;
use crate::project;

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(project::root());
    command
}

/// Runs the command with the outputs of xtask; false if it failed.
pub fn succeeds(command: &mut Command) -> Result<bool, XtaskError> {
    match command.status() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(XtaskError::Start {
            program: program(command),
            error,
        }),
    }
}

/// Returns the standard output of the command.
pub fn output(command: &mut Command) -> Result<String, XtaskError> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            Err(XtaskError::Failed {
                command: program(command),
            })
        }
        Err(error) => Err(XtaskError::Start {
            program: program(command),
            error,
        }),
    }
}

pub fn exit_code(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

pub fn program(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let first = command.get_args().next().unwrap_or_default();
    format!("`{} {}`", name.to_string_lossy(), first.to_string_lossy())
}
