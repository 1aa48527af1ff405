use model::{
    Ask, Brief, Command, Fence, NewTask, OpVersion, Opening, SessionId, State, TaskKey, TaskNumber, TaskRef, ThreadId,
    Uid, decide,
};

use super::*;
use crate::planwright::testing::{AT, agent, numbers};

fn check(refusal: Refusal, kind: &str, message: &str, hint: &str) {
    let trouble = super::refusal(&refusal.into(), &Address::NONE);
    assert_eq!((trouble.kind, trouble.message.as_str()), (kind, message));
    assert_eq!(trouble.hint.as_deref().unwrap_or_default(), hint);
}

#[test]
fn refusals_point_to_native_verbs() {
    check(
        Refusal::UnknownTask(TaskRef::Key(TaskKey::new("nope").unwrap())),
        "unknown_task",
        "there is no task nope",
        "`planwright list` shows every task with its number",
    );
    check(
        Refusal::NotReady {
            task: TaskNumber(4),
            waiting_for: numbers(&[2]),
        },
        "task_not_ready",
        "task 4 is not ready: it waits for 2",
        "`planwright show 2` says how task 2 stands",
    );
    check(
        Refusal::NotReady {
            task: TaskNumber(4),
            waiting_for: numbers(&[2, 3]),
        },
        "task_not_ready",
        "task 4 is not ready: it waits for 2, 3",
        "`planwright next` finds the one to begin with",
    );
    check(
        Refusal::Taken {
            task: TaskNumber(2),
            by: agent("bob"),
            until: AT,
        },
        "task_taken",
        "task 2 is held by bob",
        "the lease ends at 2026-11-05 12:00 UTC unless it is renewed; `planwright next` finds other work",
    );
    check(
        Refusal::VersionConflict {
            seen: OpVersion(3),
            current: OpVersion(5),
        },
        "version_conflict",
        "the session is at version 5, not 3",
        "something changed in between: look at `planwright status`, then try again",
    );
    check(
        Refusal::StaleFence {
            task: TaskNumber(2),
            given: Fence(1),
            current: None,
        },
        "stale_fence",
        "fence 1 of task 2 is out of date: the claim was lost",
        "`planwright show 2` says who holds it now; `planwright next --claim` claims anew",
    );
    check(
        Refusal::PrimaryThread,
        "primary_thread",
        "the primary thread cannot be removed",
        "",
    );
}

#[test]
fn a_settled_task_is_named_in_native_words() {
    check(
        Refusal::Settled {
            task: TaskNumber(2),
            standing: model::Standing::Dropped,
        },
        "task_settled",
        "task 2 is dropped already",
        "`planwright reopen 2` takes it up again",
    );
}

#[test]
fn what_came_after_is_listed() {
    let later = Later {
        version: OpVersion(14),
        author: agent("bob"),
        verb: "done".into(),
        subject: "thread_1/task/3".to_owned(),
    };
    let trouble = refusal(
        &Refusal::ChangedSince {
            version: OpVersion(12),
            later: vec![later],
        }
        .into(),
        &Address::NONE,
    );
    assert_eq!(trouble.kind, "changed_since");
    assert_eq!(trouble.details, ["operation 14: done by bob, on thread_1/task/3"]);
}

#[test]
fn several_reasons_stand_below_a_line_that_counts_them() {
    let orphan = |byte: u8| NewTask {
        uid: Uid([byte; 16]),
        key: None,
        brief: Brief {
            title: "Orphan".to_owned(),
            ..Brief::default()
        },
        after: vec![TaskRef::Number(TaskNumber(90 + u32::from(byte)))],
    };
    let opening = Opening {
        id: SessionId::new("s").unwrap(),
        session: Uid([9; 16]),
        thread: Uid([8; 16]),
        plan: Uid([7; 16]),
        goal: None,
        author: None,
        metadata: model::PlanMetadata::default(),
        grounds: model::Grounds::default(),
        tasks: vec![orphan(1), orphan(2)],
    };
    let ask = Ask {
        by: &agent("ann"),
        at: AT,
    };
    let refusals = decide(&State::default(), &Command::Open(opening), ask).unwrap_err();
    let trouble = refusal(&refusals, &Address::NONE);
    assert_eq!(
        (trouble.kind, trouble.message.as_str()),
        ("unknown_dependency", "2 things are in the way")
    );
    assert_eq!(
        trouble.details,
        [
            "task 1 depends on task 91, which does not exist",
            "task 2 depends on task 92, which does not exist",
        ]
    );
    assert!(trouble.hint.is_some());
}

#[test]
fn hints_are_for_the_plan_and_the_asker_that_were_named() {
    let (session, ada) = (SessionId::new("s-1").unwrap(), agent("ada"));
    let address = Address {
        session: Some(&session),
        thread: Some(ThreadId(2)),
        agent: Some(&ada),
        is_appointed: false,
    };
    let (task, waiting_for) = (TaskNumber(4), numbers(&[2]));
    let trouble = refusal(&Refusal::NotReady { task, waiting_for }.into(), &address);
    assert_eq!(
        trouble.hint.as_deref(),
        Some("`planwright show 2 --session s-1 --thread 2 --agent ada` says how task 2 stands")
    );
}
