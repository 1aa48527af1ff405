//! `cargo xtask contend`: many processes on one store (R4), and somebody who moves folders under our hands (R8).

use std::process::ExitCode;

use crate::promise;
use crate::trouble::Trouble;

pub fn run() -> Result<ExitCode, Trouble> {
    promise::run(&["r04_", "r08_"], None)
}
