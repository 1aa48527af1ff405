use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};

use super::testing::*;
use super::*;

#[test]
fn a_group_creates_edits_and_deletes() {
    let scene = Scene::new(&[("a.txt", b"old\r\n"), ("src/b.bin", b"\xff\0"), ("gone/c", b"c")]);
    scene.set_mode("a.txt", 0o640);
    scene.set_mode("src/b.bin", 0o4755);
    let applied = scene
        .apply(&[
            edit("a.txt", b"old\r\n", b"new\r\n"),
            create("new/deep/d", b"d"),
            edit("src/b.bin", b"\xff\0", b"\0\xfe"),
            delete("gone/c", b"c"),
            create("src/empty", b""),
        ])
        .unwrap();
    assert_eq!(applied.paths[1], path("new/deep/d"));
    let tree = scene.tree();
    assert_eq!(tree["a.txt"], Node::File(b"new\r\n".to_vec(), 0o640));
    assert_eq!(tree["src/b.bin"], Node::File(b"\0\xfe".to_vec(), 0o4755));
    assert!(matches!(&tree["new/deep/d"], Node::File(bytes, _) if bytes == b"d"));
    assert!(matches!(&tree["src/empty"], Node::File(bytes, _) if bytes.is_empty()));
    assert!(!tree.contains_key("gone/c") && tree.contains_key("gone"));
    assert_eq!(tree.len(), 8, "no drafts are left: {tree:?}");
}

#[test]
fn a_stale_group_writes_nothing_and_names_every_change() {
    let scene = Scene::new(&[("a", b"a"), ("b", b"b"), ("c", b"c")]);
    fs::write(scene.at("b"), "B").unwrap();
    let before = scene.tree();
    let error = scene
        .apply(&[
            edit("a", b"a", b"1"),
            edit("b", b"b", b"2"),
            create("c", b"3"),
            delete("d", b"d"),
            create("e/f", b"4"),
        ])
        .unwrap_err();
    assert_eq!(error.to_string(), "b has other content now; c exists now; d is gone");
    assert_eq!(scene.tree(), before);
    scene.assert_no_journal();
}

#[test]
fn any_flipped_byte_is_stale_and_a_touch_is_not() {
    let content = b"one\ntwo\n";
    let scene = Scene::new(&[("a", content)]);
    for place in 0..content.len() {
        let mut flipped = content.to_vec();
        flipped[place] ^= 1;
        fs::write(scene.at("a"), &flipped).unwrap();
        let error = scene.apply(&[edit("a", content, b"new")]).unwrap_err();
        assert!(matches!(error, ApplyError::Stale(_)), "{error}");
        assert_eq!(fs::read(scene.at("a")).unwrap(), flipped);
    }
    fs::write(scene.at("a"), content).unwrap();
    let file = fs::File::options().write(true).open(scene.at("a")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    scene.apply(&[edit("a", content, b"new")]).unwrap();
}

#[test]
fn what_is_replaced_is_linked_not_copied() {
    let scene = Scene::new(&[("a", b"a")]);
    let before = scene.at("a").metadata().unwrap().ino();
    scene.apply(&[edit("a", b"a", b"b")]).unwrap();
    assert_eq!(scene.journal().join("0.old").metadata().unwrap().ino(), before);
    assert_eq!(scene.at("a").metadata().unwrap().nlink(), 1);
}

#[test]
fn links_that_stay_inside_are_written_through_and_stay() {
    let scene = Scene::new(&[("src/a", b"a")]);
    symlink("src", scene.at("in")).unwrap();
    symlink("src/a", scene.at("file")).unwrap();
    let applied = scene
        .apply(&[edit("file", b"a", b"b"), create("in/new/c", b"c")])
        .unwrap();
    assert_eq!(applied.paths, [path("src/a"), path("src/new/c")]);
    assert_eq!(scene.tree()["file"], Node::Link("src/a".into()));
    assert_eq!(fs::read(scene.at("src/a")).unwrap(), b"b");
}

#[test]
fn a_link_is_not_deleted_in_the_name_of_its_target() {
    let scene = Scene::new(&[("a", b"a")]);
    symlink("a", scene.at("b")).unwrap();
    let error = scene.apply(&[delete("b", b"a")]).unwrap_err();
    assert_eq!(error.to_string(), "b is a link, not a regular file");
}

#[test]
fn one_file_is_changed_once_by_whatever_name() {
    let scene = Scene::new(&[("a", b"a")]);
    symlink("a", scene.at("b")).unwrap();
    let error = scene
        .apply(&[edit("a", b"a", b"1"), edit("b", b"a", b"2")])
        .unwrap_err();
    assert_eq!(error.to_string(), "a is changed twice in one group");
    let error = scene.apply(&[create("x", b""), create("x/y", b"")]).unwrap_err();
    assert_eq!(error.to_string(), "x would be a file and a folder at once");
    let error = scene.apply(&[create("a/y", b"")]).unwrap_err();
    assert!(error.to_string().starts_with("cannot create a/y: "), "{error}");
}

#[test]
fn a_journal_folder_holds_one_group() {
    let scene = Scene::new(&[]);
    scene.apply(&[create("a", b"")]).unwrap();
    let error = scene.apply(&[create("b", b"")]).unwrap_err();
    assert!(matches!(error, ApplyError::InUse(_)), "{error}");
    assert!(!scene.at("b").exists());
}

#[test]
fn n_files_take_at_most_n_plus_6_syncs() {
    for (count, folders) in [(1, 1), (3, 3), (20, 1), (20, 20), (100, 40)] {
        let scene = Scene::on_disk(&[]);
        let name = |i: usize| format!("f{}/{i}", i % folders);
        let changes: Vec<Change> = (0..count).map(|i| create(&name(i), b"x")).collect();
        let applied = scene.apply(&changes).unwrap();
        assert!(applied.syncs <= count + 6, "{count} in {folders}: {}", applied.syncs);
    }
}

#[test]
fn another_file_system_is_reached_by_copying() {
    let Some(elsewhere) = other_file_system() else {
        return eprintln!("skipped: there is no second file system");
    };
    let scene = Scene::on_disk(&[("a", b"a"), ("d", b"d")]);
    scene.set_mode("a", 0o750);
    let before = scene.tree();
    let journal = elsewhere.path().join("group");
    let changes = [edit("a", b"a", b"b"), create("x/c", b"c"), delete("d", b"d")];
    apply(&scene.root, &journal, &changes, Author::Action).unwrap();
    let after = scene.tree();
    assert_eq!(after["a"], Node::File(b"b".to_vec(), 0o750));
    assert_eq!(after.len(), 3, "{after:?}");
    revert(&scene.root, &journal, Author::Action).unwrap();
    assert_eq!(scene.tree(), before);
}

#[test]
fn a_copy_that_stops_anywhere_is_before_or_after() {
    let Some(elsewhere) = other_file_system() else {
        return eprintln!("skipped: there is no second file system");
    };
    let changes = [edit("a", b"a", b"b"), create("x/c", b"c"), delete("d", b"d")];
    let mut stops = 0;
    for step in 0.. {
        let scene = Scene::on_disk(&[("a", b"a"), ("d", b"d")]);
        let before = scene.tree();
        let journal = elsewhere.path().join(step.to_string());
        let stopped = failing(
            5,
            |now| now >= step,
            |disk| apply_on(&scene.root, &journal, &changes, Author::Action, disk),
        );
        if stopped.is_ok() {
            break;
        }
        stops += 1;
        recover(&scene.root, &journal).unwrap();
        let found = scene.tree();
        match journal.exists() {
            true => assert!(found.len() == 3 && found.contains_key("x/c"), "step {step}: {found:?}"),
            false => assert_eq!(found, before, "step {step}"),
        }
    }
    assert!(stops > 20, "{stops}");
}

fn other_file_system() -> Option<tempfile::TempDir> {
    let here = tempfile::tempdir().unwrap();
    let there = tempfile::tempdir_in("/dev/shm").ok()?;
    let device = |folder: &tempfile::TempDir| folder.path().metadata().unwrap().dev();
    (device(&here) != device(&there)).then_some(there)
}
