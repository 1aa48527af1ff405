use super::*;
use crate::command::Command;
use crate::decide::testing::{START, Session, agent, finish, moving, new_task, task};
use crate::decide::{Ask, decide};
use crate::id::TaskNumber;
use crate::state::State;

const SECOND: ThreadId = ThreadId(2);

fn open_thread() -> Command {
    Command::OpenThread {
        uid: Uid([4; 16]),
        topic: None,
        folder: None,
    }
}

/// Found by the simulation: the event could not be stored.
#[test]
fn a_thread_needs_a_session() {
    let ask = Ask {
        by: &agent("ann"),
        at: START,
    };
    let refusals = decide(&State::default(), &open_thread(), ask).unwrap_err();
    assert_eq!(*refusals.first(), Refusal::UnknownThread(ThreadId::PRIMARY));
}

#[test]
fn a_thread_that_comes_back_has_everything_it_had() {
    let mut session = Session::open(&[&[]]);
    session.must("ann", &open_thread());
    session.add("ann", SECOND, vec![new_task("a", &[]), new_task("b", &[1])]);
    let before = session.state.threads.clone();
    session.must("ann", &Command::CloseThread { thread: SECOND });
    assert!(!session.state.threads.contains_key(&SECOND));
    session.must("ann", &session.undoing(4));
    assert_eq!(session.state.threads, before);
}

/// Found by the simulation: a thread that came back began to count anew.
#[test]
fn a_thread_that_comes_back_does_not_reuse_numbers() {
    let mut session = Session::open(&[]);
    session.must("ann", &open_thread());
    session.add("ann", SECOND, vec![new_task("a", &[])]);
    session.must("ann", &session.undoing(3));
    session.must("ann", &Command::CloseThread { thread: SECOND });
    session.must("ann", &session.undoing(5));
    let events = session.add("ann", SECOND, vec![new_task("b", &[])]);
    assert!(matches!(&events[..], [Event::TaskAdded { task, .. }] if task.number == TaskNumber(2)));
}

#[test]
fn nobodys_work_is_closed_with_its_thread() {
    let mut session = Session::open(&[]);
    session.must("ann", &open_thread());
    session.add("ann", SECOND, vec![new_task("a", &[])]);
    let claim = Command::Claim {
        thread: SECOND,
        task: task(1),
    };
    session.must("ann", &claim);
    let close = Command::CloseThread { thread: SECOND };
    assert!(matches!(session.refusal("bob", &close), Refusal::Taken { .. }));
    session.must("ann", &close);
}

/// Found by the simulation: any change to an unfinished thread re-opened the session, but a claim did not.
#[test]
fn a_claim_reopens_the_session() {
    let mut session = Session::open(&[&[]]);
    session.must("ann", &open_thread());
    session.add("ann", SECOND, vec![new_task("a", &[])]);
    session.change("ann", vec![moving(1, finish())]);
    session.close("ann", "the first thread is done");
    let claim = Command::Claim {
        thread: SECOND,
        task: task(1),
    };
    session.must("bob", &claim);
    assert!(!session.is_closed());
}
