//! R13: a full or failing disk leaves the originals unchanged, and the error names the path.

use std::process::Command;

use planwright_testkit::project::{Project, finish};
use planwright_testkit::{Tier, skip, strace, tier};

use crate::ground::Tree;
use crate::group_program::{Scene, before_and_after, program};

/// Calls that need space or may fail, with their errors.
const FAILING: &[(&str, &[&str])] = &[
    (
        "ENOSPC",
        &["mkdir", "mkdirat", "linkat", "write", "fsync", "syncfs", "renameat2"],
    ),
    (
        "EIO",
        &[
            "openat2",
            "linkat",
            "write",
            "fchmod",
            "fsync",
            "syncfs",
            "renameat",
            "renameat2",
            "unlinkat",
        ],
    ),
];

/// The output if only the answer could not be printed.
const UNSAID: &str = "printing to stdout";

#[test]
fn r13_a_call_that_fails_leaves_the_originals_alone_and_names_the_path() {
    if !strace::is_usable() {
        return skip("r13_disk_full", "strace is missing or may not trace");
    }
    let trees = before_and_after("apply", |_| {});
    let mut failures = 0;
    for (error, calls) in FAILING {
        failures += calls
            .iter()
            .map(|call| fail_everywhere(call, error, &trees))
            .sum::<usize>();
    }
    assert!(failures > 80 / step(), "only {failures} calls failed");
    eprintln!("apply: failed at {failures} calls");
}

/// Each call in the full tier.
fn step() -> usize {
    match tier() {
        Tier::Quick => 3,
        Tier::Full => 1,
    }
}

fn fail_everywhere(call: &str, error: &str, (before, after): &(Tree, Tree)) -> usize {
    let (mut failures, mut successes) = (0, 0);
    for nth in (1..).step_by(step()) {
        let scene = Scene::new();
        let output = scene.injected("apply", call, &format!("error={error}:when={nth}"));
        let place = format!("{error} at {call} {nth}");
        if output.status.success() {
            assert_eq!(scene.tree(), *after, "{place}");
            successes += 1;
            // After the last call. A single failure may have been avoided by a fallback.
            match successes {
                3 => break,
                _ => continue,
            }
        }
        (failures, successes) = (failures + 1, 0);
        let said = String::from_utf8_lossy(&output.stderr);
        if said.contains(UNSAID) {
            assert_eq!(scene.tree(), *after, "{place}: {said}");
            continue;
        }
        assert_eq!(scene.tree(), *before, "{place}: {said}");
        let names = ["old", "new", ".planwright", "project"];
        assert!(names.iter().any(|name| said.contains(name)), "{place}: {said}");
        // The disk works again.
        assert!(scene.run("recover").status.success(), "{place}");
        assert!(scene.run("apply").status.success(), "{place}, and again");
        assert_eq!(scene.tree(), *after, "{place}, and again");
    }
    failures
}

#[test]
fn r13_the_next_command_recovers_after_a_failing_disk() {
    if !strace::is_usable() {
        return skip("r13_disk_full", "strace is missing or may not trace");
    }
    let (before, after) = before_and_after("apply", |_| {});
    for call in ["write", "renameat2", "unlinkat", "fsync"] {
        for nth in (1..).step_by(2 * step()) {
            let scene = Scene::new();
            let output = scene.injected("apply", call, &format!("error=EIO:when={nth}+"));
            if output.status.success() {
                break;
            }
            assert!(scene.run("recover").status.success(), "{call} {nth}");
            let found = scene.tree();
            assert!(found == before || found == after, "{call} {nth}: {found:?}");
        }
    }
}

/// A single failed read does not mean that the store is damaged.
#[test]
fn r13_one_failed_read_of_the_store_is_not_called_damage() {
    if !strace::is_usable() {
        return skip("r13_disk_full", "strace is missing or may not trace");
    }
    let project = Project::in_memory();
    project.planloop(&["start", "--goal", "Add user login"]).done();
    let mut failures = 0;
    for line in [&["doctor"][..], &["status"], &["add", "Write it down"]] {
        for name in ["store.db", "store.db-wal"] {
            let path = project.store_folder().join(name);
            let (mut nth, mut successes) = (1, 0);
            while successes < 3 {
                let ran = finish(&mut strace::failing(
                    &project,
                    "planwright",
                    line,
                    ("pread64", nth),
                    &path,
                ));
                nth += step();
                if ran.code == Some(0) {
                    successes += 1;
                    continue;
                }
                (failures, successes) = (failures + 1, 0);
                let said = format!("{}{}", ran.stdout, ran.stderr);
                assert_eq!(ran.code, Some(5), "{line:?}, {name}, read {nth}: {said}");
                assert!(!said.contains("damage"), "{line:?}, {name}, read {nth}: {said}");
                assert!(said.contains("store.db"), "{line:?}, {name}, read {nth}: {said}");
            }
        }
    }
    assert!(failures > 0, "no read failed");
    eprintln!("the store: {failures} reads failed");
}

/// Mounts a disk of one MiB on `$1` and lets `$2` write more than that.
const FILL: &str = r#"
mount -t tmpfs -o size=1m,mode=755 none "$1" || exit 99
mkdir "$1/old" "$1/.planwright"
for number in $(seq 0 19); do printf %s $number > "$1/old/$number"; done
picture() { (cd "$1" && find . -path ./.planwright -prune -o -type f -exec cksum {} + | sort); }
before=$(picture "$1")
"$2" fill "$1" "$1/.planwright/group" && exit 1
[ "$before" = "$(picture "$1")" ] || exit 2
[ -z "$(ls -A "$1/.planwright")" ] || exit 3
"$2" apply "$1" "$1/.planwright/group" || exit 4
"#;

#[test]
fn r13_a_full_disk_keeps_its_files() {
    let folder = Scene::new();
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", FILL, "fill"]);
    let output = match command.arg(folder.project()).arg(program()).output() {
        Ok(output) => output,
        Err(error) => return skip("r13_disk_full", &format!("unshare: {error}")),
    };
    let said = String::from_utf8_lossy(&output.stderr);
    let may_mount = output.status.code() != Some(99) && !said.starts_with("unshare:");
    if !may_mount {
        return eprintln!("not applicable: the kernel lets us mount nothing: {said}");
    }
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("old/") && said.contains("No space left"), "{said}");
}
