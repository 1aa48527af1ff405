//! R13: when a step fails, the originals are intact and the path is named.

use std::fs;

use super::testing::*;
use super::*;

const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EACCES: i32 = 13;

fn files() -> Scene {
    let scene = Scene::new(&[("a", b"a"), ("src/b", b"b"), ("src/c", b"c")]);
    scene.set_mode("src/b", 0o711);
    scene
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
    let scene = files();
    scene.apply(&changes()).unwrap();
    scene.tree()
}

#[test]
fn a_failure_at_any_step_leaves_the_originals_intact() {
    for errno in [ENOSPC, EIO, EACCES] {
        let mut failures = 0;
        for step in 0..40 {
            let scene = files();
            let before = scene.tree();
            // Later than the last step, or a link that is not allowed and becomes a copy.
            let Err(error) = scene.apply_failing(&changes(), errno, |now| now == step) else {
                continue;
            };
            failures += 1;
            assert_eq!(scene.tree(), before, "step {step}: {error}");
            scene.assert_no_journal();
            let text = error.to_string();
            let mut names = ["a:", "new", "src", ".planwright", "root"].iter();
            assert!(names.any(|name| text.contains(name)), "{text}");
        }
        assert!(failures > 20, "only {failures} steps failed");
    }
}

#[test]
fn a_disk_that_stays_broken_says_so_and_is_put_right_later() {
    for step in 0.. {
        let scene = files();
        let before = scene.tree();
        let Err(error) = scene.apply_failing(&changes(), EIO, |now| now >= step) else {
            break;
        };
        recover(&scene.root, &scene.journal()).unwrap();
        // If it stopped between the last change and the word of it, it has happened.
        let expected = if scene.journal().exists() { after() } else { before };
        assert_eq!(scene.tree(), expected, "step {step}: {error}");
    }
}

#[test]
fn somebody_elses_change_survives_the_recovery() {
    let mut foreign_seen = 0;
    for step in 0.. {
        let scene = files();
        if scene.apply_failing(&changes(), EIO, |now| now >= step).is_ok() {
            break;
        }
        // As most editors do it.
        fs::write(scene.at("draft"), "by hand").unwrap();
        fs::rename(scene.at("draft"), scene.at("a")).unwrap();
        let recovered = recover(&scene.root, &scene.journal()).unwrap();
        let by_hand = Node::File(b"by hand".to_vec(), 0o644);
        assert_eq!(scene.tree()["a"], by_hand, "step {step}");
        let Recovered::RolledBack { foreign } = recovered else {
            continue;
        };
        let mut expected = files().tree();
        expected.insert("a".to_owned(), by_hand);
        assert_eq!(scene.tree(), expected, "step {step}");
        if !foreign.is_empty() {
            foreign_seen += 1;
            assert_eq!(foreign, [path("a")]);
            assert_eq!(fs::read(scene.journal().join("0.old")).unwrap(), b"a", "still kept");
        }
    }
    assert!(foreign_seen > 5, "{foreign_seen}");
}
