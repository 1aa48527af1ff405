use super::*;
use crate::decide::testing::{START, Session, agent, finish, moving};
use crate::{DroppedAs, Move, ThreadId, Timestamp, limits};

fn outlook(session: &Session, by: &str, at: Timestamp) -> Outlook {
    session.state.outlook(ThreadId::PRIMARY, &agent(by), at).unwrap()
}

fn moved(session: &mut Session, task: u32, to: Move) {
    session.change("ann", vec![moving(task, to)]);
}

#[test]
fn the_asker_goes_on_with_its_own_task_first() {
    let mut session = Session::open(&[&[], &[]]);
    moved(&mut session, 2, Move::Start);
    assert!(matches!(now(&outlook(&session, "ann", START)), Now::Resume(task) if task.number.0 == 2));
    assert!(matches!(now(&outlook(&session, "bob", START)), Now::Work(task) if task.number.0 == 1));
}

#[test]
fn an_expired_claim_is_free_for_others() {
    let mut session = Session::open(&[&[]]);
    moved(&mut session, 1, Move::Start);
    assert!(matches!(now(&outlook(&session, "bob", START)), Now::Held([held]) if held.number.0 == 1));
    let later = START.plus_millis(limits::LEASE_MS);
    assert!(matches!(now(&outlook(&session, "bob", later)), Now::Work(task) if task.number.0 == 1));
}

#[test]
fn a_failed_task_stops_the_work() {
    let mut session = Session::open(&[&[], &[]]);
    moved(&mut session, 1, Move::fail("boom"));
    assert!(matches!(now(&outlook(&session, "ann", START)), Now::Replan(task) if task.number.0 == 1));
}

/// It used to look as if everything were settled.
#[test]
fn an_expired_claim_that_waits_for_a_dropped_task_is_blocked() {
    let mut session = Session::open(&[&[], &[1]]);
    let drop = Move::Drop {
        how: DroppedAs::Cancelled,
        reason: None,
    };
    for (task, to) in [(1, finish()), (2, Move::Start), (1, Move::Reopen), (1, drop)] {
        moved(&mut session, task, to);
    }
    let later = START.plus_millis(limits::LEASE_MS);
    assert!(matches!(now(&outlook(&session, "bob", later)), Now::Blocked(stuck) if stuck.on.number.0 == 1));
}

#[test]
fn settled_tasks_ask_for_a_summary() {
    assert!(matches!(
        now(&outlook(&Session::open(&[]), "ann", START)),
        Now::Decompose
    ));
    let mut session = Session::open(&[&[]]);
    moved(&mut session, 1, finish());
    assert!(matches!(now(&outlook(&session, "ann", START)), Now::Summarize));
}
