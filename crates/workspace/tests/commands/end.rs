//! Nothing of a command outlives its run. That every run ends is R16, which is proved with the promises.

use std::fs;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use planwright_workspace::run::{Ran, Stopped};

use super::place::{Named, Place};

pub const TRIALS: &[Named] = &[
    ("a_flood_is_counted_and_not_kept", flood),
    ("a_background_child_does_not_hold_the_run", background),
    ("a_detached_child_is_found_and_ended", detached),
    ("a_wide_family_is_ended", wide),
    ("nothing_outlives_the_one_who_asked", outlive),
    ("a_cancelled_command_ends_and_is_told", cancelled),
    ("what_ended_in_time_is_not_late_when_its_output_is", slow_to_see),
];

const LIMIT: Duration = Duration::from_secs(2);
/// The commands would run for minutes, so what returns within this time was ended, also on a busy machine.
const SLACK: Duration = Duration::from_secs(60);

fn limited() -> Place {
    let mut place = Place::new();
    place.limits.time = LIMIT;
    place
}

pub fn run_in_time(place: &Place, script: &str) -> Ran {
    let since = Instant::now();
    let ran = place.run(script);
    let spent = since.elapsed();
    println!("ended after {spent:?} with a limit of {:?}", place.limits.time);
    assert!(spent < place.limits.time + SLACK, "{spent:?}");
    ran
}

/// Whether a process with this in its command line is alive.
pub fn is_alive(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(word))
}

fn flood() {
    let mut place = Place::new();
    place.limits.output_bytes = 1_000;
    let since = Instant::now();
    let ran = place.run("yes | head -c 100M");
    println!("100 MB in {:?}", since.elapsed());
    assert!(ran.succeeded());
    assert_eq!(ran.stdout.left_out_bytes, 100 * 1024 * 1024 - 1_000);
}

fn background() {
    let since = Instant::now();
    let ran = Place::new().run("sleep 300.03 &\necho done");
    assert!(since.elapsed() < SLACK, "{:?}", since.elapsed());
    assert!(ran.succeeded());
    assert_eq!(ran.left_behind, 1);
    assert!(!is_alive("300.03"));
}

fn detached() {
    let script = "(setsid sh -c 'trap \"\" TERM HUP; (sleep 300.04 & touch begun; wait) & wait' &)\n\
                  until [ -e begun ]; do sleep 0.01; done";
    let ran = Place::new().run(script);
    assert!(ran.succeeded());
    assert!(ran.left_behind >= 2, "{ran:?}");
    assert!(!is_alive("300.04"));
    let ran = run_in_time(&limited(), "setsid setsid sleep 300.05 & sleep 300.05");
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(!is_alive("300.05"));
}

fn wide() {
    let ran = run_in_time(
        &Place::new(),
        "trap '' TERM\nfor i in $(seq 300); do sleep 300.09 & done",
    );
    assert!(ran.succeeded());
    assert_eq!(ran.left_behind, 300);
    assert_ends("300.09");
}

/// Whoever sees the output holds it up beyond the limit.
fn slow_to_see() {
    let mut place = Place::new();
    place.limits.time = Duration::from_secs(4);
    let script = "echo seen\nsleep 0.3";
    let ran = place.try_run(script, &mut |_, _| thread::sleep(Duration::from_secs(5)));
    let ran = ran.unwrap();
    assert_eq!(ran.stopped, None);
    assert!(ran.succeeded(), "{ran:?}");
}

/// What the program does that is killed in the next trial.
pub fn wait_for_long() {
    Place::new().run("setsid sleep 300.10 & sleep 300.10");
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

/// Soon, if not now.
fn assert_ends(word: &str) {
    let since = Instant::now();
    while is_alive(word) {
        assert!(since.elapsed() < SLACK, "{word} is still there");
        thread::sleep(Duration::from_millis(10));
    }
}

fn cancelled() {
    let place = Place::new();
    let since = Instant::now();
    let cancel = &mut |_, _: &str| place.cancelled.store(true, Ordering::Relaxed);
    let ran = place.try_run("echo begun; sleep 300.08", cancel).unwrap();
    assert!(since.elapsed() < SLACK);
    assert_eq!(ran.stopped, Some(Stopped::Cancelled));
    assert_eq!(ran.stdout.to_string(), "begun\n");
}
