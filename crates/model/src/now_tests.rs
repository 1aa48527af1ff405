use super::*;
use crate::{
    AgentName, Ask, Brief, Change, Command, DroppedAs, Edit, Move, NewTask, Opening, SessionId, State, TaskChange,
    TaskNumber, TaskRef, ThreadId, Timestamp, Uid, decide, limits,
};

const START: Timestamp = Timestamp::from_millis(0);

fn name(text: &str) -> AgentName {
    AgentName::new(text).unwrap()
}

fn number(number: u32) -> TaskRef {
    TaskRef::Number(TaskNumber(number))
}

/// A session with one task for each entry, waiting for the listed numbers.
fn session(after: &[&[u32]]) -> State {
    let task = |after: &&[u32]| NewTask {
        uid: Uid([0; 16]),
        key: None,
        brief: Brief::default(),
        after: after.iter().copied().map(number).collect(),
    };
    let opening = Command::Open(Opening {
        id: SessionId::new("s").unwrap(),
        session: Uid([1; 16]),
        thread: Uid([2; 16]),
        plan: Uid([3; 16]),
        goal: None,
        tasks: after.iter().map(task).collect(),
    });
    act(State::default(), &opening, "ann", START)
}

fn act(mut state: State, command: &Command, by: &str, at: Timestamp) -> State {
    let by = name(by);
    for event in decide(&state, command, Ask { by: &by, at }).unwrap() {
        state.apply(&event);
    }
    state
}

fn moved(state: State, task: u32, to: Move, by: &str, at: Timestamp) -> State {
    let change = Change {
        thread: ThreadId::PRIMARY,
        last_seen: None,
        add: Vec::new(),
        update: vec![TaskChange {
            task: number(task),
            edit: Edit::default(),
            after: None,
            to: Some(to),
            fence: None,
        }],
        summary: None,
    };
    act(state, &Command::Change(change), by, at)
}

fn finish() -> Move {
    Move::Finish {
        note: None,
        files: Vec::new(),
    }
}

fn outlook(state: &State, by: &str, at: Timestamp) -> Outlook {
    state.outlook(ThreadId::PRIMARY, &name(by), at).unwrap()
}

#[test]
fn the_asker_goes_on_with_its_own_task_first() {
    let state = moved(session(&[&[], &[]]), 2, Move::Start, "ann", START);
    assert!(matches!(now(&outlook(&state, "ann", START)), Now::Resume(task) if task.number.0 == 2));
    assert!(matches!(now(&outlook(&state, "bob", START)), Now::Work(task) if task.number.0 == 1));
}

#[test]
fn an_expired_claim_is_free_for_others() {
    let state = moved(session(&[&[]]), 1, Move::Start, "ann", START);
    assert!(matches!(now(&outlook(&state, "bob", START)), Now::Held([held]) if held.number.0 == 1));
    let later = START.plus_millis(limits::LEASE_MS);
    assert!(matches!(now(&outlook(&state, "bob", later)), Now::Work(task) if task.number.0 == 1));
}

#[test]
fn a_failed_task_stops_the_work() {
    let error = "boom".to_owned();
    let state = moved(session(&[&[], &[]]), 1, Move::Fail { error }, "ann", START);
    assert!(matches!(now(&outlook(&state, "ann", START)), Now::Replan(task) if task.number.0 == 1));
}

/// It used to look as if everything were settled.
#[test]
fn an_expired_claim_that_waits_for_a_dropped_task_is_blocked() {
    let state = moved(session(&[&[], &[1]]), 1, finish(), "ann", START);
    let state = moved(state, 2, Move::Start, "ann", START);
    let state = moved(state, 1, Move::Reopen, "ann", START);
    let drop = Move::Drop {
        how: DroppedAs::Cancelled,
        reason: None,
    };
    let state = moved(state, 1, drop, "ann", START);
    let later = START.plus_millis(limits::LEASE_MS);
    assert!(matches!(now(&outlook(&state, "bob", later)), Now::Blocked(stuck) if stuck.on.number.0 == 1));
}

#[test]
fn settled_tasks_ask_for_a_summary() {
    assert!(matches!(now(&outlook(&session(&[]), "ann", START)), Now::Decompose));
    let state = moved(session(&[&[]]), 1, finish(), "ann", START);
    assert!(matches!(now(&outlook(&state, "ann", START)), Now::Summarize));
}
