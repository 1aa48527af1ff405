//! `cargo xtask contend`: many processes at once (R4, R12), concurrent changes of files and folders (R8, R11), and
//! hostile plans (R9, R10).

use std::process::ExitCode;

use crate::error::XtaskError;
use crate::promise;

pub fn run() -> Result<ExitCode, XtaskError> {
    let promises = promise::run(&["r04_", "r08_", "r09_", "r10_", "r11_", "r12_", "tier1_"], None)?;
    // Attacks on git, in every strength of the sandbox.
    let commands = promise::run_test("planwright-workspace", "commands", &["r09_"], None)?;
    Ok(if promises == ExitCode::SUCCESS {
        commands
    } else {
        promises
    })
}
