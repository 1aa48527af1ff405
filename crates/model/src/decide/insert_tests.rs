use super::*;
use crate::command::{Command, Move};
use crate::decide::testing::{Session, finish, moving, new_task};

fn insert(after: u32, title: &str) -> Command {
    Command::Insert {
        thread: ThreadId::PRIMARY,
        after: TaskNumber(after),
        task: new_task(title, &[]),
    }
}

fn sequence(session: &Session) -> Vec<u32> {
    let thread = &session.state.threads[&ThreadId::PRIMARY];
    let mut places: Vec<_> = thread.tasks.rows().map(Task::place).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, number)| number.0).collect()
}

#[test]
fn a_task_is_put_right_after_another_one() {
    let mut session = Session::open(&[&[], &[], &[2]]);
    session.must("ann", &insert(1, "four"));
    assert_eq!(sequence(&session), [1, 4, 2, 3]);
    session.must("ann", &insert(3, "five"));
    assert_eq!(sequence(&session), [1, 4, 2, 3, 5]);
    session.must("ann", &insert(1, "six"));
    assert_eq!(sequence(&session), [1, 6, 4, 2, 3, 5]);
    assert_eq!(
        session.task(3).after,
        [TaskNumber(2)],
        "who waits for whom does not change"
    );
    let undo = session.undoing(4);
    session.must("ann", &undo);
    assert_eq!(sequence(&session), [1, 4, 2, 3, 5]);
}

#[test]
fn work_that_has_begun_keeps_its_place() {
    let mut session = Session::open(&[&[], &[], &[]]);
    session.change("ann", vec![moving(2, Move::Start)]);
    let early = Refusal::TooEarly {
        task: TaskNumber(1),
        started: TaskNumber(2),
    };
    assert_eq!(session.refusal("ann", &insert(1, "four")), early);
    session.must("ann", &insert(2, "four"));
    assert_eq!(sequence(&session), [1, 2, 4, 3]);
    let unknown = session.refusal("ann", &insert(9, "five"));
    assert!(matches!(unknown, Refusal::UnknownTask(_)), "{unknown}");
}

#[test]
fn one_more_task_reopens_what_was_closed() {
    let mut session = Session::open(&[&[]]);
    session.change("ann", vec![moving(1, finish())]);
    session.close("ann", "done");
    session.must("ann", &insert(1, "two"));
    assert!(!session.is_closed());
}
