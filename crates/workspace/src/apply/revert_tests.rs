use std::fs;

use super::revert::revert_on;
use super::testing::*;
use super::*;

fn applied() -> (Scene, Tree) {
    let scene = Scene::new(&[("a", b"a"), ("b", b"b\r\n"), ("src/c", b"\xff")]);
    scene.set_mode("b", 0o600);
    let before = scene.tree();
    scene
        .apply(&[
            edit("b", b"b\r\n", b"B"),
            create("new/deep/d", b"d"),
            delete("src/c", b"\xff"),
            create("new/e", b"e"),
        ])
        .unwrap();
    (scene, before)
}

#[test]
fn taking_back_returns_the_tree_as_it_was() {
    let (scene, before) = applied();
    let applied = revert(&scene.root, &scene.journal(), Author::Action).unwrap();
    assert_eq!(applied.paths.len(), 4);
    assert_eq!(scene.tree(), before);
    let error = revert(&scene.root, &scene.journal(), Author::Action).unwrap_err();
    assert!(matches!(error, ApplyError::RevertedBefore(_)), "{error}");
}

#[test]
fn a_foreign_change_is_refused_and_every_one_is_shown() {
    let (scene, _) = applied();
    fs::write(scene.at("b"), "mine").unwrap();
    fs::write(scene.at("src/c"), "again").unwrap();
    fs::remove_file(scene.at("new/deep/d")).unwrap();
    scene.set_mode("new/e", 0o755);
    let now = scene.tree();
    let error = revert(&scene.root, &scene.journal(), Author::Action).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b has other content now; new/deep/d is gone; src/c exists now; new/e has another mode now"
    );
    assert_eq!(scene.tree(), now);
    assert!(!scene.journal().join("back").exists());
}

#[test]
fn a_folder_with_somebody_elses_file_stays() {
    let (scene, mut before) = applied();
    fs::write(scene.at("new/mine"), "mine").unwrap();
    revert(&scene.root, &scene.journal(), Author::Action).unwrap();
    let mut tree = scene.tree();
    assert!(tree.remove("new/mine").is_some() && tree.remove("new").is_some());
    before.remove("new");
    assert_eq!(tree, before);
}

#[test]
fn a_folder_that_went_away_is_made_again() {
    let scene = Scene::new(&[("d/e/f", b"f")]);
    scene.apply(&[delete("d/e/f", b"f")]).unwrap();
    fs::remove_dir_all(scene.at("d")).unwrap();
    revert(&scene.root, &scene.journal(), Author::Action).unwrap();
    assert_eq!(fs::read(scene.at("d/e/f")).unwrap(), b"f");
}

#[test]
fn what_was_kept_is_checked_before_it_comes_back() {
    let (scene, _) = applied();
    let now = scene.tree();
    fs::write(scene.journal().join("0.old"), "spoiled").unwrap();
    let error = revert(&scene.root, &scene.journal(), Author::Action).unwrap_err();
    assert_eq!(error.to_string(), "what was kept of b is no longer what it was");
    assert_eq!(scene.tree(), now);
}

#[test]
fn an_attempt_that_met_a_foreign_change_can_be_repeated() {
    let mut repeated = 0;
    for step in 0..60 {
        let (scene, before) = applied();
        let result = failing(
            5,
            |now| now >= step,
            |disk| revert_on(&scene.root, &scene.journal(), Author::Action, disk),
        );
        if result.is_ok() || scene.tree() == before {
            break;
        }
        let ours = scene.tree()["b"].clone();
        fs::rename(scene.at("b"), scene.at("aside")).unwrap();
        fs::write(scene.at("b"), "by hand").unwrap();
        if let Recovered::RolledBack { foreign } = recover(&scene.root, &scene.journal()).unwrap() {
            repeated += usize::from(!foreign.is_empty());
        }
        fs::remove_file(scene.at("b")).unwrap();
        match ours == before["b"] {
            // As the group had left it.
            true => fs::write(scene.at("b"), "B").unwrap(),
            false => fs::rename(scene.at("aside"), scene.at("b")).unwrap(),
        }
        scene.set_mode("b", 0o600);
        let _ = fs::remove_file(scene.at("aside"));
        revert(&scene.root, &scene.journal(), Author::Action).unwrap();
        assert_eq!(scene.tree(), before, "step {step}");
    }
    assert!(repeated > 3, "{repeated}");
}

#[test]
fn what_was_never_applied_cannot_be_taken_back() {
    let scene = Scene::new(&[]);
    let error = revert(&scene.root, &scene.journal(), Author::Action).unwrap_err();
    assert!(matches!(error, ApplyError::NotApplied(_)), "{error}");
    assert_eq!(recover(&scene.root, &scene.journal()).unwrap(), Recovered::Nothing);
}

#[test]
fn a_journal_that_names_a_protected_place_is_refused() {
    let (scene, _) = applied();
    let file = scene.journal().join("journal");
    let text = fs::read_to_string(&file).unwrap();
    let (body, _) = text.rsplit_once("end ").unwrap();
    let body = body.replace("new/deep/d", ".git/hooks/d");
    let digest = crate::Digest::of(body.as_bytes());
    fs::write(&file, format!("{body}end {digest}\ndone.\n")).unwrap();
    let error = revert(&scene.root, &scene.journal(), Author::Action).unwrap_err();
    assert!(error.to_string().contains("off limits"), "{error}");
}

fn two_groups() -> (Scene, Tree, Vec<Group>) {
    let scene = Scene::new(&[("a", b"1"), ("b", b"b")]);
    let before = scene.tree();
    let group = |number: usize, changes: &[Change]| {
        let journal = scene.at(&format!(".planwright/{number}"));
        apply(&scene.root, &journal, changes, Author::Action).unwrap();
        let author = Author::Action;
        Group { journal, author }
    };
    let first = group(0, &[edit("a", b"1", b"2"), create("new/c", b"c")]);
    let second = group(
        1,
        &[edit("a", b"2", b"3"), edit("new/c", b"c", b"C"), delete("b", b"b")],
    );
    (scene, before, vec![first, second])
}

#[test]
fn several_groups_are_taken_back_as_one() {
    let (scene, before, groups) = two_groups();
    let back = scene.at(".planwright/back");
    let applied = revert_groups(&scene.root, &groups, &back, &|_| Ok(())).unwrap();
    assert_eq!(applied.paths.len(), 3);
    assert_eq!(scene.tree(), before);
    let again = revert_groups(&scene.root, &groups, &back, &|_| Ok(())).unwrap_err();
    assert!(matches!(again, ApplyError::RevertedBefore(_)), "{again}");
}

#[test]
fn of_several_groups_none_is_taken_back_if_one_cannot() {
    let (scene, _, groups) = two_groups();
    fs::write(scene.at("new/c"), "mine").unwrap();
    let now = scene.tree();
    let refused = revert_groups(&scene.root, &groups, &scene.at(".planwright/back"), &|_| Ok(())).unwrap_err();
    assert_eq!(refused.to_string(), "new/c has other content now");
    assert_eq!(scene.tree(), now);
}
