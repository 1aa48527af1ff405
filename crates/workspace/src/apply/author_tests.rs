use std::fs;
use std::os::unix::fs::symlink;

use super::revert::revert_on;
use super::testing::*;
use super::*;

fn scene() -> Scene {
    Scene::new(&[(".teddy/memos.yaml", b"[]\n"), (".git/config", b"git"), ("a", b"a")])
}

fn record() -> [Change; 2] {
    [
        edit(".teddy/memos.yaml", b"[]\n", b"- new\n"),
        create(".teddy/session/02/meta.yaml", b"turn: 2\n"),
    ]
}

#[test]
fn planwright_keeps_its_record_and_takes_it_back() {
    let scene = scene();
    let before = scene.tree();
    let error = scene.apply(&record()).unwrap_err().to_string();
    assert_eq!(error, ".teddy/memos.yaml is off limits: actions may not change .teddy");
    apply(&scene.root, &scene.journal(), &record(), Author::Planwright).unwrap();
    assert_eq!(fs::read(scene.at(".teddy/session/02/meta.yaml")).unwrap(), b"turn: 2\n");
    let now = scene.tree();
    revert(&scene.root, &scene.journal(), Author::Action).unwrap_err();
    assert_eq!(scene.tree(), now);
    revert(&scene.root, &scene.journal(), Author::Planwright).unwrap();
    assert_eq!(scene.tree(), before);
}

#[test]
fn a_record_that_was_stopped_anywhere_is_before_or_after() {
    let (before, after) = (scene().tree(), {
        let scene = scene();
        apply(&scene.root, &scene.journal(), &record(), Author::Planwright).unwrap();
        scene.tree()
    });
    for step in 0.. {
        let scene = scene();
        let stopped =
            |disk: &mut Disk<'_>| apply_on(&scene.root, &scene.journal(), &record(), Author::Planwright, disk);
        let is_done = failing(5, |now| now >= step, stopped).is_ok();
        recover(&scene.root, &scene.journal()).unwrap();
        let found = scene.tree();
        assert!(found == before || found == after, "step {step}: {found:?}");
        if is_done {
            break;
        }
    }
}

#[test]
fn the_repository_and_our_store_are_closed_to_planwright_too() {
    let scene = scene();
    symlink("../.git", scene.at(".teddy/link")).unwrap();
    let before = scene.tree();
    for (path, expected) in [
        (".git/hooks/x", "planwright may not change"),
        (".teddy/link/hooks/x", ".teddy/link is a link"),
        (".teddy/.git/x", "planwright may not change"),
        (".planwright/store.db", "planwright may not change"),
    ] {
        let error = apply(&scene.root, &scene.journal(), &[create(path, b"x")], Author::Planwright).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert_eq!(scene.tree(), before);
}

#[test]
fn a_journal_that_was_made_up_opens_no_closed_place() {
    for line in ["mkdir .git/hooks/x", "rmdir .planwright", "file - - .git/config"] {
        let scene = scene();
        let body = format!("planwright changes 1\n{line}\n");
        let digest = crate::Digest::of(body.as_bytes());
        for mark in ["begun", "done."] {
            fs::create_dir_all(scene.journal()).unwrap();
            fs::write(scene.journal().join("journal"), format!("{body}end {digest}\n{mark}\n")).unwrap();
            let before = scene.tree();
            let attempt = |disk: &mut Disk<'_>| revert_on(&scene.root, &scene.journal(), Author::Planwright, disk);
            let error = failing(5, |_| false, attempt).unwrap_err();
            assert!(
                matches!(error, ApplyError::File(crate::FileError::OffLimits(_))),
                "{error}"
            );
            assert_eq!(scene.tree(), before);
        }
    }
}
