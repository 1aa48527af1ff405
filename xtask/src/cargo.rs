//! How cargo is called: always the one that runs us, always at the project's root.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::project;
use crate::trouble::Trouble;

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(project::root());
    command
}

/// Runs to the end with our own outputs; false if it failed.
pub fn succeeds(command: &mut Command) -> Result<bool, Trouble> {
    match command.status() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(Trouble::Start {
            program: program(command),
            error,
        }),
    }
}

/// What it prints, for commands that we need an answer of.
pub fn output(command: &mut Command) -> Result<String, Trouble> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            Err(Trouble::Failed {
                command: program(command),
            })
        }
        Err(error) => Err(Trouble::Start {
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
