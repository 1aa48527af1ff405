//! The conformance suites: executable Markdown under `spec/`.
//!
//! This module reads, runs, compares and rewrites suites. It knows nothing about the binaries. `spec/README.md`
//! describes the format.

mod block;
mod compare;
mod console;
mod run;
mod shell;
mod slug;
mod stage;
mod suite;
mod tree;
mod update;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use tree::Loaded;

/// A suite that is generated from another document, so that the commands of that document run as tests.
pub struct Made {
    pub name: &'static str,
    pub text: String,
}

/// Runs every suite below `spec` and the generated ones with the binaries in `bins`. The arguments are those of any
/// test binary. With `SPEC_UPDATE=1` it rewrites the expected outputs below `spec` instead.
pub fn main(spec: &Path, bins: &Path, made: Vec<Made>) -> ExitCode {
    let mut suites = match tree::load(spec) {
        Ok(suites) => suites,
        Err(error) => {
            eprintln!("error: cannot read the suites in {}: {error}", spec.display());
            return ExitCode::FAILURE;
        }
    };
    let mut arguments = Arguments::from_args();
    if std::env::var_os("SPEC_UPDATE").is_some_and(|value| value == "1") {
        return update::suites(&suites, bins, arguments.filter.as_deref());
    }
    suites.extend(made.into_iter().map(tree::made));
    // Every test starts processes of its own, so more threads would only use up the time limits.
    arguments.test_threads.get_or_insert(2);
    libtest_mimic::run(&arguments, trials(suites, bins)).exit_code()
}

fn trials(suites: Vec<Loaded>, bins: &Path) -> Vec<Trial> {
    if suites.is_empty() {
        return vec![failing("suites", "there is no suite".to_owned())];
    }
    suites.into_iter().flat_map(|suite| suite_trials(suite, bins)).collect()
}

fn suite_trials(loaded: Loaded, bins: &Path) -> Vec<Trial> {
    let faults = loaded.faults();
    let Loaded { name, label, suite, .. } = loaded;
    let mut trials = Vec::new();
    if let Some(faults) = faults {
        trials.push(failing(&name, faults));
    }
    for test in suite.tests {
        let trial_name = format!("{name}::{}", test.slug);
        let (shared, label, bins) = (suite.files.clone(), label.clone(), bins.to_owned());
        trials.push(Trial::test(trial_name, move || {
            let faults = run::check(&test, &shared, &label, &bins).map_err(|error| Failed::from(error.to_string()))?;
            if faults.is_empty() {
                Ok(())
            } else {
                Err(Failed::from(faults.join("\n")))
            }
        }));
    }
    trials
}

fn failing(name: &str, message: String) -> Trial {
    Trial::test(name, move || Err(Failed::from(message)))
}
