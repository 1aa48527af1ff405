use super::*;
use crate::command::{Command, Move, SignalDraft};
use crate::decide::testing::{Session, finish, moving};
use crate::id::{SignalId, ThreadId};
use crate::limits;
use crate::signal::Level;
use crate::task::TaskPath;

fn driving(running: &[u32], jobs: usize) -> Driving {
    Driving {
        running: running.iter().copied().map(TaskNumber).collect(),
        jobs,
        iterations: 100,
        ..Driving::default()
    }
}

/// A plan whose tasks declare what is given for each.
fn plan(after: &[&[u32]], paths: &[&[&str]]) -> Session {
    let mut session = Session::open(after);
    let thread = session.state.threads.get_mut(&ThreadId::PRIMARY).unwrap();
    for (number, paths) in (1..).zip(paths) {
        let task = thread.tasks.get_mut(TaskNumber(number)).unwrap();
        task.brief.paths = paths.iter().map(|path| TaskPath::read(path)).collect();
    }
    session
}

fn thread(session: &Session) -> &ThreadState {
    &session.state.threads[&ThreadId::PRIMARY]
}

#[track_caller]
fn check_start(session: &Session, driving: &Driving, expected: &[u32]) {
    match stage(thread(session), driving, session.at) {
        Stage::Start(tasks) => {
            let numbers: Vec<u32> = tasks.iter().map(|task| task.number.0).collect();
            assert_eq!(numbers, expected);
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_stage(session: &Session, driving: &Driving, expected: &Stage<'_>) {
    assert_eq!(&stage(thread(session), driving, session.at), expected);
}

#[test]
fn one_after_the_other_without_jobs() {
    let mut session = Session::open(&[&[], &[], &[1]]);
    check_start(&session, &driving(&[], 1), &[1]);
    session.claim("dev", 1);
    check_stage(&session, &driving(&[1], 1), &Stage::Wait);
    session.change("dev", vec![moving(1, finish())]);
    check_start(&session, &driving(&[], 1), &[2]);
}

#[test]
fn a_task_that_was_put_in_front_comes_first() {
    let mut session = plan(&[&[], &[], &[]], &[&["a"], &["b"], &["c"]]);
    let inserted = session.state.threads.get_mut(&ThreadId::PRIMARY).unwrap();
    inserted.tasks.get_mut(TaskNumber(3)).unwrap().order = 0;
    check_start(&session, &driving(&[], 1), &[3]);
    check_start(&session, &driving(&[], 4), &[3, 1, 2]);
    let fail = || Move::fail("no");
    session.change("dev", vec![moving(1, fail()), moving(3, fail())]);
    let failed = session.task(3).clone();
    check_stage(&session, &driving(&[], 1), &Stage::Replan(&failed));
}

#[test]
fn tasks_that_declare_different_files_run_together() {
    let session = plan(&[&[], &[], &[], &[]], &[&["a"], &["b"], &["a/x"], &["c"]]);
    check_start(&session, &driving(&[], 4), &[1, 2, 4]);
    check_start(&session, &driving(&[], 2), &[1, 2]);
    check_start(&session, &driving(&[2], 2), &[1]);
    check_start(&session, &driving(&[1], 4), &[2, 4]);
}

#[test]
fn patterns_that_may_match_the_same_files_do_not_run_together() {
    let session = plan(&[&[], &[], &[]], &[&["src/**"], &["src/a.rs"], &["docs/*.md"]]);
    check_start(&session, &driving(&[], 4), &[1, 3]);
}

#[test]
fn paths_that_lead_to_the_same_place_do_not_run_together() {
    let session = plan(&[&[], &[], &[]], &[&["src/a.rs"], &["lib/a.rs"], &["docs"]]);
    let mut linked = driving(&[], 4);
    check_start(&session, &linked, &[1, 2, 3]);
    linked.places.insert(TaskNumber(2), vec![TaskPath::read("src/a.rs")]);
    check_start(&session, &linked, &[1, 3]);
}

#[test]
fn a_task_without_an_agent_keeps_no_other_waiting() {
    let mut session = Session::open(&[&[], &[], &[1], &[2]]);
    let mut alone = driving(&[], 1);
    alone.without_agent.insert(TaskNumber(1));
    check_start(&session, &alone, &[2]);
    session.change("dev", vec![moving(2, finish())]);
    check_start(&session, &alone, &[4]);
    session.change("dev", vec![moving(4, finish())]);
    let left = Stage::Stop(Stop::WithoutAgent(vec![TaskNumber(1)]));
    check_stage(&session, &alone, &left);
    // Somebody else has done it meanwhile.
    session.change("ann", vec![moving(1, finish())]);
    check_start(&session, &alone, &[3]);
    let only = Driving {
        only: Some(TaskNumber(3)),
        without_agent: [TaskNumber(3)].into(),
        ..driving(&[], 1)
    };
    check_stage(&session, &only, &Stage::Stop(Stop::WithoutAgent(vec![TaskNumber(3)])));
}

#[test]
fn a_task_that_declares_nothing_runs_alone() {
    let session = plan(&[&[], &[], &[]], &[&[], &["b"], &["c"]]);
    check_start(&session, &driving(&[], 4), &[1]);
    check_stage(&session, &driving(&[1], 4), &Stage::Wait);
    check_start(&session, &driving(&[2], 4), &[3]);
}

#[test]
fn what_others_work_on_is_not_disturbed() {
    let mut session = plan(&[&[], &[], &[]], &[&["src"], &["src/a.rs"], &["docs"]]);
    session.claim("somebody", 1);
    check_start(&session, &driving(&[], 4), &[3]);
    session.at = session.at.plus_millis(limits::LEASE_MS);
    check_start(&session, &driving(&[], 4), &[1, 3]);
}

#[test]
fn nobody_builds_on_what_has_not_been_checked() {
    let mut session = plan(&[&[], &[1]], &[&["a"], &["b"]]);
    session.change("dev", vec![moving(1, finish())]);
    check_stage(&session, &driving(&[1], 4), &Stage::Wait);
    check_start(&session, &driving(&[], 4), &[2]);
}

#[test]
fn a_failure_lets_others_end_and_starts_nothing() {
    let mut session = plan(&[&[], &[], &[]], &[&["a"], &["b"], &["c"]]);
    let fail = Move::fail("no");
    session.change("dev", vec![moving(1, fail)]);
    check_stage(&session, &driving(&[2], 4), &Stage::Wait);
    let failed = session.task(1).clone();
    check_stage(&session, &driving(&[], 4), &Stage::Replan(&failed));
    let only = Driving {
        only: Some(TaskNumber(2)),
        ..driving(&[], 1)
    };
    check_start(&session, &only, &[2]);
}

#[test]
fn a_blocker_stops_everything_that_has_not_begun() {
    let mut session = Session::open(&[&[]]);
    let signal = SignalDraft {
        id: SignalId::new("ci").unwrap(),
        task: None,
        level: Level::Blocker,
        message: "red".to_owned(),
        link: None,
    };
    session.must(
        "ann",
        &Command::Raise {
            thread: ThreadId::PRIMARY,
            signal,
        },
    );
    check_stage(&session, &driving(&[1], 1), &Stage::Wait);
    let stopped = stage(thread(&session), &driving(&[], 1), session.at);
    assert!(matches!(stopped, Stage::Stop(Stop::Blocked(_))), "{stopped:?}");
}

#[test]
fn running_out_of_iterations_is_no_success() {
    let session = Session::open(&[&[], &[]]);
    let spent = |running: &[u32]| Driving {
        iterations: 0,
        ..driving(running, 1)
    };
    check_stage(&session, &spent(&[]), &Stage::Stop(Stop::OutOfIterations));
    check_stage(&session, &spent(&[1]), &Stage::Wait);
}

#[test]
fn the_end_has_a_reason() {
    let mut session = Session::open(&[&[], &[1]]);
    session.change("ann", vec![moving(1, finish())]);
    session.claim("somebody", 2);
    let held = stage(thread(&session), &driving(&[], 1), session.at);
    assert!(
        matches!(&held, Stage::Stop(Stop::Held(held)) if held[0].number == TaskNumber(2)),
        "{held:?}"
    );
    session.change("somebody", vec![moving(2, finish())]);
    check_stage(&session, &driving(&[], 1), &Stage::Stop(Stop::Complete));
    let empty = Session::open(&[]);
    check_stage(&empty, &driving(&[], 1), &Stage::Stop(Stop::Empty));
}

#[test]
fn what_waits_for_a_dropped_task_is_named() {
    let mut session = Session::open(&[&[], &[1]]);
    let skip = Move::Drop {
        how: crate::task::DroppedAs::Skipped,
        reason: None,
    };
    session.change("ann", vec![moving(1, skip)]);
    let stopped = stage(thread(&session), &driving(&[], 1), session.at);
    assert!(matches!(&stopped, Stage::Stop(Stop::Stuck(stuck)) if stuck.task.number == TaskNumber(2)));
}

#[test]
fn one_task_can_be_asked_for() {
    let mut session = Session::open(&[&[], &[1], &[]]);
    let only = |number| Driving {
        only: Some(TaskNumber(number)),
        ..driving(&[], 4)
    };
    check_start(&session, &only(3), &[3]);
    check_stage(&session, &only(2), &Stage::Stop(Stop::NotReady(vec![TaskNumber(1)])));
    session.change("ann", vec![moving(3, finish())]);
    check_stage(&session, &only(3), &Stage::Stop(Stop::Complete));
}

/// Every plan of three tasks with every dependency on earlier ones, every way to declare files, every set that runs, and
/// every number of jobs: whatever is started is ready and disturbs nobody, and nothing that could start is forgotten.
#[test]
fn every_small_plan_is_scheduled_safely() {
    const FILES: [&[&str]; 3] = [&[], &["a"], &["a/b"]];
    let mut seen = 0;
    for case in 0..(8 * 27 * 8 * 3) {
        let (links, rest) = (case % 8, case / 8);
        let (files, rest) = (rest % 27, rest / 27);
        let (running, jobs) = (rest % 8, rest / 8 + 1);
        let second: &[u32] = if links & 1 == 1 { &[1] } else { &[] };
        let third: &[u32] = [&[][..], &[1], &[2], &[1, 2]][links >> 1];
        let paths = [FILES[files % 3], FILES[files / 3 % 3], FILES[files / 9]];
        let mut session = plan(&[&[], second, third], &paths);
        let running: Vec<u32> = (1..=3).filter(|number| running >> (number - 1) & 1 == 1).collect();
        // Only what is ready can run.
        if running.iter().any(|number| !session.task(*number).after.is_empty()) || running.len() > jobs {
            continue;
        }
        running.iter().for_each(|number| drop(session.claim("dev", *number)));
        check_safety(&session, &driving(&running, jobs));
        seen += 1;
    }
    assert!(seen > 1_000, "{seen}");
}

fn check_safety(session: &Session, driving: &Driving) {
    let thread = thread(session);
    let started: Vec<&Task> = match stage(thread, driving, session.at) {
        Stage::Start(tasks) => tasks,
        Stage::Wait => Vec::new(),
        other => panic!("{other:?}"),
    };
    let running: Vec<&Task> = driving
        .running
        .iter()
        .filter_map(|number| thread.tasks.get(*number))
        .collect();
    let all: Vec<&Task> = running.iter().copied().chain(started.iter().copied()).collect();
    assert!(all.len() <= driving.jobs.max(running.len()));
    for task in &started {
        assert!(thread.tasks.unmet(task).is_empty() && !driving.running.contains(&task.number));
        let others = all.iter().filter(|other| other.number != task.number);
        others.for_each(|other| assert!(is_harmless(task, other), "{task:?} and {other:?}"));
    }
    if all.len() < driving.jobs {
        let free = thread.tasks.rows().filter(|task| task.standing() == Standing::Todo);
        let ready = free.filter(|task| thread.tasks.unmet(task).is_empty() && !all.contains(task));
        for task in ready {
            assert!(
                all.iter().any(|other| !is_harmless(task, other)),
                "{task:?} was forgotten"
            );
        }
    }
}

fn is_harmless(one: &Task, other: &Task) -> bool {
    let (ours, theirs) = (&one.brief.paths, &other.brief.paths);
    !ours.is_empty() && !theirs.is_empty() && !overlap(ours, theirs)
}
