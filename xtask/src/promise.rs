//! Runs promise tests in their full tier.

use std::process::ExitCode;

use crate::cargo;
use crate::error::XtaskError;
use crate::step;

/// `filters` are beginnings of test names, such as `r01_`.
pub fn run(filters: &[&str], seeds: Option<u64>) -> Result<ExitCode, XtaskError> {
    run_test("planwright-testkit", "promises", filters, seeds)
}

pub fn run_test(package: &str, test: &str, filters: &[&str], seeds: Option<u64>) -> Result<ExitCode, XtaskError> {
    let target = ["test", "--package", package, "--test", test, "--", "--nocapture"];
    let mut command = cargo::command(&target);
    command.args(filters).env("PLANWRIGHT_TIER", "full");
    if let Some(seeds) = seeds {
        command.env("PLANWRIGHT_SEEDS", seeds.to_string());
    }
    let ended = step::stream(&mut command)?;
    // A filter that matches no test would pass.
    if ended.good && ended.tally.passed == 0 {
        return Err(XtaskError::NoProof {
            filters: filters.join(", "),
        });
    }
    Ok(cargo::exit_code(ended.good))
}
