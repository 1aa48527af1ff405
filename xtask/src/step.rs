//! One step of a longer run: its output streams through while its tests are counted.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cargo;
use crate::error::XtaskError;
use crate::tally::Tally;

pub struct Ended {
    pub good: bool,
    pub tally: Tally,
}

/// Runs the command, passes its output on, and adds up the result lines of tests.
pub fn stream(command: &mut Command) -> Result<Ended, XtaskError> {
    let mut tally = Tally::default();
    match watch(command, &mut tally) {
        Ok(good) => Ok(Ended { good, tally }),
        Err(error) => Err(XtaskError::Start {
            program: cargo::program(command),
            error,
        }),
    }
}

fn watch(command: &mut Command, tally: &mut Tally) -> io::Result<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    if let Some(output) = child.stdout.take() {
        copy(BufReader::new(output), &mut io::stdout(), tally)?;
    }
    Ok(child.wait()?.success())
}

fn copy(mut from: impl BufRead, to: &mut impl Write, tally: &mut Tally) -> io::Result<()> {
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line)? > 0 {
        to.write_all(&line)?;
        to.flush()?;
        if let Some(found) = Tally::of_line(&String::from_utf8_lossy(&line)) {
            *tally += found;
        }
        line.clear();
    }
    Ok(())
}

/// The result of a step.
pub struct Outcome {
    pub name: &'static str,
    pub state: State,
    pub tally: Tally,
    pub took: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum State {
    Good,
    Failed,
    NotRun,
}

impl Outcome {
    /// `counts_tests` is false for a step that is itself one check.
    pub fn new(name: &'static str, ended: &Ended, counts_tests: bool, since: Instant) -> Self {
        let mut tally = if counts_tests { ended.tally } else { Tally::default() };
        if !counts_tests && ended.good {
            tally = Tally::PASSED;
        }
        // A step can fail without a failed test, for example if it does not compile.
        if !ended.good && tally.failed == 0 {
            tally += Tally::FAILED;
        }
        let state = if ended.good { State::Good } else { State::Failed };
        Self {
            name,
            state,
            tally,
            took: since.elapsed(),
        }
    }

    pub fn not_run(name: &'static str) -> Self {
        Self {
            name,
            state: State::NotRun,
            tally: Tally::default(),
            took: Duration::ZERO,
        }
    }

    pub fn line(&self) -> String {
        match self.state {
            State::Good => format!("ok       {:<12} {:>6.1} s", self.name, self.took.as_secs_f64()),
            State::Failed => format!("FAILED   {:<12} {:>6.1} s", self.name, self.took.as_secs_f64()),
            State::NotRun => format!("not run  {}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_streams_through_and_is_counted() {
        let text = "a\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\
                    test result: FAILED. 1 passed; 1 failed; 0 ignored\nend";
        let (mut shown, mut tally) = (Vec::new(), Tally::default());
        copy(text.as_bytes(), &mut shown, &mut tally).unwrap();
        assert_eq!(shown, text.as_bytes());
        assert_eq!(tally, Tally { passed: 3, failed: 1 });
    }

    fn check(good: bool, tally: (u64, u64), counts_tests: bool, expect: (u64, u64)) {
        let ended = Ended {
            good,
            tally: Tally {
                passed: tally.0,
                failed: tally.1,
            },
        };
        let outcome = Outcome::new("x", &ended, counts_tests, Instant::now());
        assert_eq!((outcome.tally.passed, outcome.tally.failed), expect);
    }

    #[test]
    fn every_failure_counts() {
        check(true, (3, 0), true, (3, 0));
        check(false, (3, 1), true, (3, 1));
        check(false, (3, 0), true, (3, 1));
        check(true, (0, 0), false, (1, 0));
        check(false, (0, 0), false, (0, 1));
    }
}
