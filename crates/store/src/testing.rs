//! A store to try things on.

use std::path::Path;

use model::{
    AgentName, Ask, Brief, Change, Command, Event, Move, Needs, NewTask, OpVersion, Opening, Outlook, SessionId, State,
    TaskChange, TaskNumber, TaskRef, ThreadId, Timestamp, Uid, decide,
};

use crate::api::{NewOperation, Store};
use crate::sqlite::{Place, SqliteStore};

pub(crate) const AT: Timestamp = Timestamp::from_millis(1_000);

pub(crate) fn id() -> SessionId {
    SessionId::new("s").unwrap()
}

pub(crate) fn agent() -> AgentName {
    AgentName::new("ann").unwrap()
}

/// A store and a backup side by side in a folder.
pub(crate) fn place(folder: &Path) -> Place {
    Place {
        database: folder.join(".planwright/store.db"),
        backups: Some(folder.join("backup")),
    }
}

/// Decides, appends and commits, as the engine does.
pub(crate) fn act(store: &mut SqliteStore, command: &Command) -> OpVersion {
    let by = agent();
    let mut tx = store.write().unwrap();
    let state = tx.load(&id(), &Needs::of(command, &by)).unwrap();
    let events = decide(&state, command, Ask { by: &by, at: AT }).unwrap();
    let version = tx.append(&id(), operation(events)).unwrap();
    tx.commit().unwrap();
    version
}

pub(crate) fn operation(events: Vec<Event>) -> NewOperation {
    NewOperation {
        uid: Uid([7; 16]),
        author: agent(),
        at: AT,
        verb: "test".into(),
        events,
    }
}

/// A session with one task for each entry, waiting for the listed numbers.
pub(crate) fn open(store: &mut SqliteStore, after: &[Vec<u32>]) {
    let opening = Opening {
        id: id(),
        session: Uid([1; 16]),
        thread: Uid([2; 16]),
        plan: Uid([3; 16]),
        goal: Some("goal".to_owned()),
        author: None,
        metadata: model::PlanMetadata::default(),
        grounds: model::Grounds::default(),
        tasks: after.iter().map(|after| new_task(after)).collect(),
    };
    act(store, &Command::Open(opening));
}

pub(crate) fn add(store: &mut SqliteStore, after: &[u32]) {
    change(store, vec![new_task(after)], Vec::new());
}

pub(crate) fn go(store: &mut SqliteStore, number: u32, to: Move) {
    let update = TaskChange::moved(TaskRef::Number(TaskNumber(number)), to);
    change(store, Vec::new(), vec![update]);
}

pub(crate) fn finish(store: &mut SqliteStore, number: u32) {
    go(store, number, Move::finish(None, Vec::new()));
}

fn change(store: &mut SqliteStore, add: Vec<NewTask>, update: Vec<TaskChange>) {
    let change = Change {
        thread: ThreadId::PRIMARY,
        last_seen: None,
        add,
        update,
        summary: None,
    };
    act(store, &Command::Change(change));
}

pub(crate) fn new_task(after: &[u32]) -> NewTask {
    NewTask {
        uid: Uid([4; 16]),
        key: None,
        brief: Brief {
            title: "Do it".to_owned(),
            paths: vec![model::TaskPath::read("+src/a.rs")],
            ..Brief::default()
        },
        after: after
            .iter()
            .map(|number| TaskRef::Number(TaskNumber(*number)))
            .collect(),
    }
}

/// All of the primary thread.
pub(crate) fn whole(store: &mut SqliteStore) -> State {
    let needs = Needs {
        whole: true,
        ..Needs::none(ThreadId::PRIMARY, agent())
    };
    store.read().unwrap().load(&id(), &needs).unwrap()
}

/// What the index says.
pub(crate) fn asked(store: &mut SqliteStore) -> Outlook {
    let tx = store.read().unwrap();
    let found = tx.outlook(&id(), ThreadId::PRIMARY, &agent(), AT).unwrap();
    found.unwrap()
}

/// What the index says, after it was seen to be what the whole state says.
pub(crate) fn outlook(store: &mut SqliteStore) -> Outlook {
    let found = asked(store);
    assert_eq!(
        whole(store).outlook(ThreadId::PRIMARY, &agent(), AT).as_ref(),
        Some(&found)
    );
    found
}
