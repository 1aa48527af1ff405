use std::fs;
use std::os::unix::fs::symlink;

use super::revert::revert_on;
use super::testing::*;
use super::*;

fn project() -> TestProject {
    TestProject::new(&[(".teddy/memos.yaml", b"[]\n"), (".git/config", b"git"), ("a", b"a")])
}

fn record() -> [Change; 2] {
    [
        edit(".teddy/memos.yaml", b"[]\n", b"- new\n"),
        create(".teddy/session/02/meta.yaml", b"turn: 2\n"),
    ]
}

#[test]
fn planwright_applies_and_reverts_its_own_record() {
    let project = project();
    let before = project.tree();
    let error = project.apply(&record()).unwrap_err().to_string();
    assert_eq!(error, ".teddy/memos.yaml is off limits: actions may not change .teddy");
    apply(&project.root, &project.journal(), &record(), Author::Planwright).unwrap();
    assert_eq!(
        fs::read(project.at(".teddy/session/02/meta.yaml")).unwrap(),
        b"turn: 2\n"
    );
    let now = project.tree();
    revert(&project.root, &project.journal(), Author::Action).unwrap_err();
    assert_eq!(project.tree(), now);
    revert(&project.root, &project.journal(), Author::Planwright).unwrap();
    assert_eq!(project.tree(), before);
}

#[test]
fn an_interrupted_record_is_recovered_completely() {
    let (before, after) = (project().tree(), {
        let project = project();
        apply(&project.root, &project.journal(), &record(), Author::Planwright).unwrap();
        project.tree()
    });
    for step in 0.. {
        let project = project();
        let stopped =
            |disk: &mut Disk<'_>| apply_on(&project.root, &project.journal(), &record(), Author::Planwright, disk);
        let is_done = failing(5, |now| now >= step, stopped).is_ok();
        recover(&project.root, &project.journal()).unwrap();
        let found = project.tree();
        assert!(found == before || found == after, "step {step}: {found:?}");
        if is_done {
            break;
        }
    }
}

#[test]
fn planwright_may_not_write_to_git_or_the_store() {
    let project = project();
    symlink("../.git", project.at(".teddy/link")).unwrap();
    let before = project.tree();
    for (path, expected) in [
        (".git/hooks/x", "planwright may not change"),
        (".teddy/link/hooks/x", ".teddy/link is a link"),
        (".teddy/.git/x", "planwright may not change"),
        (".planwright/store.db", "planwright may not change"),
    ] {
        let error = apply(
            &project.root,
            &project.journal(),
            &[create(path, b"x")],
            Author::Planwright,
        )
        .unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert_eq!(project.tree(), before);
}

#[test]
fn a_forged_journal_cannot_change_protected_paths() {
    for line in ["mkdir .git/hooks/x", "rmdir .planwright", "file - - .git/config"] {
        let project = project();
        let body = format!("planwright changes 1\n{line}\n");
        let digest = crate::Digest::of(body.as_bytes());
        for mark in ["begun", "done."] {
            fs::create_dir_all(project.journal()).unwrap();
            fs::write(
                project.journal().join("journal"),
                format!("{body}end {digest}\n{mark}\n"),
            )
            .unwrap();
            let before = project.tree();
            let attempt = |disk: &mut Disk<'_>| revert_on(&project.root, &project.journal(), Author::Planwright, disk);
            let error = failing(5, |_| false, attempt).unwrap_err();
            assert!(
                matches!(error, ApplyError::File(crate::FileError::OffLimits(_))),
                "{error}"
            );
            assert_eq!(project.tree(), before);
        }
    }
}
