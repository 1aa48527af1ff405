//! `cargo xtask crash`: a kill or a power loss at every write point (R1, R2).

use std::process::ExitCode;

use crate::promise;
use crate::trouble::Trouble;

pub fn run() -> Result<ExitCode, Trouble> {
    promise::run(&["r01_", "r02_"], None)
}
