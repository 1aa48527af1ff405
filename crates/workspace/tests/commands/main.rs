//! Runs commands as users run them. This program is its own launcher, like the real binaries.

#![expect(clippy::unwrap_used, reason = "these are tests")]

mod attack;
mod caches;
mod end;
mod git;
mod git_attacks;
mod git_clones;
mod git_overlap;
mod git_worktrees;
mod kernel_support;
mod project;
mod run;
mod sandboxed;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use planwright_workspace::sandbox;

const WAIT_FOR_LONG: &str = "--wait-for-long";
/// Connects to a socket in the file system.
const CONNECT: &str = "--connect";
/// Runs an attack in a process that cannot start threads.
const PLANT_WITHOUT_THREADS: &str = "--plant-without-threads";

fn main() -> ExitCode {
    if let Some(code) = sandbox::launch(std::env::args_os().skip(1)) {
        return code;
    }
    if std::env::args().nth(1).as_deref() == Some(WAIT_FOR_LONG) {
        end::wait_for_long();
        return ExitCode::SUCCESS;
    }
    if std::env::args().nth(1).as_deref() == Some(PLANT_WITHOUT_THREADS) {
        let strength = std::env::args().nth(2).unwrap();
        git::plant_without_threads(sandbox::Strength::from_word(&strength).unwrap());
        return ExitCode::SUCCESS;
    }
    if std::env::args().nth(1).as_deref() == Some(CONNECT) {
        let path = std::env::args().nth(2).unwrap();
        return match std::os::unix::net::UnixStream::connect(path) {
            Ok(_) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let trials = [run::TRIALS, end::TRIALS, git::CONTROLS, git_worktrees::CONTROLS]
        .concat()
        .into_iter()
        .map(|(name, trial)| {
            Trial::test(name, move || {
                trial();
                Ok(())
            })
        })
        .chain(sandboxed::trials())
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
