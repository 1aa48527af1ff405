//! Opening what is there, and refusing what is not ours.

use std::fs;

use rusqlite::Connection;

use super::*;
use crate::testing::{AT, act, add, agent, finish, id, open, operation, outlook, place, whole};

#[test]
fn what_was_written_is_there_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    assert!(matches!(SqliteStore::open(&place), Err(StoreError::Missing(_))));
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![], vec![1]]);
    finish(&mut store, 1);
    let before = whole(&mut store);
    drop(store);

    let mut store = SqliteStore::open(&place).unwrap();
    assert_eq!(store.access(), Access::Write);
    assert_eq!(whole(&mut store), before);
    assert_eq!(outlook(&mut store).ready.unwrap().number.0, 2);
    assert_eq!(store.verify().unwrap(), []);
    drop(store);
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    assert_eq!(whole(&mut store), before);
}

/// Found with an open board: what it wrote went to a file that nobody could read any more, and from there to the backup.
#[test]
fn a_store_that_was_replaced_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    let moved = folder.path().join("moved");
    fs::rename(&place.database, &moved).unwrap();
    assert!(matches!(store.write().map(|_| ()), Err(StoreError::Replaced(_))));
    fs::copy(&moved, &place.database).unwrap();
    assert!(matches!(store.write().map(|_| ()), Err(StoreError::Replaced(_))));
    assert!(matches!(store.read().map(|_| ()), Err(StoreError::Replaced(_))));
    fs::rename(&moved, &place.database).unwrap();
    assert!(store.read().is_ok());
}

#[test]
fn a_transaction_that_is_dropped_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut store = SqliteStore::open_or_create(&place).unwrap();
    open(&mut store, &[vec![]]);
    let before = whole(&mut store);
    let task = &before.threads[&model::ThreadId::PRIMARY]
        .tasks
        .get(model::TaskNumber(1))
        .unwrap()
        .clone();
    let mut tx = store.write().unwrap();
    let removed = model::Event::TaskRemoved {
        thread: model::ThreadId::PRIMARY,
        task: task.clone(),
    };
    tx.append(&id(), operation(vec![removed])).unwrap();
    drop(tx);
    assert_eq!(whole(&mut store), before);
    drop(store);
    let mut store = SqliteStore::open(&place).unwrap();
    assert_eq!(whole(&mut store), before);
    assert_eq!(store.verify().unwrap(), []);
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let store = SqliteStore::open_or_create(&place).unwrap();
    let known = migrate::known_schema();
    store.connection.pragma_update(None, "user_version", known + 1).unwrap();
    drop(store);
    let refused = SqliteStore::open_or_create(&place).err().unwrap();
    assert!(matches!(refused, StoreError::Newer { found, known: k } if found == known + 1 && k == known));
}

/// Also where the other program counts its schemas as we do.
#[test]
fn another_programs_database_is_refused_and_left_as_it_was() {
    for schema in [0, migrate::known_schema(), 99] {
        let folder = tempfile::tempdir().unwrap();
        let mut place = place(folder.path());
        place.database = folder.path().join("other.db");
        let other = Connection::open(&place.database).unwrap();
        other.execute_batch("create table t (a)").unwrap();
        other.pragma_update(None, "user_version", schema).unwrap();
        drop(other);
        let before = fs::read(&place.database).unwrap();
        let refused = SqliteStore::open_or_create(&place).err().unwrap();
        assert!(matches!(refused, StoreError::Foreign(_)), "schema {schema}: {refused}");
        assert!(
            fs::read(&place.database).unwrap() == before,
            "schema {schema}: the file was changed"
        );
    }
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut place = place(folder.path());
    place.database = folder.path().join("notes.txt");
    let text = "not a database, only a text\n".repeat(100);
    fs::write(&place.database, &text).unwrap();
    assert!(matches!(
        SqliteStore::open_or_create(&place),
        Err(StoreError::Corrupt { .. })
    ));
    assert_eq!(fs::read_to_string(&place.database).unwrap(), text);
}

/// Whoever cannot write in the folder can still ask, whether the newest operations are in the log of SQLite or not.
#[test]
fn a_folder_that_cannot_be_written_still_answers() {
    use std::os::unix::fs::PermissionsExt;
    for folded in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let place = place(folder.path());
        let mut store = SqliteStore::open_or_create(&place).unwrap();
        open(&mut store, &[vec![], vec![1]]);
        let expected = outlook(&mut store);
        if folded {
            store
                .connection
                .query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))
                .unwrap();
        }
        drop(store);
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        mode(folder.path(), 0o755);
        mode(place.database.parent().unwrap(), 0o555);
        for entry in fs::read_dir(place.database.parent().unwrap()).unwrap() {
            mode(&entry.unwrap().path(), 0o444);
        }
        let found = without_privileges(|| {
            let mut store = SqliteStore::open(&place).unwrap();
            assert_eq!(store.access(), Access::Read, "folded: {folded}");
            assert!(matches!(store.write().err(), Some(StoreError::ReadOnly(_))));
            let tx = store.read().unwrap();
            tx.outlook(&id(), model::ThreadId::PRIMARY, &agent(), AT).unwrap()
        });
        mode(place.database.parent().unwrap(), 0o755);
        assert_eq!(found, Some(expected), "folded: {folded}");
    }
}

/// Root may write anywhere, so the work is done by a thread that is nobody. The rest of the process stays as it is.
fn without_privileges<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    const NOBODY: u32 = 65_534;
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            if rustix::process::geteuid().is_root() {
                rustix::thread::set_thread_uid(rustix::process::Uid::from_raw(NOBODY)).unwrap();
            }
            work()
        });
        thread.join().unwrap()
    })
}

#[test]
fn operations_count_up_by_one() {
    let mut store = SqliteStore::in_memory().unwrap();
    open(&mut store, &[]);
    for version in 2..5 {
        let topic = model::Command::SetTopic {
            thread: model::ThreadId::PRIMARY,
            topic: format!("topic {version}"),
        };
        assert_eq!(act(&mut store, &topic).0, version);
    }
    add(&mut store, &[]);
    assert_eq!(whole(&mut store).version().0, 5);
}
