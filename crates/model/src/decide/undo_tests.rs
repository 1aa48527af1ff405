use super::*;
use crate::command::{Change, Command, Move, TaskChange};
use crate::decide::testing::{Session, finish, moving, new_task, nothing, task};
use crate::limits;
use crate::task::Standing;

#[test]
fn an_undo_and_its_undo_lead_there_and_back() {
    let mut session = Session::open(&[&[], &[1]]);
    session.change("ann", vec![moving(1, finish())]);
    let done = session.state.clone();
    session.must("ann", &session.undoing(2));
    assert_eq!(session.task(1).standing(), Standing::Todo);
    session.must("ann", &session.undoing(3));
    assert_eq!(session.state.threads, done.threads);
}

#[test]
fn a_claim_that_ran_out_does_not_come_back() {
    let mut session = Session::open(&[&[]]);
    session.claim("ann", 1);
    session.change("ann", vec![moving(1, finish())]);
    session.at = session.at.plus_millis(limits::LEASE_MS);
    session.must("ann", &session.undoing(3));
    assert_eq!(session.task(1).state, TaskState::Todo);
}

/// Found by the simulation: the claim is not taken back, so the event said `Todo` where the task was claimed, and the
/// undo of the undo lost the claim.
#[test]
fn an_undo_starts_from_what_is_there_now() {
    let mut session = Session::open(&[&[]]);
    session.change("ann", vec![moving(1, finish())]);
    session.change("ann", vec![moving(1, Move::Reopen), moving(1, Move::Start)]);
    let claimed = session.task(1).state.clone();
    let events = session.must("ann", &session.undoing(3));
    assert!(matches!(&events[..], [Event::TaskMoved { old, .. }] if *old == claimed));
    session.must("ann", &session.undoing(4));
    assert_eq!(session.task(1).state, claimed);
}

/// Found by the simulation: by an undo of an undo, anybody could end somebody else's live claim.
#[test]
fn an_undo_takes_nobodys_live_claim() {
    let mut session = Session::open(&[&[]]);
    session.claim("ann", 1);
    session.change("ann", vec![moving(1, finish())]);
    session.must("bob", &session.undoing(3));
    let again = session.undoing(4);
    assert!(matches!(session.refusal("bob", &again), Refusal::Taken { by, .. } if by.as_str() == "ann"));
    session.must("ann", &again);
    assert_eq!(session.task(1).standing(), Standing::Done);
}

#[test]
fn an_undo_removes_nobodys_claimed_task() {
    let mut session = Session::open(&[]);
    let change = Change {
        add: vec![new_task("x", &[])],
        update: vec![moving(1, Move::Start)],
        ..nothing(ThreadId::PRIMARY)
    };
    session.must("ann", &Command::Change(change));
    let undo = session.undoing(2);
    assert!(matches!(session.refusal("bob", &undo), Refusal::Taken { .. }));
    session.must("ann", &undo);
    assert_eq!(session.state.threads[&ThreadId::PRIMARY].counts.total(), 0);
}

/// What happened within a thread cannot be taken back once the thread is gone.
#[test]
fn nothing_is_undone_in_a_closed_thread() {
    let mut session = Session::open(&[]);
    let second = ThreadId(2);
    let open = Command::OpenThread {
        uid: crate::id::Uid([4; 16]),
        topic: None,
        folder: None,
    };
    session.must("ann", &open);
    let topic = Command::SetTopic {
        thread: second,
        topic: "t".to_owned(),
    };
    session.must("ann", &topic);
    session.must("ann", &Command::CloseThread { thread: second });
    let undo = session.undoing(3);
    assert_eq!(session.refusal("ann", &undo), Refusal::UnknownThread(second));
}

/// The words came back although tasks had been added since they were taken back.
#[test]
fn closing_words_do_not_come_back_over_open_tasks() {
    let mut session = Session::open(&[&[]]);
    session.change("ann", vec![moving(1, finish())]);
    session.close("ann", "all done");
    session.must("ann", &session.undoing(3));
    session.add("ann", ThreadId::PRIMARY, vec![new_task("more", &[])]);
    let undo = session.undoing(4);
    let refusal = session.refusal("ann", &undo);
    assert_eq!(refusal, Refusal::PlanNotComplete { open: 1, total: 2 });
}

#[test]
fn edges_that_come_back_must_not_make_a_circle() {
    let mut session = Session::open(&[&[], &[1]]);
    let links = |number, after: &[u32]| TaskChange {
        after: Some(after.iter().copied().map(task).collect()),
        to: None,
        ..moving(number, Move::Reopen)
    };
    session.change("ann", vec![links(2, &[])]);
    session.change("ann", vec![links(1, &[2])]);
    let undo = session.undoing(2);
    assert!(matches!(session.refusal("ann", &undo), Refusal::Cycle(_)));
}
