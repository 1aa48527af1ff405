use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::sqlite::{Place, SqliteStore};
use crate::testing::{add, finish, id, open, place, whole};

fn oplog(place: &Place) -> PathBuf {
    place.backups.clone().unwrap().join("s.oplog")
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).unwrap().lines().count()
}

/// As `git clean -fdx` leaves a project.
fn clean(place: &Place) {
    fs::remove_dir_all(place.database.parent().unwrap()).unwrap();
}

fn restored(store: &mut SqliteStore) -> Vec<usize> {
    let restored = store.restore().unwrap();
    assert!(restored.iter().all(|restored| restored.session == id()));
    restored.iter().map(|restored| restored.operations).collect()
}

#[test]
fn a_cleaned_project_gets_everything_back() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![], vec![1]]);
    finish(&mut store, 1);
    add(&mut store, &[2]);
    assert_eq!(lines(&oplog(&place)), 3);
    let before = whole(&mut store);
    let backup = fs::read(oplog(&place)).unwrap();
    drop(store);
    clean(&place);

    let mut store = SqliteStore::open_or_create(&place).unwrap();
    assert_eq!(restored(&mut store), [3]);
    assert_eq!(whole(&mut store), before);
    assert_eq!(store.verify().unwrap(), []);
    assert_eq!(sessions::current(&store.connection).unwrap(), Some(id()));
    assert_eq!(restored(&mut store), [0; 0], "a second time there is nothing to do");
    add(&mut store, &[]);
    let after = fs::read(oplog(&place)).unwrap();
    assert!(
        after.starts_with(&backup) && after.len() > backup.len(),
        "the backup goes on where it was"
    );
}

#[test]
fn a_store_that_fell_behind_catches_up() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    store
        .connection
        .query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))
        .unwrap();
    let old = fs::read(&place.database).unwrap();
    finish(&mut store, 1);
    let before = whole(&mut store);
    drop(store);
    clean(&place);
    fs::create_dir_all(place.database.parent().unwrap()).unwrap();
    fs::write(&place.database, old).unwrap();

    let mut store = SqliteStore::open(&place).unwrap();
    assert_eq!(restored(&mut store), [1]);
    assert_eq!(whole(&mut store), before);
    assert_eq!(store.verify().unwrap(), []);
}

/// Whatever happened to the file, the next operation makes it whole.
#[test]
fn a_backup_that_fell_behind_catches_up() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    let first = fs::read(oplog(&place)).unwrap().len();
    add(&mut store, &[]);
    let whole = fs::read(oplog(&place)).unwrap();
    let cuts = [0, 1, first / 2, first, first + 1, whole.len() - 1, whole.len()];
    for (added, cut) in (1..).zip(cuts) {
        let text = fs::read(oplog(&place)).unwrap();
        fs::write(oplog(&place), &text[..cut]).unwrap();
        add(&mut store, &[]);
        let text = fs::read(oplog(&place)).unwrap();
        assert!(text.starts_with(&whole), "cut at {cut}");
        assert_eq!(lines(&oplog(&place)), 2 + added, "cut at {cut}");
    }
    fs::remove_dir_all(place.backups.as_ref().unwrap()).unwrap();
    add(&mut store, &[]);
    assert_eq!(lines(&oplog(&place)), 3 + cuts.len());
}

#[test]
fn a_line_that_was_cut_short_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    let before = whole(&mut store);
    finish(&mut store, 1);
    drop(store);
    clean(&place);
    let text = fs::read(oplog(&place)).unwrap();
    fs::write(oplog(&place), &text[..text.len() - 5]).unwrap();
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    assert_eq!(restored(&mut store), [1]);
    assert_eq!(whole(&mut store), before);
}

#[test]
fn a_backup_that_was_tampered_with_is_used_up_to_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    finish(&mut store, 1);
    drop(store);
    let text = fs::read_to_string(oplog(&place)).unwrap();
    for (from, to, good) in [
        ("goal", "gaol", 0),
        ("done", "todo", 1),
        ("ann", "bob", 0),
        ("{", "", 0),
    ] {
        assert!(text.contains(from));
        fs::write(oplog(&place), text.replace(from, to)).unwrap();
        clean(&place);
        let mut store = SqliteStore::open_or_create(&place).unwrap();
        let restored = store.restore().unwrap();
        let found = restored
            .iter()
            .map(|r| (r.operations, r.damaged_from))
            .collect::<Vec<_>>();
        let first_bad = u64::try_from(good + 1).unwrap();
        assert_eq!(found, [(good, Some(first_bad))], "{from} → {to}");
        assert_eq!(store.verify().unwrap(), []);
    }
}

/// A session of the same name is another session: neither is grown onto the other, and none is lost.
#[test]
fn two_histories_of_one_name_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    finish(&mut store, 1);
    let first = fs::read(oplog(&place)).unwrap();
    drop(store);
    clean(&place);

    let apart = Place {
        backups: None,
        ..place.clone()
    };
    let mut store = SqliteStore::open_or_create(&apart).unwrap();
    open(&mut store, &[vec![], vec![], vec![]]);
    let before = whole(&mut store);
    drop(store);
    let mut store = SqliteStore::open(&place).unwrap();
    let restored = store.restore().unwrap();
    assert!(
        matches!(&restored[..], [r] if r.operations == 0 && r.damaged_from == Some(1)),
        "{restored:?}"
    );
    assert_eq!(whole(&mut store), before);
    finish(&mut store, 2);
    assert_eq!(lines(&oplog(&place)), 2);
    let aside = oplog(&place).with_extension("oplog.1");
    assert_eq!(fs::read(aside).unwrap(), first, "the other history is put aside");
}

#[test]
fn a_backup_that_cannot_be_written_stops_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    fs::write(place.backups.as_ref().unwrap(), "a file where the folder should be").unwrap();
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    finish(&mut store, 1);
    assert_eq!(whole(&mut store).version().0, 2);
    assert_eq!(store.restore().unwrap(), []);
}
