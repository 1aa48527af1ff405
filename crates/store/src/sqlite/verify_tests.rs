use super::*;
use crate::sqlite::SqliteStore;
use crate::testing::{act, add, finish, go, open};

/// Five operations, with a bit of everything.
fn store() -> SqliteStore {
    let mut store = SqliteStore::in_memory().unwrap();
    open(&mut store, &[vec![], vec![1], vec![1, 2]]);
    finish(&mut store, 1);
    go(&mut store, 2, model::Move::Start);
    add(&mut store, &[2]);
    let signal = model::Command::Raise {
        thread: ThreadId::PRIMARY,
        signal: model::SignalDraft {
            id: model::SignalId::new("ci").unwrap(),
            task: None,
            level: model::Level::Warning,
            message: "red".to_owned(),
            link: None,
        },
    };
    act(&mut store, &signal);
    assert_eq!(store.verify().unwrap(), []);
    store
}

fn faults_after(sql: &str) -> Vec<Fault> {
    let mut store = store();
    let changed = store.connection.execute(sql, []).unwrap();
    assert!(changed > 0, "{sql} changed nothing");
    store.verify().unwrap()
}

/// One bit of every third byte of everything that the log keeps, one after the other.
#[test]
fn any_flipped_bit_in_the_log_names_its_operation() {
    let columns = [
        ("operation", "entry", "version"),
        ("operation", "hash", "version"),
        ("event", "body", "version * 1000 + position"),
    ];
    let mut store = store();
    let mut flips = 0;
    for (table, column, key) in columns {
        let sql = format!("select {key}, version, cast({column} as blob) from {table}");
        let mut statement = store.connection.prepare(&sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let rows: Vec<(i64, u64, Vec<u8>)> = rows.unwrap().map(Result::unwrap).collect();
        drop(statement);
        let sort = if column == "hash" { "blob" } else { "text" };
        let write = format!("update {table} set {column} = cast(?2 as {sort}) where {key} = ?1");
        for (id, version, bytes) in rows {
            for place in (0..bytes.len()).step_by(3) {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1;
                store.connection.execute(&write, (id, &flipped)).unwrap();
                let named = named_operations(&mut store);
                assert!(named.contains(&version), "{column} {version} at {place}: {named:?}");
                flips += 1;
            }
            store.connection.execute(&write, (id, &bytes)).unwrap();
        }
    }
    assert!(flips > 1_000, "{flips}");
    assert_eq!(store.verify().unwrap(), []);
}

fn named_operations(store: &mut SqliteStore) -> Vec<u64> {
    let faults = store.verify().unwrap().into_iter();
    let version = |fault| match fault {
        Fault::Log { version, .. } => Some(version),
        _ => None,
    };
    faults.filter_map(version).collect()
}

#[test]
fn an_operation_that_is_gone_is_missed() {
    for sql in [
        "delete from operation where version = 3",
        "delete from operation where version = 5",
        "delete from operation where version = 1",
        "delete from event where version = 2",
        "update session set version = 4",
        "update session set head = x'00'",
    ] {
        let faults = faults_after(sql);
        assert!(
            faults.iter().any(|fault| matches!(fault, Fault::Log { .. })),
            "{sql}: {faults:?}"
        );
    }
}

#[test]
fn a_purged_event_is_no_fault_of_the_log() {
    let faults = faults_after("update event set body = null where version = 5");
    assert!(
        !faults.iter().any(|fault| matches!(fault, Fault::Log { .. })),
        "{faults:?}"
    );
}

/// Every column that the answers rest on.
#[test]
fn a_row_that_the_log_does_not_explain_is_found() {
    for sql in [
        "update session set goal = 'other'",
        "update session set opened_at = 5",
        "update session set next_thread = 9",
        "update session set summary = 'x', summary_by = 'y', summary_at = 1",
        "update thread set topic = 'x'",
        "update thread set plan = null",
        "update thread set next_number = 99",
        "update thread set done = done + 1",
        "delete from thread",
        "insert into closed_thread values (1, 7, 3)",
        "update task set key = 'other' where number = 2",
        "update task set sort = 9 where number = 2",
        "update task set uid = '00000000-0000-0000-0000-000000000009' where number = 1",
        "update task set state = 0 where number = 1",
        "update task set state = 2 where number = 3",
        "update task set holder = 'zoe' where number = 2",
        "update task set until = until + 1 where number = 2",
        "update task set waits_on = 0 where number = 3",
        "update task set waits_on = 1 where number = 4",
        "delete from task where number = 4",
        "delete from brief where number = 4",
        "update brief set title = 'x' where number = 1",
        "update brief set lists = '{}' where number = 1",
        "update brief set result = null where number = 1",
        "delete from edge where task = 3 and after = 2",
        "insert into edge values (1, 4, 1)",
        "delete from creates where task = 1",
        "insert into creates values (1, 'src/z.rs', 1)",
        "update signal set body = replace(body, 'red', 'blue')",
        "update signal set is_open = 0",
        "update signal set level = 0",
        "update signal set since = 0",
        "delete from signal",
        "update event set subject = 'thread_1/task/9' where version = 2",
        "update event set renewal = 1 where version = 3",
        "delete from lean where version = 4",
        "insert into lean values (1, 'thread_1/task/3', 4)",
    ] {
        let faults = faults_after(sql);
        assert!(!faults.is_empty(), "nobody noticed: {sql}");
    }
}

#[test]
fn an_altered_migration_is_found() {
    assert_eq!(faults_after("update migration set digest = 'x'"), [Fault::Migration(1)]);
}
