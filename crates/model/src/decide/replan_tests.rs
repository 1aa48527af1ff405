use super::*;
use crate::command::{Command, Move, ReplannedTask};
use crate::decide::testing::{Session, agent, finish, moving};
use crate::id::{ThreadId, Uid};
use crate::plan::Grounds;
use crate::task::{Brief, DroppedAs};

fn new(title: &str, after: &[Link]) -> ReplannedTask {
    ReplannedTask {
        uid: Uid([8; 16]),
        brief: Brief {
            title: title.to_owned(),
            ..Brief::default()
        },
        after: after.to_vec(),
    }
}

fn replanning(tasks: Vec<ReplannedTask>) -> Replanning {
    Replanning {
        thread: ThreadId::PRIMARY,
        plan: Uid([5; 16]),
        author: agent("planner"),
        seen: 1,
        replaced: BTreeMap::new(),
        limit: 3,
        force: false,
        grounds: Grounds {
            discoveries: vec!["there is no such table".into()],
            constraints: vec!["keep the schema".into()],
            ..Grounds::default()
        },
        tasks,
    }
}

/// By somebody who knows the plan as it is.
fn knowing(session: &Session, replanning: Replanning) -> Command {
    Command::Replan(Box::new(Replanning {
        replaced: session.state.threads[&ThreadId::PRIMARY].replaced(),
        ..replanning
    }))
}

fn command(session: &Session, tasks: Vec<ReplannedTask>) -> Command {
    knowing(session, replanning(tasks))
}

/// 1 is done, 2 is skipped, 3 failed; 4 waits for 3 and 1, 5 for 4; 6 waits for 1, 7 for nothing.
fn failed() -> Session {
    let mut session = Session::open(&[&[], &[], &[1], &[1, 3], &[4], &[1], &[]]);
    let skip = Move::Drop {
        how: DroppedAs::Skipped,
        reason: None,
    };
    let moves = vec![moving(1, finish()), moving(2, skip), moving(3, Move::fail("boom"))];
    session.change("ann", moves);
    session
}

fn numbers(session: &Session) -> Vec<u32> {
    let thread = &session.state.threads[&ThreadId::PRIMARY];
    thread.tasks.rows().map(|task| task.number.0).collect()
}

#[test]
fn what_failed_goes_with_what_waits_for_it() {
    let mut session = failed();
    let before: Vec<_> = [1, 2, 6, 7].map(|number| session.task(number).clone()).into();
    let kept = Link::Kept(TaskNumber(1));
    let command = command(&session, vec![new("Again", &[kept]), new("Then", &[Link::New(0)])]);
    session.must("bob", &command);
    assert_eq!(numbers(&session), [1, 2, 6, 7, 8, 9]);
    let after: Vec<_> = [1, 2, 6, 7].map(|number| session.task(number).clone()).into();
    assert_eq!(before, after, "what stays is the same, record for record");
    assert_eq!(session.task(8).after, [TaskNumber(1)]);
    assert_eq!(session.task(9).after, [TaskNumber(8)]);
    assert!(session.task(8).order > session.task(7).order);
    let plan = session.state.threads[&ThreadId::PRIMARY].plan.clone().unwrap();
    assert_eq!(
        (plan.version, plan.replans, plan.supersedes),
        (2, 1, Some(Uid([3; 16])))
    );
    assert_eq!(plan.author, agent("planner"));
    assert_eq!(plan.metadata.constraints, ["keep the schema"]);
    assert_eq!(plan.grounds.discoveries, ["there is no such table"]);
}

#[test]
fn a_replan_is_taken_back_whole() {
    let mut session = failed();
    let before = session.state.threads[&ThreadId::PRIMARY].tasks.clone();
    let command = command(&session, vec![new("Again", &[])]);
    session.must("bob", &command);
    let undo = session.undoing(3);
    session.must("bob", &undo);
    let thread = &session.state.threads[&ThreadId::PRIMARY];
    assert_eq!(thread.tasks, before);
    let plan = thread.plan.clone().unwrap();
    assert_eq!((plan.version, plan.replans), (1, 0));
}

#[test]
fn finished_work_stays_when_what_it_rested_on_goes() {
    let mut session = Session::open(&[&[], &[1], &[2]]);
    session.change("ann", vec![moving(1, finish()), moving(2, finish())]);
    session.change("ann", vec![moving(1, Move::Reopen)]);
    session.change("ann", vec![moving(1, Move::fail("boom"))]);
    let before = session.task(2).clone();
    let command = command(&session, vec![new("Again", &[])]);
    session.must("ann", &command);
    assert_eq!(numbers(&session), [2, 3, 4]);
    let after = session.task(2).clone();
    assert_eq!(after.after, []);
    assert_eq!(
        Task {
            after: before.after.clone(),
            ..after
        },
        before
    );
}

#[test]
fn replans_are_refused_by_name() {
    let again = || vec![new("Again", &[])];
    let refused = |session: &mut Session, replanning: Replanning| {
        let command = knowing(session, replanning);
        session.refusal("ann", &command)
    };
    let mut idle = Session::open(&[&[]]);
    assert_eq!(refused(&mut idle, replanning(again())), Refusal::NothingFailed);
    let forced = Replanning {
        force: true,
        ..replanning(again())
    };
    idle.must("ann", &Command::Replan(Box::new(forced)));
    assert_eq!(numbers(&idle), [1, 2]);

    let mut session = failed();
    assert_eq!(refused(&mut session, replanning(Vec::new())), Refusal::EmptyReplan);
    let late = Replanning {
        seen: 2,
        ..replanning(again())
    };
    assert_eq!(
        refused(&mut session, late),
        Refusal::PlanReplaced { seen: 2, current: 1 }
    );
    let spent = Replanning {
        limit: 0,
        ..replanning(again())
    };
    assert_eq!(
        refused(&mut session, spent),
        Refusal::ReplansSpent { replans: 0, limit: 0 }
    );
}

#[test]
fn new_tasks_wait_only_for_what_is_there() {
    let mut session = failed();
    for link in [
        Link::Kept(TaskNumber(3)),
        Link::Kept(TaskNumber(4)),
        Link::New(1),
        Link::Kept(TaskNumber(8)),
    ] {
        let command = command(&session, vec![new("Again", &[link])]);
        let refusal = session.refusal("ann", &command);
        assert!(
            matches!(refusal, Refusal::UnknownDependency { .. }),
            "{link:?}: {refusal}"
        );
    }
    let command = command(&session, vec![new("A", &[Link::New(1)]), new("B", &[Link::New(0)])]);
    let refusal = session.refusal("ann", &command);
    assert!(matches!(refusal, Refusal::Cycle(_)), "{refusal}");
}

#[test]
fn nobody_loses_work_under_his_hands() {
    let mut session = Session::open(&[&[], &[1]]);
    session.change("ann", vec![moving(1, finish())]);
    session.claim("zoe", 2);
    session.change("ann", vec![moving(1, Move::Reopen)]);
    session.change("ann", vec![moving(1, Move::fail("boom"))]);
    let command = command(&session, vec![new("Again", &[])]);
    let refusal = session.refusal("ann", &command);
    assert!(matches!(refusal, Refusal::Taken { .. }), "{refusal}");
}

#[test]
fn a_new_step_names_the_command_that_it_announces() {
    let mut task = new("again", &[]);
    task.brief.acceptance = vec!["run:".into()];
    let mut session = failed();
    let command = command(&session, vec![task]);
    let refusal = session.refusal("ann", &command);
    assert_eq!(refusal, Refusal::HollowCheck { title: "again".into() });
}

#[test]
fn no_version_follows_the_last_one() {
    let mut session = failed();
    let thread = session.state.threads.get_mut(&ThreadId::PRIMARY).unwrap();
    thread.plan.as_mut().unwrap().version = limits::PLAN_VERSIONS;
    let last = Replanning {
        seen: limits::PLAN_VERSIONS,
        ..replanning(vec![new("Again", &[])])
    };
    let command = knowing(&session, last);
    let refusal = session.refusal("ann", &command);
    assert!(matches!(refusal, Refusal::Limit { .. }), "{refusal}");
}

/// The version of the plan is the same in all of these.
#[test]
fn nothing_leaves_that_was_not_shown() {
    let refused = |interfere: fn(&mut Session)| {
        let mut session = failed();
        let command = command(&session, vec![new("Again", &[])]);
        interfere(&mut session);
        session.refusal("ann", &command)
    };
    let otherwise = |numbers: &[u32]| Refusal::ReplacedOtherwise(numbers.iter().map(|n| TaskNumber(*n)).collect());
    let fails = |session: &mut Session| {
        session.change("bob", vec![moving(7, Move::fail("it rains"))]);
    };
    assert_eq!(refused(fails), otherwise(&[7]));
    let skips = |session: &mut Session| {
        let skip = Move::Drop {
            how: DroppedAs::Skipped,
            reason: None,
        };
        session.change("bob", vec![moving(5, skip)]);
    };
    assert_eq!(refused(skips), otherwise(&[5]));
    let fails_otherwise = |session: &mut Session| {
        session.change("bob", vec![moving(3, Move::Reopen)]);
        session.change("bob", vec![moving(3, Move::fail("another reason"))]);
    };
    assert_eq!(refused(fails_otherwise), otherwise(&[3]));
}

#[test]
fn what_stays_may_change_meanwhile() {
    let mut session = failed();
    let command = command(&session, vec![new("Again", &[])]);
    session.change("bob", vec![moving(6, finish())]);
    session.must("ann", &command);
    assert_eq!(numbers(&session), [1, 2, 6, 7, 8]);
}
