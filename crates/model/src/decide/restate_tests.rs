use super::*;
use crate::command::{Command, Move};
use crate::decide::testing::{START, Session, agent, finish, moving};
use crate::id::{Fence, ThreadId, Uid};
use crate::plan::PlanMetadata;
use crate::task::{Brief, Claim, Dropped, DroppedAs, Outcome, Standing};
use crate::time::Timestamp;

/// The plan as it stands.
fn as_it_is(session: &Session) -> Restatement {
    let thread = &session.state.threads[&ThreadId::PRIMARY];
    let plan = thread.plan.clone().unwrap();
    let mut tasks: Vec<_> = thread.tasks.rows().cloned().collect();
    tasks.sort_by_key(|task| (task.order, task.number));
    let position = |number: &TaskNumber| tasks.iter().position(|task| task.number == *number);
    Restatement {
        thread: ThreadId::PRIMARY,
        seen: session.state.version(),
        version: plan.version,
        title: plan.title,
        author: plan.author,
        made: plan.made,
        metadata: plan.metadata,
        tasks: tasks
            .iter()
            .map(|task| RestatedTask {
                known: Some(task.number),
                uid: task.uid,
                brief: task.brief.clone(),
                after: task.after.iter().filter_map(position).collect(),
                state: Some(task.state.clone()),
            })
            .collect(),
    }
}

fn command(restatement: Restatement) -> Command {
    Command::Restate(Box::new(restatement))
}

fn done() -> TaskState {
    TaskState::Done(Outcome {
        by: agent("zoe"),
        at: START,
        started: None,
        note: Some("by hand".into()),
        files: Vec::new(),
        evidence: Vec::new(),
        report: None,
        claim: None,
    })
}

#[test]
fn saying_the_same_changes_nothing() {
    let mut session = Session::open(&[&[], &[1], &[]]);
    session.change("ann", vec![moving(1, finish())]);
    let same = as_it_is(&session);
    assert_eq!(session.must("ann", &command(same)), []);
}

#[test]
fn what_was_written_becomes_true_and_is_taken_back_whole() {
    let mut session = Session::open(&[&[], &[1], &[]]);
    let before = session.state.threads[&ThreadId::PRIMARY].clone();
    let mut written = as_it_is(&session);
    written.metadata = PlanMetadata {
        tags: vec!["auth".into()],
        ..PlanMetadata::default()
    };
    written.tasks.remove(2);
    written.tasks[0].state = Some(done());
    written.tasks[1].brief.title = "Better".into();
    written.tasks.insert(
        1,
        RestatedTask {
            known: None,
            uid: Uid([6; 16]),
            brief: Brief {
                title: "Between".into(),
                ..Brief::default()
            },
            after: vec![0],
            state: None,
        },
    );
    written.tasks[2].after = vec![1];
    session.must("ann", &command(written));
    assert_eq!(session.task(1).state, done());
    assert_eq!((session.task(2).order, session.task(4).order), (3, 2));
    assert_eq!(session.task(2).after, [TaskNumber(4)]);
    let plan = session.state.threads[&ThreadId::PRIMARY].plan.clone().unwrap();
    assert_eq!((plan.version, plan.metadata.tags), (1, vec!["auth".to_owned()]));
    let undo = session.undoing(2);
    session.must("ann", &undo);
    let after = &session.state.threads[&ThreadId::PRIMARY];
    assert_eq!((&after.tasks, &after.plan), (&before.tasks, &before.plan));
}

#[test]
fn a_claim_that_was_written_down_gets_a_fence_of_its_own() {
    let mut session = Session::open(&[&[]]);
    let mut written = as_it_is(&session);
    let until = Timestamp::from_millis(5);
    written.tasks[0].state = Some(TaskState::Doing(Claim {
        agent: agent("zoe"),
        since: START,
        until,
        fence: Fence(77),
    }));
    session.must("ann", &command(written));
    assert_eq!(session.task(1).claim().map(|claim| claim.fence), Some(Fence(2)));
}

#[test]
fn a_chain_may_be_written_as_done_in_any_order() {
    let mut session = Session::open(&[&[2], &[3], &[]]);
    let mut written = as_it_is(&session);
    for task in &mut written.tasks {
        task.state = Some(done());
    }
    session.must("ann", &command(written));
    assert_eq!(session.state.threads[&ThreadId::PRIMARY].counts.done, 3);
}

#[test]
fn what_is_done_may_stand_behind_what_was_dropped() {
    let mut session = Session::open(&[&[], &[1]]);
    let mut written = as_it_is(&session);
    written.tasks[0].state = Some(TaskState::Dropped(Dropped {
        by: agent("zoe"),
        at: START,
        how: DroppedAs::Skipped,
        reason: None,
    }));
    written.tasks[1].state = Some(done());
    session.must("ann", &command(written));
    assert_eq!(session.task(2).standing(), Standing::Done);
}

#[test]
fn a_new_task_may_have_begun_before_its_dependency_was_reopened() {
    let mut session = Session::open(&[&[]]);
    let mut written = as_it_is(&session);
    written.tasks.push(RestatedTask {
        known: None,
        uid: Uid([6; 16]),
        brief: Brief {
            title: "Behind".into(),
            ..Brief::default()
        },
        after: vec![0],
        state: Some(done()),
    });
    session.must("ann", &command(written));
    assert_eq!(session.task(2).standing(), Standing::Done);
}

#[test]
fn unlawful_writing_is_refused_by_name() {
    let mut session = Session::open(&[&[], &[1]]);
    session.change("zoe", vec![moving(1, Move::Start)]);
    let as_is = as_it_is(&session);
    let refused = |session: &mut Session, change: &dyn Fn(&mut Restatement)| {
        let mut written = as_is.clone();
        change(&mut written);
        session.refusal("ann", &command(written))
    };
    let stale = refused(&mut session, &|written| written.seen = crate::operation::OpVersion(1));
    assert!(matches!(stale, Refusal::VersionConflict { .. }), "{stale}");
    let held = refused(&mut session, &|written| written.tasks[0].state = Some(done()));
    assert!(matches!(held, Refusal::Taken { .. }), "{held}");
    let gone = refused(&mut session, &|written| drop(written.tasks.remove(0)));
    assert!(matches!(gone, Refusal::Taken { .. }), "{gone}");
    let circle = refused(&mut session, &|written| written.tasks[0].after = vec![1]);
    assert!(matches!(circle, Refusal::Cycle(_)), "{circle}");
    let nowhere = refused(&mut session, &|written| written.tasks[1].after = vec![7]);
    assert!(matches!(nowhere, Refusal::UnknownDependency { .. }), "{nowhere}");
    let early = refused(&mut session, &|written| written.tasks[1].state = Some(done()));
    assert!(matches!(early, Refusal::NotReady { .. }), "{early}");
    let twice = refused(&mut session, &|written| written.tasks[1].known = Some(TaskNumber(1)));
    assert!(matches!(twice, Refusal::UnknownTask(_)), "{twice}");
    assert_eq!(session.task(1).standing(), Standing::Doing);
}
