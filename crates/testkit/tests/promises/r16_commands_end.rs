//! R16: a command ends at its time limit with all processes that it started.

use std::fs;
use std::time::{Duration, Instant};

use planwright_testkit::project::must;
use workspace::run::{End, Ran, Stopped};

use crate::command::{Bench, is_alive};

/// The commands would run for minutes, so one that ends within seconds was stopped.
const LIMIT: Duration = Duration::from_secs(2);
const SLACK: Duration = Duration::from_secs(60);

/// Runs the command to its time limit. No process may be left.
fn ends_in_time(bench: &Bench, script: &str, word: &str) -> Ran {
    let since = Instant::now();
    let ran = bench.run(script);
    let spent = since.elapsed();
    assert_eq!(ran.stopped, Some(Stopped::TimedOut), "{script}: {ran:?}");
    assert!(!is_alive(word), "{script}: {word} is still running");
    assert!(spent < bench.limits.time + SLACK, "{script}: {spent:?}");
    ran
}

#[test]
fn r16_every_program_ends_a_hanging_command() {
    for program in ["planwright", "planloop", "teddy", "agentctl", "rawko"] {
        let mut bench = Bench::limited(LIMIT);
        bench.program = program;
        let ran = ends_in_time(&bench, "echo begun\nsleep 310.01\necho never", "sleep\x00310.01");
        assert_eq!(ran.end, End::Signaled(15));
        assert_eq!(ran.stdout.to_string(), "begun\n");
    }
}

#[test]
fn r16_a_command_that_ignores_signals_is_killed() {
    let script = "trap '' TERM INT HUP\nsleep 310.02 & wait\nwhile :; do :; done";
    let ran = ends_in_time(&Bench::limited(LIMIT), script, "sleep\x00310.02");
    assert_eq!(ran.end, End::Signaled(9));
}

#[test]
fn r16_endless_output_is_stopped_and_not_stored() {
    let bench = Bench::limited(LIMIT);
    let script = "yes 'ghp_0123 bearer sk-ant- :// 310.03' & yes 310.03 >&2";
    let ran = ends_in_time(&bench, script, "yes\x00310.03");
    let kept = ran.stdout.to_string().len() + ran.stderr.to_string().len();
    assert!(kept < 3 * bench.limits.output_bytes, "{kept}");
    assert!(ran.stderr.left_out_bytes > 0);
}

#[test]
fn r16_detached_children_are_found_and_ended() {
    let script = "setsid setsid sleep 310.04 & (setsid sh -c 'trap \"\" TERM HUP; sleep 310.04' &)\nsleep 310.04";
    ends_in_time(&Bench::limited(LIMIT), script, "sleep\x00310.04");
}

#[test]
fn r16_forking_processes_are_ended() {
    // Each process runs for a moment and starts the next one, in its own session, ignoring signals.
    let chain = "trap '' TERM HUP; sleep 0.0306; setsid \"$0\" chain & setsid \"$0\" leaf & exit";
    let bench = Bench::limited(LIMIT);
    let text = format!("#!/bin/sh\n[ \"$1\" = leaf ] && exec sleep 310.05\n{chain}\n");
    must("a script", fs::write(bench.root().join("chain31005.sh"), text));
    let script = "chmod +x chain31005.sh\n./chain31005.sh chain & ./chain31005.sh chain & sleep 310.05";
    ends_in_time(&bench, script, "sleep\x00310.05");
    assert!(!is_alive("chain31005.sh"));
}

#[test]
fn r16_a_stopped_launcher_does_not_block() {
    let script = "kill -STOP $PPID\nsetsid sleep 310.06 & sleep 310.06";
    ends_in_time(&Bench::limited(LIMIT), script, "sleep\x00310.06");
}
