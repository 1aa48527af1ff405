//! R8: no path leaves the workspace by its text, by a link or by another name, for any action.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use planwright_testkit::project::must;
use workspace::{ApplyError, Author, Digest, Found, Root, apply};

use crate::ground::{Ground, WAYS, create, delete, edit, path};

const CANARY: &[u8] = b"canary";

/// A project with traps around a canary file.
fn trapped(open: fn(&Path) -> std::io::Result<Root>) -> Ground {
    let scene = Ground::by(
        open,
        &[
            (".git/config", CANARY),
            (".git/hooks/", b""),
            (".teddy/memos.yaml", CANARY),
            (".planwright/store.db", CANARY),
            ("src/a", b"a"),
        ],
    );
    must("the canary", fs::write(scene.outside("canary"), CANARY));
    let outside = scene.outside("").to_string_lossy().into_owned();
    for (target, link) in [
        (outside.as_str(), "absolute"),
        ("../outside", "up"),
        ("../outside/canary", "file"),
        ("../outside/new", "dangling"),
        ("src/../../outside", "winding"),
        ("up", "chain"),
        (".git", "repo"),
        (".git/hooks", "src/hooks"),
        (".planwright/store.db", "db"),
        (".teddy", "notes"),
        ("/proc/self/cwd", "magic"),
        ("circle", "circle"),
    ] {
        must(link, symlink(target, scene.at(link)));
    }
    scene
}

const HOSTILE: &[&str] = &[
    "absolute/canary",
    "absolute/new",
    "up/canary",
    "up/new/deep",
    "file",
    "dangling",
    "winding/canary",
    "chain/canary",
    "repo/config",
    "repo/hooks/post-commit",
    "src/hooks/post-commit",
    "db",
    "notes/memos.yaml",
    "notes/new",
    "magic/canary",
    "circle",
    "circle/x",
    ".git/config",
    ".GIT/hooks/post-commit",
    ".git./config",
    "sub/.git/hooks/x",
    ".planwright/store.db",
    ".planwright/group/x",
    ".teddy/memos.yaml",
    ".rawko/plans/x",
];

#[test]
fn r08_hostile_paths_are_refused_by_every_change() {
    for open in WAYS {
        let scene = trapped(open);
        let before = scene.tree();
        for path in HOSTILE {
            for change in [create(path, b"x"), edit(path, CANARY, b"x"), delete(path, CANARY)] {
                let error = scene.apply(std::slice::from_ref(&change)).unwrap_err();
                assert!(!matches!(error, ApplyError::Unfinished { .. }), "{change:?}: {error}");
                // A group with a harmless change is refused, too.
                scene.apply(&[create("harmless", b""), change.clone()]).unwrap_err();
                // planwright's own writes are refused, too; only its records are its own.
                if !["teddy", "rawko", "notes"].iter().any(|ours| path.contains(ours)) {
                    apply(&scene.root, &scene.journal(), &[change], Author::Planwright).unwrap_err();
                }
            }
        }
        assert_eq!(scene.tree(), before);
        assert_eq!(fs::read(scene.outside("canary")).unwrap(), CANARY);
        assert_eq!(fs::read_dir(scene.outside("")).unwrap().count(), 1);
        assert!(!scene.journal().exists());
    }
}

#[test]
fn r08_hostile_paths_are_refused_by_every_question() {
    for open in WAYS {
        let scene = trapped(open);
        for text in HOSTILE {
            let path = path(text);
            if let Ok(content) = scene.root.read(&path, 99) {
                assert!(
                    path.as_str().contains("teddy") || path.as_str().contains("notes"),
                    "{path}"
                );
                assert_eq!(content.digest, Digest::of(CANARY));
            }
            let is_inside = !["absolute", "up", "file", "dangling", "winding", "chain", "magic"]
                .iter()
                .any(|trap| text.starts_with(trap));
            if !is_inside {
                assert_eq!(scene.root.look_up(&path).unwrap(), Found::Missing, "{path}");
                assert!(scene.root.list(Some(&path)).is_err(), "{path}");
            }
        }
    }
}

#[test]
fn r08_a_protected_place_is_protected_from_reverts_through_links() {
    let scene = Ground::new(&[("hooks/x", b"old"), (".git/hooks/x", CANARY)]);
    scene.apply(&[edit("hooks/x", b"old", b"new")]).unwrap();
    fs::remove_dir_all(scene.at("hooks")).unwrap();
    symlink(".git/hooks", scene.at("hooks")).unwrap();
    scene.revert().unwrap_err();
    assert_eq!(fs::read(scene.at(".git/hooks/x")).unwrap(), CANARY);
}

#[test]
fn r08_a_hard_link_outside_keeps_its_content() {
    let scene = Ground::new(&[("a", b"shared")]);
    fs::hard_link(scene.at("a"), scene.outside("canary")).unwrap();
    scene.apply(&[edit("a", b"shared", b"new")]).unwrap();
    assert_eq!(fs::read(scene.outside("canary")).unwrap(), b"shared");
    // A write to the outside name does not change planwright's copy.
    fs::write(scene.outside("canary"), "spoiled").unwrap();
    scene.revert().unwrap();
    assert_eq!(fs::read(scene.at("a")).unwrap(), b"shared");
}
