//! Every run ends, whatever the command does (R16).

use std::fs;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use planwright_workspace::run::{End, Ran, Stopped};

use super::place::{Named, Place};

pub const TRIALS: &[Named] = &[
    ("r16_a_command_that_hangs_is_ended", hanging),
    ("r16_a_command_that_hears_no_request_is_killed", deaf),
    ("r16_a_flood_is_counted_and_not_kept", flood),
    ("r16_an_endless_flood_is_ended", endless_flood),
    ("r16_a_background_child_does_not_hold_the_run", background),
    ("r16_a_detached_child_is_found_and_ended", detached),
    ("r16_a_family_that_keeps_forking_is_ended", forking),
    ("r16_a_stopped_launcher_holds_nobody", stopped_launcher),
    ("r16_a_wide_family_is_ended", wide),
    ("r16_nothing_outlives_the_one_who_asked", outlive),
    ("r16_a_cancelled_command_ends_and_is_told", cancelled),
];

const LIMIT: Duration = Duration::from_millis(500);
const SLACK: Duration = Duration::from_secs(1);

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

fn hanging() {
    let ran = run_in_time(&limited(), "echo begun\nsleep 300.01\necho never");
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert_eq!(ran.end, End::Signaled(15));
    assert_eq!(ran.stdout.to_string(), "begun\n");
    assert!(!is_alive("300.01"));
}

fn deaf() {
    let ran = run_in_time(
        &limited(),
        "trap '' TERM INT HUP\nsleep 300.02 & wait\nwhile :; do :; done",
    );
    assert_eq!((ran.stopped, ran.end), (Some(Stopped::TimedOut), End::Signaled(9)));
    assert!(!is_alive("300.02"));
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

fn endless_flood() {
    let ran = run_in_time(&limited(), "yes 'ghp_0123 bearer sk-ant- ://' & yes >&2");
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(ran.stdout.to_string().len() < 300 * 1024);
}

fn background() {
    let since = Instant::now();
    let ran = Place::new().run("sleep 300.03 &\necho done");
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    assert!(ran.succeeded());
    assert_eq!(ran.left_behind, 1);
    assert!(!is_alive("300.03"));
}

fn detached() {
    let ran =
        Place::new().run("(setsid sh -c 'trap \"\" TERM HUP; (sleep 300.04 & wait) & wait' &)\nsleep 0.2\necho done");
    assert!(ran.succeeded());
    assert!(ran.left_behind >= 2, "{ran:?}");
    assert!(!is_alive("300.04"));
    let ran = run_in_time(&limited(), "setsid setsid sleep 300.05 & sleep 300.05");
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(!is_alive("300.05"));
}

fn forking() {
    // Each runs for a moment and starts the next one, in a session of its own, deaf to requests.
    let chain = "trap '' TERM HUP; sleep 0.0306; setsid \"$0\" chain & setsid \"$0\" leaf & exit";
    let place = limited();
    place.write(
        "chain.sh",
        &format!("#!/bin/sh\n[ \"$1\" = leaf ] && exec sleep 300.06\n{chain}\n"),
    );
    let ran = run_in_time(
        &place,
        "chmod +x chain.sh\n./chain.sh chain & ./chain.sh chain & sleep 300.06",
    );
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    thread::sleep(Duration::from_millis(100));
    assert!(!is_alive("300.06") && !is_alive("chain.sh"));
}

fn stopped_launcher() {
    let ran = run_in_time(&limited(), "kill -STOP $PPID\nsetsid sleep 300.07 & sleep 300.07");
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(!is_alive("300.07"));
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
        assert!(since.elapsed() < 2 * SLACK, "{word} is still there");
        thread::sleep(Duration::from_millis(10));
    }
}

fn cancelled() {
    let place = Place::new();
    let since = Instant::now();
    let ran = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            place.cancelled.store(true, Ordering::Relaxed);
        });
        place.run("echo begun; sleep 300.08")
    });
    assert!(since.elapsed() < Duration::from_millis(200) + SLACK);
    assert_eq!(ran.stopped, Some(Stopped::Cancelled));
    assert_eq!(ran.stdout.to_string(), "begun\n");
}
