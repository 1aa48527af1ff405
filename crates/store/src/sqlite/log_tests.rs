use model::{Command, ThreadId, Uid};

use super::*;
use crate::api::{Read, Store};
use crate::sqlite::SqliteStore;
use crate::testing::{act, add, id, open};

const SECOND: ThreadId = ThreadId(2);

fn store() -> SqliteStore {
    let mut store = SqliteStore::in_memory().unwrap();
    open(&mut store, &[vec![]]);
    let thread = Command::OpenThread {
        uid: Uid([5; 16]),
        topic: None,
        folder: None,
    };
    assert_eq!(act(&mut store, &thread), OpVersion(2));
    store
}

fn topic(thread: ThreadId) -> Command {
    Command::SetTopic {
        thread,
        topic: "topic".to_owned(),
    }
}

fn later(store: &mut SqliteStore, after: u64, subject: Subject) -> Vec<u64> {
    let tx = store.read().unwrap();
    let later = Read::later(tx.as_ref(), &id(), OpVersion(after), &[subject]).unwrap();
    later.iter().map(|later| later.version.0).collect()
}

/// Found by the simulation: opening a thread could be undone after it was used, and all that was in it was lost.
#[test]
fn what_happens_within_a_thread_happens_to_the_thread() {
    let mut store = store();
    assert_eq!(later(&mut store, 2, Subject::Thread(SECOND)), [0; 0]);
    act(&mut store, &topic(SECOND));
    act(&mut store, &topic(ThreadId::PRIMARY));
    assert_eq!(later(&mut store, 2, Subject::Thread(SECOND)), [3]);
}

/// What was in a thread could be brought back after the thread was closed.
#[test]
fn what_happens_to_a_thread_happens_to_all_within_it() {
    let mut store = store();
    act(&mut store, &topic(SECOND));
    act(&mut store, &Command::CloseThread { thread: SECOND });
    for subject in [
        Subject::Topic(SECOND),
        Subject::Plan(SECOND),
        Subject::Task(SECOND, TaskNumber(1)),
    ] {
        assert_eq!(later(&mut store, 3, subject), [4]);
    }
    assert_eq!(later(&mut store, 3, Subject::Plan(ThreadId::PRIMARY)), [0; 0]);
}

/// A topic is no reason to keep what else happened in the thread.
#[test]
fn neighbors_within_a_thread_do_not_meet() {
    let mut store = store();
    act(&mut store, &topic(ThreadId::PRIMARY));
    add(&mut store, &[1]);
    assert_eq!(later(&mut store, 3, Subject::Topic(ThreadId::PRIMARY)), [0; 0]);
    assert_eq!(
        later(&mut store, 3, Subject::Task(ThreadId::PRIMARY, TaskNumber(1))),
        [4],
        "it is leaned on"
    );
    assert_eq!(
        later(&mut store, 2, Subject::Task(ThreadId::PRIMARY, TaskNumber(2))),
        [4]
    );
}

/// Thread 2 is not part of what begins like it.
#[test]
fn thread_20_is_not_within_thread_2() {
    let mut store = store();
    for _ in 3..=20 {
        let thread = Command::OpenThread {
            uid: Uid([6; 16]),
            topic: None,
            folder: None,
        };
        act(&mut store, &thread);
    }
    act(&mut store, &topic(ThreadId(20)));
    assert_eq!(later(&mut store, 2, Subject::Thread(SECOND)), [0; 0]);
    assert_eq!(later(&mut store, 20, Subject::Thread(ThreadId(20))), [21]);
}
