use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};

use super::testing::*;
use super::*;

#[test]
fn a_group_creates_edits_and_deletes() {
    let project = TestProject::new(&[("a.txt", b"old\r\n"), ("src/b.bin", b"\xff\0"), ("gone/c", b"c")]);
    project.set_mode("a.txt", 0o640);
    project.set_mode("src/b.bin", 0o4755);
    let applied = project
        .apply(&[
            edit("a.txt", b"old\r\n", b"new\r\n"),
            create("new/deep/d", b"d"),
            edit("src/b.bin", b"\xff\0", b"\0\xfe"),
            delete("gone/c", b"c"),
            create("src/empty", b""),
        ])
        .unwrap();
    assert_eq!(applied.paths[1], path("new/deep/d"));
    let tree = project.tree();
    assert_eq!(tree["a.txt"], Node::File(b"new\r\n".to_vec(), 0o640));
    assert_eq!(tree["src/b.bin"], Node::File(b"\0\xfe".to_vec(), 0o4755));
    assert!(matches!(&tree["new/deep/d"], Node::File(bytes, _) if bytes == b"d"));
    assert!(matches!(&tree["src/empty"], Node::File(bytes, _) if bytes.is_empty()));
    assert!(!tree.contains_key("gone/c") && tree.contains_key("gone"));
    assert_eq!(tree.len(), 8, "no drafts are left: {tree:?}");
}

#[test]
fn a_stale_group_writes_nothing_and_lists_every_changed_file() {
    let project = TestProject::new(&[("a", b"a"), ("b", b"b"), ("c", b"c")]);
    fs::write(project.at("b"), "B").unwrap();
    let before = project.tree();
    let error = project
        .apply(&[
            edit("a", b"a", b"1"),
            edit("b", b"b", b"2"),
            create("c", b"3"),
            delete("d", b"d"),
            create("e/f", b"4"),
        ])
        .unwrap_err();
    assert_eq!(error.to_string(), "b has other content now; c exists now; d is gone");
    assert_eq!(project.tree(), before);
    project.assert_no_journal();
}

#[test]
fn a_flipped_byte_is_stale_and_a_touched_file_is_not() {
    let content = b"one\ntwo\n";
    let project = TestProject::new(&[("a", content)]);
    for place in 0..content.len() {
        let mut flipped = content.to_vec();
        flipped[place] ^= 1;
        fs::write(project.at("a"), &flipped).unwrap();
        let error = project.apply(&[edit("a", content, b"new")]).unwrap_err();
        assert!(matches!(error, ApplyError::Stale(_)), "{error}");
        assert_eq!(fs::read(project.at("a")).unwrap(), flipped);
    }
    fs::write(project.at("a"), content).unwrap();
    let file = fs::File::options().write(true).open(project.at("a")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    project.apply(&[edit("a", content, b"new")]).unwrap();
}

#[test]
fn a_replaced_file_is_kept_as_a_hard_link() {
    let project = TestProject::new(&[("a", b"a")]);
    let before = project.at("a").metadata().unwrap().ino();
    project.apply(&[edit("a", b"a", b"b")]).unwrap();
    assert_eq!(project.journal().join("0.old").metadata().unwrap().ino(), before);
    assert_eq!(project.at("a").metadata().unwrap().nlink(), 1);
}

#[test]
fn links_inside_the_project_are_written_through_and_kept() {
    let project = TestProject::new(&[("src/a", b"a")]);
    symlink("src", project.at("in")).unwrap();
    symlink("src/a", project.at("file")).unwrap();
    let applied = project
        .apply(&[edit("file", b"a", b"b"), create("in/new/c", b"c")])
        .unwrap();
    assert_eq!(applied.paths, [path("src/a"), path("src/new/c")]);
    assert_eq!(project.tree()["file"], Node::Link("src/a".into()));
    assert_eq!(fs::read(project.at("src/a")).unwrap(), b"b");
}

#[test]
fn deleting_a_link_checks_the_link_itself() {
    let project = TestProject::new(&[("a", b"a")]);
    symlink("a", project.at("b")).unwrap();
    let error = project.apply(&[delete("b", b"a")]).unwrap_err();
    assert_eq!(error.to_string(), "b is a link, not a regular file");
}

#[test]
fn a_file_cannot_be_changed_twice_under_two_names() {
    let project = TestProject::new(&[("a", b"a")]);
    symlink("a", project.at("b")).unwrap();
    let error = project
        .apply(&[edit("a", b"a", b"1"), edit("b", b"a", b"2")])
        .unwrap_err();
    assert_eq!(error.to_string(), "a is changed twice in one group");
    let error = project.apply(&[create("x", b""), create("x/y", b"")]).unwrap_err();
    assert_eq!(error.to_string(), "x would be a file and a folder at once");
    let error = project.apply(&[create("a/y", b"")]).unwrap_err();
    assert!(error.to_string().starts_with("a/y: cannot create: "), "{error}");
}

#[test]
fn a_journal_folder_contains_one_group() {
    let project = TestProject::new(&[]);
    project.apply(&[create("a", b"")]).unwrap();
    let error = project.apply(&[create("b", b"")]).unwrap_err();
    assert!(matches!(error, ApplyError::InUse(_)), "{error}");
    assert!(!project.at("b").exists());
}

#[test]
fn n_files_take_at_most_n_plus_6_syncs() {
    for (count, folders) in [(1, 1), (3, 3), (20, 1), (20, 20), (100, 40)] {
        let project = TestProject::on_disk(&[]);
        let name = |i: usize| format!("f{}/{i}", i % folders);
        let changes: Vec<Change> = (0..count).map(|i| create(&name(i), b"x")).collect();
        let applied = project.apply(&changes).unwrap();
        assert!(applied.syncs <= count + 6, "{count} in {folders}: {}", applied.syncs);
    }
}

#[test]
fn files_on_another_file_system_are_copied() {
    let Some(elsewhere) = other_file_system() else {
        return eprintln!("skipped: there is no second file system");
    };
    let project = TestProject::on_disk(&[("a", b"a"), ("d", b"d")]);
    project.set_mode("a", 0o750);
    let before = project.tree();
    let journal = elsewhere.path().join("group");
    let changes = [edit("a", b"a", b"b"), create("x/c", b"c"), delete("d", b"d")];
    apply(&project.root, &journal, &changes, Author::Action).unwrap();
    let after = project.tree();
    assert_eq!(after["a"], Node::File(b"b".to_vec(), 0o750));
    assert_eq!(after.len(), 3, "{after:?}");
    revert(&project.root, &journal, Author::Action).unwrap();
    assert_eq!(project.tree(), before);
}

#[test]
fn an_interrupted_copy_is_recovered_completely() {
    let Some(elsewhere) = other_file_system() else {
        return eprintln!("skipped: there is no second file system");
    };
    let changes = [edit("a", b"a", b"b"), create("x/c", b"c"), delete("d", b"d")];
    let mut stops = 0;
    for step in 0.. {
        let project = TestProject::on_disk(&[("a", b"a"), ("d", b"d")]);
        let before = project.tree();
        let journal = elsewhere.path().join(step.to_string());
        let stopped = failing(
            5,
            |now| now >= step,
            |disk| apply_on(&project.root, &journal, &changes, Author::Action, disk),
        );
        if stopped.is_ok() {
            break;
        }
        stops += 1;
        recover(&project.root, &journal).unwrap();
        let found = project.tree();
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
