//! R4: a process that dies while it owns the store's lock blocks no other process.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use planwright_testkit::bins;
use planwright_testkit::project::must;
use planwright_testkit::skip;
use planwright_testkit::strace::{self, Point};
use rustix::process::{Pid, Signal, kill_process};

use crate::r01_scenes as scene;

const LIMIT: Duration = Duration::from_secs(2);
/// A busy machine may be slow once or twice. A lock that stays makes every try slow.
const TRIES: usize = 5;

#[test]
fn r04_a_killed_lock_owner_does_not_block_others() {
    if !strace::is_usable() {
        return skip("r04_lock", "strace is missing or may not trace");
    }
    let waits: Vec<Duration> = (0..TRIES).map(|_| kill_lock_owner()).collect();
    eprintln!("the next caller finished after {waits:?}");
    assert!(waits.iter().any(|wait| *wait < LIMIT), "{waits:?}");
}

/// Stops a writer in its commit, lets the next caller wait for the lock, and kills the writer. Returns how long the
/// next caller took from then on.
fn kill_lock_owner() -> Duration {
    let project = scene::planned();
    let before = project.status_json();
    let line = ["update", "--json", r#"{"update_tasks": [{"id": 2, "status": "DONE"}]}"#];
    let commit = Point {
        name: "fsync".to_owned(),
        nth: 1,
    };
    let mut holder = spawn(&mut strace::interrupted(
        &project, "planloop", &line, "SIGSTOP", &commit,
    ));
    let holder_id = patiently("the holder to stop", || strace::stopped(&project));

    let mut next = project.command(bins::path("planwright"));
    let mut next = spawn(next.args(["done", "4", "--agent", "bob"]));
    std::thread::sleep(Duration::from_millis(200));
    assert!(
        must("the next caller", next.try_wait()).is_none(),
        "it did not wait for the lock"
    );

    let id = Pid::from_raw(holder_id);
    let since = Instant::now();
    must("the kill", id.map_or(Ok(()), |id| kill_process(id, Signal::KILL)));
    let ended = must("the next caller", next.wait());
    let took = since.elapsed();
    assert!(ended.success(), "{ended:?}");
    must("the holder", holder.wait());
    project.assert_sound();
    assert_ne!(project.status_json(), before);
    took
}

pub fn spawn(command: &mut std::process::Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn();
    must(format_args!("{command:?}"), child)
}

pub fn patiently<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..2_000 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not happen in time")
}
