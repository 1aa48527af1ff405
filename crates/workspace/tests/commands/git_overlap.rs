//! Commands that run at the same time in one project.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use planwright_workspace::run::Ran;
use planwright_workspace::sandbox::Strength;

use super::git::{PREAMBLE, has_git, is_run, nothing, repository};
use super::project::TestProject;
use super::sandboxed::{SandboxTrial, skip};

pub const TRIALS: &[SandboxTrial] = &[
    (
        "r09_a_command_beside_an_attack_does_not_restore_it",
        Strength::SystemCalls,
        run_beside_attack,
    ),
    (
        "r09_an_attack_is_not_repeated_by_a_command_beside_it",
        Strength::SystemCalls,
        repeat_attack,
    ),
    (
        "commands_of_one_project_run_at_the_same_time",
        Strength::SystemCalls,
        run_at_the_same_time,
    ),
];

/// The end of a script that waits for a condition, for 10 seconds at most.
fn wait(condition: &str) -> String {
    format!("for i in $(seq 200); do if {condition}; then break; fi; sleep 0.05; done")
}

/// Runs the second command after the first one has planted a repository with a dangerous setting, and still runs.
fn run_two(sandboxed: &TestProject, first: &str, second: &str) -> Option<(TestProject, Ran, Ran)> {
    if !has_git() {
        skip("git", "there is no git");
        return None;
    }
    let mut project = repository(&(nothing as fn(&TestProject)));
    project.sandbox.clone_from(&sandboxed.sandbox);
    let (planted, seen) = (project.root.join("planted"), &project);
    let (first, second) = thread::scope(|scope| {
        let first = scope.spawn(move || seen.run(&format!("{PREAMBLE}nested sub; touch planted; {first}; exit 0")));
        await_file(&planted);
        let second = seen.run(&format!("{PREAMBLE}touch second; {second}; exit 0"));
        (first.join().unwrap(), second)
    });
    Some((project, first, second))
}

fn await_file(path: &Path) {
    let since = Instant::now();
    while !path.exists() {
        assert!(since.elapsed() < Duration::from_secs(30), "{}", path.display());
        thread::sleep(Duration::from_millis(10));
    }
}

fn run_beside_attack(sandboxed: &mut TestProject) {
    let until_second = wait("[ -e second ]");
    let until_audited = format!("{}; sleep 0.3", wait("[ ! -e sub/.git/config ]"));
    for first in [until_second.clone(), format!("{until_second}; rm -rf sub")] {
        let Some((project, first, second)) = run_two(sandboxed, &first, &until_audited) else {
            return;
        };
        assert!(!is_run(&project), "{first:?} {second:?}");
        assert!(second.succeeded(), "{second:?}");
        let again = project.run("true");
        assert!(again.git == Default::default() && !is_run(&project), "{again:?}");
    }
}

fn repeat_attack(sandboxed: &mut TestProject) {
    let until_second = wait("[ -e second ]");
    let again = format!(
        "{}; sleep 0.3; rm -rf sub; nested sub",
        wait("[ ! -e sub/.git/config ]")
    );
    for first in [until_second.clone(), format!("{until_second}; rm -rf sub")] {
        let Some((project, first, second)) = run_two(sandboxed, &first, &again) else {
            return;
        };
        assert!(!second.git.violations.is_empty() && !second.succeeded(), "{second:?}");
        assert!(!is_run(&project), "{first:?} {second:?}");
    }
}

fn run_at_the_same_time(sandboxed: &mut TestProject) {
    let until_second = wait("[ -e second ]");
    if let Some((project, _, second)) = run_two(
        sandboxed,
        &format!("{until_second}; [ -e second ] && touch met"),
        "true",
    ) {
        assert!(project.root.join("met").exists(), "{second:?}");
    }
}
