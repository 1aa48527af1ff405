//! R13: when an operation fails, the original files are intact and the error names the path.

use std::fs;

use super::testing::*;
use super::*;

const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EACCES: i32 = 13;

fn files() -> TestProject {
    let project = TestProject::new(&[("a", b"a"), ("src/b", b"b"), ("src/c", b"c")]);
    project.set_mode("src/b", 0o711);
    project
}

fn changes() -> [Change; 4] {
    [
        edit("a", b"a", b"A"),
        create("new/x/d", b"D"),
        edit("src/b", b"b", b"B"),
        delete("src/c", b"c"),
    ]
}

fn after() -> Tree {
    let project = files();
    project.apply(&changes()).unwrap();
    project.tree()
}

#[test]
fn a_failure_at_any_step_leaves_the_originals_intact() {
    for errno in [ENOSPC, EIO, EACCES] {
        let mut failures = 0;
        for step in 0..40 {
            let project = files();
            let before = project.tree();
            // The number exceeds the last operation, or a forbidden link became a copy.
            let Err(error) = project.apply_failing(&changes(), errno, |now| now == step) else {
                continue;
            };
            failures += 1;
            assert_eq!(project.tree(), before, "step {step}: {error}");
            project.assert_no_journal();
            let text = error.to_string();
            let mut names = ["a:", "new", "src", ".planwright", "root"].iter();
            assert!(names.any(|name| text.contains(name)), "{text}");
        }
        assert!(failures > 20, "only {failures} steps failed");
    }
}

#[test]
fn a_persistent_disk_error_is_reported_and_recovered_later() {
    for step in 0.. {
        let project = files();
        let before = project.tree();
        let Err(error) = project.apply_failing(&changes(), EIO, |now| now >= step) else {
            break;
        };
        recover(&project.root, &project.journal()).unwrap();
        // If it stopped between the last change and the mark, the group is finished.
        let expected = if project.journal().exists() { after() } else { before };
        assert_eq!(project.tree(), expected, "step {step}: {error}");
    }
}

#[test]
fn a_foreign_change_survives_the_recovery() {
    let mut foreign_seen = 0;
    for step in 0.. {
        let project = files();
        if project.apply_failing(&changes(), EIO, |now| now >= step).is_ok() {
            break;
        }
        // Most editors replace a file by a rename.
        fs::write(project.at("group"), "by hand").unwrap();
        fs::rename(project.at("group"), project.at("a")).unwrap();
        let recovered = recover(&project.root, &project.journal()).unwrap();
        let by_hand = Node::File(b"by hand".to_vec(), 0o644);
        assert_eq!(project.tree()["a"], by_hand, "step {step}");
        let Recovered::RolledBack { foreign } = recovered else {
            continue;
        };
        let mut expected = files().tree();
        expected.insert("a".to_owned(), by_hand);
        assert_eq!(project.tree(), expected, "step {step}");
        if !foreign.is_empty() {
            foreign_seen += 1;
            assert_eq!(foreign, [path("a")]);
            assert_eq!(fs::read(project.journal().join("0.old")).unwrap(), b"a", "still kept");
        }
    }
    assert!(foreign_seen > 5, "{foreign_seen}");
}
