//! R3: a group of 20 changes is applied completely or not at all, at any kill and with any failing change.

use planwright_testkit::{Tier, skip, strace, tier};

use crate::group_program::{Scene, before_and_after};

const CALLS: &[&str] = &[
    "openat",
    "openat2",
    "mkdir",
    "mkdirat",
    "linkat",
    "write",
    "fchmod",
    "fsync",
    "syncfs",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
    "rmdir",
];

#[test]
fn r03_a_killed_group_is_applied_completely_or_not_at_all() {
    kill_everywhere("apply", 1, |_| {});
}

#[test]
fn r03_a_killed_revert_of_a_group_is_complete_or_absent() {
    let step = match tier() {
        Tier::Quick => 3,
        Tier::Full => 1,
    };
    kill_everywhere("revert", step, |scene| assert!(scene.run("apply").status.success()));
}

#[test]
fn r03_a_failing_change_reverts_its_group() {
    if !strace::is_usable() {
        return skip("r03_groups", "strace is missing or may not trace");
    }
    let (before, _) = before_and_after("apply", |_| {});
    let mut failures = 0;
    for call in ["mkdirat", "renameat", "renameat2", "unlinkat"] {
        for nth in 1.. {
            let scene = Scene::new();
            let output = scene.injected("apply", call, &format!("error=EACCES:when={nth}"));
            if output.status.success() {
                break;
            }
            failures += 1;
            assert_eq!(scene.tree(), before, "{call} {nth} failed");
            assert!(scene.run("apply").status.success(), "{call} {nth} failed, and again");
        }
    }
    assert!(failures >= 20, "only {failures} changes failed");
}

fn kill_everywhere(verb: &str, step: usize, prepare: impl Fn(&Scene)) {
    if !strace::is_usable() {
        return skip("r03_groups", "strace is missing or may not trace");
    }
    let (before, after) = before_and_after(verb, &prepare);
    let mut kills = 0;
    for call in CALLS {
        for nth in (1..).step_by(step) {
            let scene = Scene::new();
            prepare(&scene);
            let output = scene.injected(verb, call, &format!("signal=SIGKILL:when={nth}"));
            if output.status.success() {
                break;
            }
            kills += 1;
            assert!(output.stdout.is_empty(), "{call} {nth}: acknowledged");
            assert!(scene.run("recover").status.success(), "{call} {nth}");
            assert!(!scene.has_drafts(), "{call} {nth}");
            let found = scene.tree();
            assert!(
                found == before || found == after,
                "{verb} killed at {call} {nth}: {found:?}"
            );
            if found == before {
                assert!(scene.run(verb).status.success(), "{call} {nth}, and again");
                assert_eq!(scene.tree(), after, "{call} {nth}, and again");
            }
        }
    }
    assert!(kills > 100 / step, "only {kills} kills");
    eprintln!("{verb}: killed at {kills} calls");
}
