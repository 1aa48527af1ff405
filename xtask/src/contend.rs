//! `cargo xtask contend`: many processes on one store (R4).

use std::process::ExitCode;

use crate::promise;
use crate::trouble::Trouble;

pub fn run() -> Result<ExitCode, Trouble> {
    promise::run(&["r04_"], None)
}
