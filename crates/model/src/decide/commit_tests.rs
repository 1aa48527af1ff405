use super::*;
use crate::command::{AdoptedTask, Adoption, Command, NewTask, Opening, Scope, Withdrawn};
use crate::decide::testing::{START, Session, agent, finish, moving, new_task};
use crate::fingerprint::Fingerprint;
use crate::id::{SessionId, TaskNumber, Uid};
use crate::plan::PlanMetadata;
use crate::state::State;
use crate::task::{Brief, Task};

const SECOND: ThreadId = ThreadId(2);

fn key(text: &str) -> TaskKey {
    TaskKey::new(text).unwrap()
}

fn filed(id: &str, after: &[&str]) -> AdoptedTask {
    AdoptedTask {
        uid: Uid([7; 16]),
        key: key(id),
        order: 1,
        brief: Brief {
            title: id.to_owned(),
            filed: Some(Fingerprint(format!("{id} {after:?}"))),
            ..Brief::default()
        },
        after: after.iter().copied().map(key).collect(),
    }
}

fn plan(thread: ThreadId, title: &str, tasks: Vec<AdoptedTask>) -> Filing {
    Filing::Plan(Box::new(Adoption {
        thread,
        plan: Uid([8; 16]),
        title: title.to_owned(),
        body: String::new(),
        author: agent("ann"),
        metadata: PlanMetadata::default(),
        scope: Scope::Filed(Fingerprint(title.to_owned())),
        withdrawn: None,
        tasks,
    }))
}

fn commit(filings: &[Filing]) -> Command {
    Command::Commit(filings.to_vec())
}

fn open_second(session: &mut Session) {
    session.must(
        "ann",
        &Command::OpenThread {
            uid: Uid([4; 16]),
            topic: None,
            folder: Some("/plans/2".into()),
        },
    );
}

fn version(session: &Session, thread: ThreadId) -> Option<u32> {
    session.state.threads[&thread].plan.as_ref().map(|plan| plan.version)
}

fn named<'a>(session: &'a Session, id: &str) -> Option<&'a Task> {
    session.state.threads[&ThreadId::PRIMARY]
        .tasks
        .find(&TaskRef::Key(key(id)))
}

#[test]
fn each_thread_gets_a_version_only_for_its_own_changes() {
    let mut session = Session::open(&[]);
    open_second(&mut session);
    let second = plan(SECOND, "Second", vec![filed("b", &[])]);
    let first = plan(ThreadId::PRIMARY, "First", vec![filed("a", &[])]);
    session.must("ann", &commit(&[first.clone(), second.clone()]));
    assert_eq!(session.must("ann", &commit(&[first, second.clone()])), []);
    let changed = plan(ThreadId::PRIMARY, "First", vec![filed("a", &[]), filed("c", &["a"])]);
    session.must("ann", &commit(&[changed, second]));
    assert_eq!(version(&session, ThreadId::PRIMARY), Some(2));
    assert_eq!(version(&session, SECOND), Some(1));
}

#[test]
fn a_plan_that_follows_a_withdrawn_one_goes_on_counting() {
    let mut session = Session::open(&[]);
    let mut filing = plan(ThreadId::PRIMARY, "P", vec![filed("a", &[])]);
    session.must("ann", &commit(std::slice::from_ref(&filing)));
    let thread = ThreadId::PRIMARY;
    session.must("ann", &commit(&[Filing::Nothing { thread }]));
    assert_eq!(version(&session, thread), None);
    let Filing::Plan(adoption) = &mut filing else {
        panic!("it is a plan")
    };
    let plan = Uid([7; 16]);
    adoption.withdrawn = Some(Withdrawn { plan, version: 4 });
    session.must("ann", &commit(&[filing]));
    assert_eq!(version(&session, thread), Some(5));
    let supersedes = session.state.threads[&thread].plan.as_ref().unwrap().supersedes;
    assert_eq!(supersedes, Some(plan));
}

#[test]
fn states_survive_by_id_and_what_is_gone_from_the_folder_goes() {
    let mut session = Session::open(&[]);
    let tasks = vec![filed("a", &[]), filed("b", &["a"])];
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "P", tasks)]));
    session.change("ann", vec![moving(1, finish())]);
    let tasks = vec![filed("a", &[]), filed("c", &["a"])];
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "P", tasks)]));
    assert_eq!(named(&session, "a").unwrap().standing(), Standing::Done);
    assert!(named(&session, "b").is_none());
    assert_eq!(named(&session, "c").unwrap().after, [TaskNumber(1)]);
}

#[test]
fn tasks_of_other_doors_stay() {
    let mut session = Session::open(&[&[]]);
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "P", vec![filed("a", &[])])]));
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "P", vec![filed("b", &[])])]));
    assert_eq!(session.task(1).brief.title, "t 1");
    assert!(named(&session, "a").is_none() && named(&session, "b").is_some());
}

#[test]
fn what_another_door_changed_stays_until_the_file_changes() {
    let mut session = Session::open(&[]);
    let filing = |tasks| commit(&[plan(ThreadId::PRIMARY, "P", tasks)]);
    session.must("ann", &filing(vec![filed("a", &[]), filed("b", &["a"])]));
    let mut edit = moving(1, finish());
    edit.to = None;
    edit.edit.title = Some("A better title".into());
    session.change("bob", vec![edit]);
    assert_eq!(
        session.must("ann", &filing(vec![filed("a", &[]), filed("b", &["a"])])),
        []
    );
    session.must("ann", &filing(vec![filed("a", &[]), filed("b", &[])]));
    assert_eq!(session.task(1).brief.title, "A better title");
    session.must("ann", &filing(vec![filed("a", &["b"]), filed("b", &[])]));
    assert_eq!(session.task(1).brief.title, "a");
}

#[test]
fn what_another_door_waits_for_cannot_be_taken_out() {
    let mut session = Session::open(&[]);
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "P", vec![filed("a", &[])])]));
    session.add("bob", ThreadId::PRIMARY, vec![new_task("after a", &[1])]);
    for filing in [
        plan(ThreadId::PRIMARY, "P", vec![filed("b", &[])]),
        Filing::Nothing {
            thread: ThreadId::PRIMARY,
        },
    ] {
        let refusal = session.refusal("ann", &commit(&[filing]));
        assert!(matches!(refusal, Refusal::UnknownDependency { .. }), "{refusal:?}");
    }
}

#[test]
fn nobodys_work_is_committed_away() {
    let mut session = Session::open(&[]);
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "P", vec![filed("a", &[])])]));
    session.claim("bob", 1);
    let empty = commit(&[Filing::Nothing {
        thread: ThreadId::PRIMARY,
    }]);
    assert!(matches!(session.refusal("ann", &empty), Refusal::Taken { .. }));
    assert!(session.ask("bob", &empty).is_ok());
}

#[test]
fn an_empty_folder_takes_the_plan_back() {
    let mut session = Session::open(&[]);
    let empty = commit(&[Filing::Nothing {
        thread: ThreadId::PRIMARY,
    }]);
    assert_eq!(session.must("ann", &empty), []);
    session.must("ann", &commit(&[plan(ThreadId::PRIMARY, "Words only", vec![])]));
    session.must("ann", &empty);
    assert_eq!(session.state.threads[&ThreadId::PRIMARY].plan, None);
    assert_eq!(session.must("ann", &empty), []);
}

#[test]
fn the_plan_of_another_door_is_not_taken_back_by_an_empty_folder() {
    let mut session = Session::open(&[&[]]);
    let before = session.state.threads[&ThreadId::PRIMARY].plan.clone();
    assert!(before.is_some());
    let empty = commit(&[Filing::Nothing {
        thread: ThreadId::PRIMARY,
    }]);
    assert_eq!(session.must("ann", &empty), []);
    assert_eq!(session.state.threads[&ThreadId::PRIMARY].plan, before);
}

#[test]
fn the_first_commit_finishes_the_decomposition() {
    let mut session = Session {
        state: State::default(),
        log: Vec::new(),
        at: START,
    };
    let decomposition = NewTask {
        key: Some(TaskKey::decomposition()),
        ..new_task("Take it apart", &[])
    };
    let opening = Opening {
        id: SessionId::new("s").unwrap(),
        session: Uid([1; 16]),
        thread: Uid([2; 16]),
        plan: Uid([3; 16]),
        goal: Some("Win".into()),
        author: None,
        metadata: PlanMetadata::default(),
        grounds: crate::plan::Grounds::default(),
        tasks: vec![decomposition],
    };
    session.must("ann", &Command::Open(opening));
    let filing = [plan(ThreadId::PRIMARY, "P", vec![filed("a", &[])])];
    session.must("ann", &commit(&filing));
    assert_eq!(session.task(1).standing(), Standing::Done);
    assert_eq!(session.must("ann", &commit(&filing)), []);
}

#[test]
fn a_released_thread_goes_with_the_next_commit_and_an_empty_one_at_once() {
    let mut session = Session::open(&[]);
    open_second(&mut session);
    session.must("ann", &Command::ReleaseThread { thread: SECOND });
    assert!(!session.state.threads.contains_key(&SECOND));

    open_second(&mut session);
    let third = ThreadId(3);
    session.must("ann", &commit(&[plan(third, "P", vec![filed("a", &[])])]));
    session.must("ann", &Command::ReleaseThread { thread: third });
    assert_eq!(session.state.threads[&third].tasks.len(), 1);
    session.must("ann", &commit(&[]));
    assert!(!session.state.threads.contains_key(&third));
    let refusal = session.refusal("ann", &Command::ReleaseThread { thread: third });
    assert_eq!(refusal, Refusal::UnknownThread(third));
    let primary = Command::ReleaseThread {
        thread: ThreadId::PRIMARY,
    };
    assert_eq!(session.refusal("ann", &primary), Refusal::PrimaryThread);
}

#[test]
fn a_thread_that_never_had_a_folder_is_no_business_of_a_commit() {
    let mut session = Session::open(&[]);
    let open = Command::OpenThread {
        uid: Uid([4; 16]),
        topic: None,
        folder: None,
    };
    session.must("ann", &open);
    session.add("ann", SECOND, vec![new_task("a", &[])]);
    assert_eq!(session.must("ann", &commit(&[])), []);
}

#[test]
fn a_commit_can_be_taken_back() {
    let mut session = Session::open(&[]);
    open_second(&mut session);
    let before = session.state.threads.clone();
    let filings = [
        plan(ThreadId::PRIMARY, "P", vec![filed("a", &[])]),
        plan(SECOND, "Q", vec![filed("a", &[])]),
    ];
    session.must("ann", &commit(&filings));
    session.must("ann", &session.undoing(3));
    for (id, thread) in before {
        let found = &session.state.threads[&id];
        assert_eq!((&found.plan, found.tasks.len()), (&thread.plan, thread.tasks.len()));
    }
}
