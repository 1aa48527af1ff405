use model::{AgentName, Event, Needs, OpVersion, Role, Session, Thread, ThreadId, Timestamp, Uid};
use store::NewOperation;

use super::*;

fn id() -> SessionId {
    SessionId::new("s").unwrap()
}

fn opened() -> Vec<Event> {
    let session = Session {
        id: id(),
        uid: Uid([1; 16]),
        goal: None,
        opened_at: Timestamp::from_millis(0),
        opened_by: AgentName::unnamed(),
        version: OpVersion::ZERO,
        next_thread: ThreadId::PRIMARY,
        summary: None,
    };
    let thread = Thread {
        id: ThreadId::PRIMARY,
        uid: Uid([2; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    };
    vec![Event::SessionOpened(session), Event::ThreadOpened(thread)]
}

fn topic(topic: &str) -> Vec<Event> {
    vec![Event::TopicSet {
        thread: ThreadId::PRIMARY,
        old: None,
        new: Some(topic.to_owned()),
    }]
}

fn operation(events: Vec<Event>) -> NewOperation {
    NewOperation {
        uid: Uid([3; 16]),
        author: AgentName::unnamed(),
        at: Timestamp::from_millis(0),
        verb: "test".into(),
        events,
    }
}

fn state(store: &mut MemoryStore) -> State {
    let needs = Needs::none(ThreadId::PRIMARY, AgentName::unnamed());
    store.read().unwrap().load(&id(), &needs).unwrap()
}

#[test]
fn uncommitted_changes_leave_no_trace() {
    let mut store = MemoryStore::new();
    let mut tx = store.write().unwrap();
    tx.append(&id(), operation(opened())).unwrap();
    tx.set_current(&id()).unwrap();
    drop(tx);
    assert!(store.sessions.is_empty() && store.current.is_none());

    let mut tx = store.write().unwrap();
    tx.append(&id(), operation(opened())).unwrap();
    tx.commit().unwrap();
    let before = state(&mut store);
    let mut tx = store.write().unwrap();
    assert_eq!(tx.append(&id(), operation(topic("a"))).unwrap(), OpVersion(2));
    assert_eq!(tx.append(&id(), operation(topic("b"))).unwrap(), OpVersion(3));
    drop(tx);
    assert_eq!(state(&mut store), before);
    assert_eq!(store.log(&id()).len(), 1);
}

#[test]
fn committed_changes_stay() {
    let mut store = MemoryStore::new();
    let mut tx = store.write().unwrap();
    tx.append(&id(), operation(opened())).unwrap();
    tx.append(&id(), operation(topic("a"))).unwrap();
    tx.set_current(&id()).unwrap();
    tx.commit().unwrap();
    let state = state(&mut store);
    assert_eq!(state.version(), OpVersion(2));
    assert_eq!(state.threads[&ThreadId::PRIMARY].thread.topic.as_deref(), Some("a"));
    assert_eq!(store.read().unwrap().current().unwrap(), Some(id()));
}
