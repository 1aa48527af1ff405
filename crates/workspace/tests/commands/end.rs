//! No process of a command outlives its run. The tests of the promises prove that every run ends (R16).

use std::fs;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use planwright_workspace::run::{Ran, Stopped};

use super::project::{Named, TestProject};

pub const TRIALS: &[Named] = &[
    ("endless_output_is_counted_and_not_kept", flood),
    ("a_background_child_does_not_delay_the_result", background),
    ("a_detached_child_is_found_and_ended", detached),
    ("many_children_are_ended", wide),
    ("no_process_outlives_planwright", outlive),
    ("a_cancelled_command_ends_and_is_reported", cancelled),
    ("slow_output_does_not_make_a_command_time_out", slow_to_see),
];

const LIMIT: Duration = Duration::from_secs(2);
/// The commands would run for minutes, so a command that returns within this time was ended, also on a busy machine.
const SLACK: Duration = Duration::from_secs(60);

fn limited() -> TestProject {
    let mut project = TestProject::new();
    project.limits.time = LIMIT;
    project
}

pub fn run_in_time(project: &TestProject, script: &str) -> Ran {
    let since = Instant::now();
    let ran = project.run(script);
    let spent = since.elapsed();
    println!("ended after {spent:?} with a limit of {:?}", project.limits.time);
    assert!(spent < project.limits.time + SLACK, "{spent:?}");
    ran
}

/// Whether a process with this text in its command line is alive.
pub fn is_alive(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(word))
}

fn flood() {
    let mut project = TestProject::new();
    project.limits.output_bytes = 1_000;
    let since = Instant::now();
    let ran = project.run("yes | head -c 100M");
    println!("100 MB in {:?}", since.elapsed());
    assert!(ran.succeeded());
    assert_eq!(ran.stdout.left_out_bytes, 100 * 1024 * 1024 - 1_000);
}

fn background() {
    let since = Instant::now();
    let ran = TestProject::new().run("sleep 300.03 &\necho done");
    assert!(since.elapsed() < SLACK, "{:?}", since.elapsed());
    assert!(ran.succeeded());
    assert_eq!(ran.left_behind, 1);
    assert!(!is_alive("300.03"));
}

fn detached() {
    let script = "(setsid sh -c 'trap \"\" TERM HUP; (sleep 300.04 & touch begun; wait) & wait' &)\n\
                  until [ -e begun ]; do sleep 0.01; done";
    let ran = TestProject::new().run(script);
    assert!(ran.succeeded());
    assert!(ran.left_behind >= 2, "{ran:?}");
    assert!(!is_alive("300.04"));
    let ran = run_in_time(&limited(), "setsid setsid sleep 300.05 & sleep 300.05");
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(!is_alive("300.05"));
}

fn wide() {
    let ran = run_in_time(
        &TestProject::new(),
        "trap '' TERM\nfor i in $(seq 300); do sleep 300.09 & done",
    );
    assert!(ran.succeeded());
    assert_eq!(ran.left_behind, 300);
    assert_ends("300.09");
}

/// The function that shows the output takes longer than the time limit.
fn slow_to_see() {
    let mut project = TestProject::new();
    project.limits.time = Duration::from_secs(4);
    let script = "echo seen\nsleep 0.3";
    let ran = project.try_run(script, &mut |_, _| thread::sleep(Duration::from_secs(5)));
    let ran = ran.unwrap();
    assert_eq!(ran.stopped, None);
    assert!(ran.succeeded(), "{ran:?}");
}

/// Runs in a process that the next trial kills.
pub fn wait_for_long() {
    TestProject::new().run("setsid sleep 300.10 & sleep 300.10");
}

fn outlive() {
    let this = std::env::current_exe().unwrap();
    let mut asker = Command::new(this).arg(super::WAIT_FOR_LONG).spawn().unwrap();
    while !is_alive("sleep\x00300.10") {
        thread::sleep(Duration::from_millis(10));
    }
    asker.kill().unwrap();
    asker.wait().unwrap();
    assert_ends("300.10");
}

/// Waits until no such process is alive.
fn assert_ends(word: &str) {
    let since = Instant::now();
    while is_alive(word) {
        assert!(since.elapsed() < SLACK, "{word} still runs");
        thread::sleep(Duration::from_millis(10));
    }
}

fn cancelled() {
    let project = TestProject::new();
    let since = Instant::now();
    let cancel = &mut |_, _: &str| project.cancelled.store(true, Ordering::Relaxed);
    let ran = project.try_run("echo begun; sleep 300.08", cancel).unwrap();
    assert!(since.elapsed() < SLACK);
    assert_eq!(ran.stopped, Some(Stopped::Cancelled));
    assert_eq!(ran.stdout.to_string(), "begun\n");
}
