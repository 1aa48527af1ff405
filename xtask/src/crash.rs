//! `cargo xtask crash`: a kill or a power loss at every write point (R1, R2), or a failing disk (R3, R13).

use std::process::ExitCode;

use crate::error::XtaskError;
use crate::promise;

pub fn run() -> Result<ExitCode, XtaskError> {
    promise::run(&["r01_", "r02_", "r03_", "r13_"], None)
}
