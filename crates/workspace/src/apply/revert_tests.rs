use std::fs;

use super::revert::revert_on;
use super::testing::*;
use super::*;

fn applied() -> (TestProject, Tree) {
    let project = TestProject::new(&[("a", b"a"), ("b", b"b\r\n"), ("src/c", b"\xff")]);
    project.set_mode("b", 0o600);
    let before = project.tree();
    project
        .apply(&[
            edit("b", b"b\r\n", b"B"),
            create("new/deep/d", b"d"),
            delete("src/c", b"\xff"),
            create("new/e", b"e"),
        ])
        .unwrap();
    (project, before)
}

#[test]
fn revert_restores_the_exact_tree() {
    let (project, before) = applied();
    let applied = revert(&project.root, &project.journal(), Author::Action).unwrap();
    assert_eq!(applied.paths.len(), 4);
    assert_eq!(project.tree(), before);
    let error = revert(&project.root, &project.journal(), Author::Action).unwrap_err();
    assert!(matches!(error, ApplyError::RevertedBefore(_)), "{error}");
}

#[test]
fn foreign_changes_are_refused_and_all_are_listed() {
    let (project, _) = applied();
    fs::write(project.at("b"), "mine").unwrap();
    fs::write(project.at("src/c"), "again").unwrap();
    fs::remove_file(project.at("new/deep/d")).unwrap();
    project.set_mode("new/e", 0o755);
    let now = project.tree();
    let error = revert(&project.root, &project.journal(), Author::Action).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b has other content now; new/deep/d is gone; src/c exists now; new/e has another mode now"
    );
    assert_eq!(project.tree(), now);
    assert!(!project.journal().join("back").exists());
}

#[test]
fn a_folder_with_a_foreign_file_is_kept() {
    let (project, mut before) = applied();
    fs::write(project.at("new/mine"), "mine").unwrap();
    revert(&project.root, &project.journal(), Author::Action).unwrap();
    let mut tree = project.tree();
    assert!(tree.remove("new/mine").is_some() && tree.remove("new").is_some());
    before.remove("new");
    assert_eq!(tree, before);
}

#[test]
fn a_removed_folder_is_created_again() {
    let project = TestProject::new(&[("d/e/f", b"f")]);
    project.apply(&[delete("d/e/f", b"f")]).unwrap();
    fs::remove_dir_all(project.at("d")).unwrap();
    revert(&project.root, &project.journal(), Author::Action).unwrap();
    assert_eq!(fs::read(project.at("d/e/f")).unwrap(), b"f");
}

#[test]
fn kept_files_are_checked_before_they_are_restored() {
    let (project, _) = applied();
    let now = project.tree();
    fs::write(project.journal().join("0.old"), "spoiled").unwrap();
    let error = revert(&project.root, &project.journal(), Author::Action).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b: its saved copy has changed, so it cannot be restored"
    );
    assert_eq!(project.tree(), now);
}

#[test]
fn a_revert_refused_by_a_foreign_change_can_be_repeated() {
    let mut repeated = 0;
    for step in 0..60 {
        let (project, before) = applied();
        let result = failing(
            5,
            |now| now >= step,
            |disk| revert_on(&project.root, &project.journal(), Author::Action, disk),
        );
        if result.is_ok() || project.tree() == before {
            break;
        }
        let ours = project.tree()["b"].clone();
        fs::rename(project.at("b"), project.at("aside")).unwrap();
        fs::write(project.at("b"), "by hand").unwrap();
        if let Recovered::RolledBack { foreign } = recover(&project.root, &project.journal()).unwrap() {
            repeated += usize::from(!foreign.is_empty());
        }
        fs::remove_file(project.at("b")).unwrap();
        match ours == before["b"] {
            // The content that the group wrote.
            true => fs::write(project.at("b"), "B").unwrap(),
            false => fs::rename(project.at("aside"), project.at("b")).unwrap(),
        }
        project.set_mode("b", 0o600);
        let _ = fs::remove_file(project.at("aside"));
        revert(&project.root, &project.journal(), Author::Action).unwrap();
        assert_eq!(project.tree(), before, "step {step}");
    }
    assert!(repeated > 3, "{repeated}");
}

#[test]
fn a_group_that_was_never_applied_cannot_be_reverted() {
    let project = TestProject::new(&[]);
    let error = revert(&project.root, &project.journal(), Author::Action).unwrap_err();
    assert!(matches!(error, ApplyError::NotApplied(_)), "{error}");
    assert_eq!(recover(&project.root, &project.journal()).unwrap(), Recovered::Nothing);
}

#[test]
fn a_journal_that_names_a_protected_path_is_refused() {
    let (project, _) = applied();
    let file = project.journal().join("journal");
    let text = fs::read_to_string(&file).unwrap();
    let (body, _) = text.rsplit_once("end ").unwrap();
    let body = body.replace("new/deep/d", ".git/hooks/d");
    let digest = crate::Digest::of(body.as_bytes());
    fs::write(&file, format!("{body}end {digest}\ndone.\n")).unwrap();
    let error = revert(&project.root, &project.journal(), Author::Action).unwrap_err();
    assert!(error.to_string().contains("off limits"), "{error}");
}

fn two_groups() -> (TestProject, Tree, Vec<Group>) {
    let project = TestProject::new(&[("a", b"1"), ("b", b"b")]);
    let before = project.tree();
    let group = |number: usize, changes: &[Change]| {
        let journal = project.at(&format!(".planwright/{number}"));
        apply(&project.root, &journal, changes, Author::Action).unwrap();
        let author = Author::Action;
        Group { journal, author }
    };
    let first = group(0, &[edit("a", b"1", b"2"), create("new/c", b"c")]);
    let second = group(
        1,
        &[edit("a", b"2", b"3"), edit("new/c", b"c", b"C"), delete("b", b"b")],
    );
    (project, before, vec![first, second])
}

#[test]
fn several_groups_are_reverted_as_one() {
    let (project, before, groups) = two_groups();
    let back = project.at(".planwright/back");
    let applied = revert_groups(&project.root, &groups, &back, &|_| Ok(())).unwrap();
    assert_eq!(applied.paths.len(), 3);
    assert_eq!(project.tree(), before);
    let again = revert_groups(&project.root, &groups, &back, &|_| Ok(())).unwrap_err();
    assert!(matches!(again, ApplyError::RevertedBefore(_)), "{again}");
}

#[test]
fn no_group_is_reverted_if_one_cannot_be() {
    let (project, _, groups) = two_groups();
    fs::write(project.at("new/c"), "mine").unwrap();
    let now = project.tree();
    let refused = revert_groups(&project.root, &groups, &project.at(".planwright/back"), &|_| Ok(())).unwrap_err();
    assert_eq!(refused.to_string(), "new/c has other content now");
    assert_eq!(project.tree(), now);
}
