use std::fs;

use super::*;
use crate::RelPath;

struct TestProject {
    folder: tempfile::TempDir,
    root: Root,
    records: Records,
}

const FREELY: (Author, Check<'static>) = (Author::Action, &|_| Ok(()));
const OPEN: RecoveryGate<'static> = RecoveryGate {
    has_begun: &|_, _| true,
    check: &|_| Ok(()),
};

fn project() -> TestProject {
    let folder = tempfile::tempdir().unwrap();
    let root = Root::open(folder.path()).unwrap();
    let records = Records::new(folder.path().join(".planwright/turns"));
    TestProject { folder, root, records }
}

fn create(path: &str) -> [Change; 1] {
    let path = RelPath::new(path).unwrap();
    [Change::Create {
        path,
        content: b"x".to_vec(),
    }]
}

#[test]
fn a_record_is_open_until_it_is_finished() {
    let project = project();
    let records = &project.records;
    let mut record = records.begin().unwrap();
    record.append("one\ntw").unwrap();
    let number = record.number();
    drop(record);
    let open = RecordName {
        number,
        state: RecordState::Open,
    };
    assert_eq!(records.list().unwrap(), [open]);
    let mut record = records.resume(open, 4).unwrap();
    record.append("three\n").unwrap();
    assert_eq!(records.read(open).unwrap().unwrap(), b"one\nthree\n");
    record.finish().unwrap();
    assert_eq!(
        records.list().unwrap(),
        [RecordName {
            number,
            state: RecordState::Done
        }]
    );
}

#[test]
fn two_records_never_share_a_number() {
    let project = project();
    let records = &project.records;
    let (first, second) = (records.begin().unwrap(), records.begin().unwrap());
    assert!(first.number() < second.number());
    first.discard().unwrap();
    assert!(records.begin().unwrap().number() > second.number());
}

#[test]
fn old_records_are_forgotten_with_their_journals() {
    let TestProject { records, root, folder } = project();
    for number in 0..KEPT + 2 {
        let record = records.begin().unwrap();
        record.apply(&root, 0, &create(&format!("f{number}")), FREELY).unwrap();
        record.finish().unwrap();
    }
    assert_eq!(records.list().unwrap().len(), KEPT);
    let journals = fs::read_dir(folder.path().join(".planwright/turns")).unwrap().count() - KEPT - 1;
    assert_eq!(journals, KEPT);
}

#[test]
fn an_unmarked_undo_is_marked_by_recovery() {
    let project = project();
    let (records, root) = (&project.records, &project.root);
    let record = records.begin().unwrap();
    record.apply(root, 0, &create("a"), FREELY).unwrap();
    let number = record.number();
    record.finish().unwrap();
    let group = apply::Group {
        journal: records.journal(number, 0),
        author: Author::Action,
    };
    apply::revert_groups(root, &[group], &records.way_back(number), &|_| Ok(())).unwrap();
    records.recover(root, &OPEN).unwrap();
    let named = |state| RecordName { number, state };
    assert_eq!(records.list().unwrap(), [named(RecordState::Reverted)]);
    // The process that reverted it is still alive, and uses the old name.
    records.mark(named(RecordState::Done), RecordState::Undone).unwrap();
    assert_eq!(records.list().unwrap(), [named(RecordState::Undone)]);
    records.mark(named(RecordState::Reverted), RecordState::Untold).unwrap();
    assert_eq!(records.list().unwrap(), [named(RecordState::Undone)]);
}

#[test]
fn changes_without_a_record_leave_no_journal() {
    let TestProject { records, root, folder } = project();
    records.apply_loose(&root, "x", &create("a")).unwrap();
    assert_eq!(fs::read(folder.path().join("a")).unwrap(), b"x");
    let left: Vec<_> = fs::read_dir(folder.path().join(".planwright/turns")).unwrap().collect();
    assert_eq!(left.len(), 1, "only .gitignore: {left:?}");
}

/// A clone can contain links, and recovery deletes files.
#[test]
fn recovery_follows_no_link() {
    let project = project();
    let outside = tempfile::tempdir().unwrap();
    let diary = outside.path().join("diary");
    fs::create_dir_all(diary.join("back")).unwrap();
    let files = ["journal", "1.old", "2.new", "back/journal", "back/1.old"];
    for file in files {
        fs::write(diary.join(file), "mine").unwrap();
    }
    let turns = project.folder.path().join(".planwright/turns");
    fs::create_dir_all(&turns).unwrap();
    fs::write(turns.join("1.open"), "").unwrap();
    fs::write(turns.join("2.done"), "").unwrap();
    for link in ["loose-1", "1-1", "2-back"] {
        std::os::unix::fs::symlink(&diary, turns.join(link)).unwrap();
    }
    let _ = project.records.recover(&project.root, &OPEN);
    for file in files {
        assert!(diary.join(file).exists(), "{file}");
    }
}

#[test]
fn records_are_not_written_through_a_link() {
    for link in [".planwright/turns", ".planwright"] {
        let project = project();
        let outside = tempfile::tempdir().unwrap();
        fs::create_dir_all(outside.path().join("turns/loose-1")).unwrap();
        fs::create_dir_all(outside.path().join("loose-1")).unwrap();
        let link = project.folder.path().join(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(outside.path(), &link).unwrap();
        let why = project.records.recover(&project.root, &OPEN).unwrap_err().to_string();
        assert!(why.contains("is a link"), "{why}");
        assert!(project.records.begin().is_err());
        assert!(outside.path().join("loose-1").exists() && outside.path().join("turns/loose-1").exists());
    }
}

#[test]
fn a_folder_in_the_place_of_a_record_is_not_marked_and_does_not_stop_recovery() {
    let project = project();
    let (records, root) = (&project.records, &project.root);
    let record = records.begin().unwrap();
    record.apply(root, 0, &create("a"), FREELY).unwrap();
    let number = record.number();
    record.finish().unwrap();
    let group = apply::Group {
        journal: records.journal(number, 0),
        author: Author::Action,
    };
    apply::revert_groups(root, &[group], &records.way_back(number), &|_| Ok(())).unwrap();
    let done = RecordName {
        number,
        state: RecordState::Done,
    };
    fs::remove_file(records.path(done)).unwrap();
    fs::create_dir_all(records.path(done).join("x")).unwrap();
    records.recover(root, &OPEN).unwrap();
    records.mark(done, RecordState::Undone).unwrap_err();
    assert_eq!(records.list().unwrap(), [done]);
}

#[test]
fn a_folder_with_the_name_of_the_finished_record_is_replaced() {
    let project = project();
    let record = project.records.begin().unwrap();
    let done = RecordName {
        number: record.number(),
        state: RecordState::Done,
    };
    fs::create_dir_all(project.records.path(done).join("x")).unwrap();
    record.finish().unwrap();
    assert_eq!(project.records.list().unwrap(), [done]);
    assert!(project.records.path(done).is_file());
}

/// A group with one new file whose process was killed before it marked the journal.
fn begun(project: &TestProject, name: &str, path: &str) {
    let journal = project.folder.path().join(".planwright/turns").join(name);
    apply::apply(&project.root, &journal, &create(path), Author::Planwright).unwrap();
    let text = fs::read_to_string(journal.join("journal")).unwrap();
    fs::write(journal.join("journal"), text.replace("done.\n", "begun\n")).unwrap();
    fs::remove_file(project.folder.path().join(path)).unwrap();
}

#[test]
fn a_group_that_no_record_began_is_refused_and_others_are_recovered() {
    let project = project();
    fs::create_dir_all(project.folder.path().join(".planwright/turns")).unwrap();
    fs::write(project.folder.path().join(".planwright/turns/1.open"), "").unwrap();
    begun(&project, "loose-a", "a");
    begun(&project, "loose-b", ".teddy/b");
    begun(&project, "1-0", "c");
    begun(&project, "1-1", "d");
    let gate = RecoveryGate {
        has_begun: &|_, group| group == Some(0),
        check: &|_| Ok(()),
    };
    let expected = project.records.refusal(&gate).unwrap().unwrap().to_string();
    let error = project.records.recover(&project.root, &gate).unwrap_err().to_string();
    assert!(
        error.ends_with("loose-a: these changes are refused: a: no execution began to change it"),
        "{error}"
    );
    assert_eq!(error, expected);
    let left = |name: &str| project.folder.path().join(".planwright/turns").join(name).exists();
    assert_eq!(
        ["loose-a", "loose-b", "1-0", "1-1"].map(left),
        [true, false, false, true]
    );
}

#[test]
fn a_group_with_a_refused_file_is_rolled_back_and_not_recovered() {
    let project = project();
    let refused = |_: &Touched<'_>| {
        Err(ApplyError::Guarded {
            path: None,
            why: "no".to_owned(),
        })
    };
    let record = project.records.begin().unwrap();
    let error = record.apply(&project.root, 0, &create("a"), (Author::Action, &refused));
    assert_eq!(error.unwrap_err().to_string(), "no");
    assert!(!project.folder.path().join("a").exists());

    begun(&project, "1-1", "b");
    fs::write(project.folder.path().join("b"), "x").unwrap();
    let gate = RecoveryGate {
        has_begun: &|_, _| true,
        check: &refused,
    };
    let error = project.records.recover(&project.root, &gate).unwrap_err().to_string();
    assert!(error.ends_with("1-1: these changes are refused: no"), "{error}");
    assert!(project.folder.path().join("b").exists());
}
