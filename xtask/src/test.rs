//! `cargo xtask test`: all steps that a change must pass. Later steps run even if an earlier one fails.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::cargo;
use crate::check;
use crate::error::XtaskError;
use crate::metadata::{self, Metadata};
use crate::skips::Skips;
use crate::step::{self, Ended, Outcome, State};
use crate::tally::Tally;
use crate::tools;

/// Integration tests that are steps of their own.
const OWN_STEPS: [&str; 2] = ["conformance", "promises"];

/// Seeds the property tests.
const SEED: &str = "20261115";

struct Step {
    name: &'static str,
    work: Work,
}

enum Work {
    Check,
    /// A command that succeeds or fails.
    Command(Command),
    /// If it fails, the following steps are not run.
    Build(Command),
    Tests(Command),
}

pub fn run() -> Result<ExitCode, XtaskError> {
    tools::install();
    let metadata = metadata::load()?;
    let skips = Skips::begin(&metadata.target)?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut broken = false;
    for step in steps(&metadata, skips.path()) {
        if broken {
            outcomes.push(Outcome::not_run(step.name));
            continue;
        }
        let is_build = matches!(step.work, Work::Build(_));
        let outcome = perform(step)?;
        broken = is_build && outcome.state != State::Good;
        outcomes.push(outcome);
    }
    let good = summary(&outcomes, &skips.lines()?, in_ci());
    Ok(cargo::exit_code(good))
}

fn steps(metadata: &Metadata, skips: &Path) -> Vec<Step> {
    let bins = metadata.target.join("debug");
    let cargo = |arguments: &[&str]| {
        let mut command = cargo::command(arguments);
        command
            .env("PLANWRIGHT_BIN_DIR", &bins)
            .env("PLANWRIGHT_SKIPS", skips)
            // The same random cases every time, so that landing a change does not depend on luck.
            .env("PROPTEST_RNG_SEED", SEED);
        command
    };
    let mut units = cargo(&["test", "--workspace", "--no-fail-fast", "--lib", "--bins"]);
    for test in integration_tests(metadata) {
        units.args(["--test", test]);
    }
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    let step = |name, work| Step { name, work };
    vec![
        step("fmt", Work::Command(cargo(&["fmt", "--all", "--check"]))),
        step("clippy", Work::Command(cargo(&clippy))),
        step("check", Work::Check),
        step(
            "build",
            Work::Build(cargo(&["build", "--package", "planwright", "--bins"])),
        ),
        step("units", Work::Tests(units)),
        step(
            "conformance",
            Work::Tests(cargo(&["test", "--package", "planwright", "--test", "conformance"])),
        ),
        step(
            "promises",
            Work::Tests(cargo(&[
                "test",
                "--package",
                "planwright-testkit",
                "--test",
                "promises",
            ])),
        ),
    ]
}

fn integration_tests(metadata: &Metadata) -> Vec<&str> {
    let all = metadata
        .packages
        .iter()
        .flat_map(|package| &package.tests)
        .map(String::as_str);
    let mut tests: Vec<&str> = all.filter(|test| !OWN_STEPS.contains(test)).collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

fn perform(step: Step) -> Result<Outcome, XtaskError> {
    println!("\n== {} ==", step.name);
    let since = Instant::now();
    let counts_tests = matches!(step.work, Work::Tests(_));
    let ended = match step.work {
        Work::Check => Ended {
            good: check::report()?,
            tally: Tally::default(),
        },
        Work::Command(mut command) | Work::Build(mut command) | Work::Tests(mut command) => step::stream(&mut command)?,
    };
    let outcome = Outcome::new(step.name, &ended, counts_tests, since);
    println!("{}", outcome.line());
    Ok(outcome)
}

/// Prints the result of every step and returns whether all succeeded. In CI a skipped test is a failure.
fn summary(outcomes: &[Outcome], skips: &[String], ci: bool) -> bool {
    println!("\n== summary ==");
    let mut total = Tally::default();
    for outcome in outcomes {
        println!("{}", outcome.line());
        total += outcome.tally;
    }
    for skip in skips {
        println!("skipped  {skip}");
        if ci {
            total += Tally::FAILED;
        }
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    total.failed == 0
}

fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(passed: u64, failed: u64, skips: &[&str], ci: bool, expect: bool) {
        let tally = Tally { passed, failed };
        let outcome = Outcome {
            name: "x",
            state: State::Good,
            tally,
            took: Duration::ZERO,
        };
        let skips: Vec<String> = skips.iter().map(|&skip| skip.to_owned()).collect();
        assert_eq!(summary(&[outcome], &skips, ci), expect);
    }

    #[test]
    fn a_skip_fails_only_in_ci() {
        check(1, 0, &[], true, true);
        check(1, 0, &["r01: no strace"], false, true);
        check(1, 0, &["r01: no strace"], true, false);
        check(1, 1, &[], false, false);
    }
}
