//! Commands that run at the same time in one project.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use planwright_workspace::run::Ran;
use planwright_workspace::sandbox::Strength;

use super::cage::{Caged, skip};
use super::git::{PREAMBLE, has_git, is_run, nothing, repository};
use super::place::Place;

pub const TRIALS: &[Caged] = &[
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

/// The end of a command that waits until a file is there, or is gone, for 10 seconds at most.
fn wait(condition: &str) -> String {
    format!("for i in $(seq 200); do if {condition}; then break; fi; sleep 0.05; done")
}

/// Runs the second command while the first one runs, which has planted a repository with a dangerous setting by then.
fn run_two(caged: &Place, first: &str, second: &str) -> Option<(Place, Ran, Ran)> {
    if !has_git() {
        skip("git", "there is no git");
        return None;
    }
    let mut place = repository(&(nothing as fn(&Place)));
    place.sandbox.clone_from(&caged.sandbox);
    let (planted, seen) = (place.root.join("planted"), &place);
    let (first, second) = thread::scope(|scope| {
        let first = scope.spawn(move || seen.run(&format!("{PREAMBLE}nested sub; touch planted; {first}; exit 0")));
        await_file(&planted);
        let second = seen.run(&format!("{PREAMBLE}touch second; {second}; exit 0"));
        (first.join().unwrap(), second)
    });
    Some((place, first, second))
}

fn await_file(path: &Path) {
    let since = Instant::now();
    while !path.exists() {
        assert!(since.elapsed() < Duration::from_secs(30), "{}", path.display());
        thread::sleep(Duration::from_millis(10));
    }
}

fn run_beside_attack(caged: &mut Place) {
    let until_second = wait("[ -e second ]");
    let until_audited = format!("{}; sleep 0.3", wait("[ ! -e sub/.git/config ]"));
    for first in [until_second.clone(), format!("{until_second}; rm -rf sub")] {
        let Some((place, first, second)) = run_two(caged, &first, &until_audited) else {
            return;
        };
        assert!(!is_run(&place), "{first:?} {second:?}");
        assert!(second.succeeded(), "{second:?}");
        let again = place.run("true");
        assert!(again.git == Default::default() && !is_run(&place), "{again:?}");
    }
}

fn repeat_attack(caged: &mut Place) {
    let until_second = wait("[ -e second ]");
    let again = format!(
        "{}; sleep 0.3; rm -rf sub; nested sub",
        wait("[ ! -e sub/.git/config ]")
    );
    for first in [until_second.clone(), format!("{until_second}; rm -rf sub")] {
        let Some((place, first, second)) = run_two(caged, &first, &again) else {
            return;
        };
        assert!(!second.git.violations.is_empty() && !second.succeeded(), "{second:?}");
        assert!(!is_run(&place), "{first:?} {second:?}");
    }
}

fn run_at_the_same_time(caged: &mut Place) {
    let until_second = wait("[ -e second ]");
    if let Some((place, _, second)) = run_two(caged, &format!("{until_second}; [ -e second ] && touch met"), "true") {
        assert!(place.root.join("met").exists(), "{second:?}");
    }
}
