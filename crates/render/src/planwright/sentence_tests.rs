use model::{AgentName, Claim, Fence, Level, Role, SignalId, SignalState, Summary, Thread, Uid};

use super::*;
use crate::planwright::testing::{
    agent, doing, done, dropped, failed, minutes_ago, moved, plan, session, signal, task,
};

const ONE: ThreadId = ThreadId::PRIMARY;

fn check(event: &Event, expected: &str) {
    let named = [task(3, "Add login", &[], TaskState::Todo)];
    assert_eq!(sentence(event, &Titles::of(ONE, &named)), expected);
}

#[test]
fn moves() {
    let todo = || TaskState::Todo;
    check(
        &moved(3, todo(), doing("bob", 1)),
        "task 3 “Add login” → doing, held by bob",
    );
    check(
        &moved(3, doing("bob", 1), doing("bob", 9)),
        "task 3 “Add login” is still held by bob",
    );
    check(
        &moved(3, doing("bob", 1), done("bob")),
        "task 3 “Add login” → done: “All green.”",
    );
    check(
        &moved(3, todo(), failed("bob", "Too\nhard")),
        r"task 3 “Add login” → failed: “Too\nhard”",
    );
    check(
        &moved(3, todo(), dropped("bob")),
        "task 3 “Add login” → dropped (cancelled): “Not needed.”",
    );
    check(&moved(3, done("bob"), todo()), "task 3 “Add login” → todo");
    check(&moved(4, done("bob"), todo()), "task 4 → todo");
}

#[test]
fn a_claim_taken_over_is_not_a_renewal() {
    let claim = |agent: AgentName, fence| {
        TaskState::Doing(Claim {
            agent,
            since: minutes_ago(9),
            until: minutes_ago(1),
            fence: Fence(fence),
        })
    };
    let event = moved(3, claim(agent("bob"), 1), claim(agent("eve"), 2));
    check(&event, "task 3 “Add login” → doing, held by eve");
}

#[test]
fn signals() {
    let open = signal("ci_red", Level::Blocker, "CI is red.");
    let closed = Signal {
        state: SignalState::Closed {
            by: agent("ann"),
            at: minutes_ago(1),
        },
        ..open.clone()
    };
    let set = |old: Option<&Signal>, new: Option<&Signal>| Event::SignalSet {
        thread: ONE,
        id: SignalId::new("ci_red").unwrap(),
        old: old.cloned(),
        new: new.cloned(),
    };
    check(&set(None, Some(&open)), "signal ci_red raised (blocker): “CI is red.”");
    check(
        &set(Some(&closed), Some(&open)),
        "signal ci_red raised (blocker): “CI is red.”",
    );
    check(
        &set(Some(&open), Some(&open)),
        "signal ci_red changed (blocker): “CI is red.”",
    );
    check(&set(Some(&open), Some(&closed)), "signal ci_red cleared");
    check(&set(Some(&open), None), "signal ci_red removed");
}

#[test]
fn the_session() {
    check(
        &Event::SessionOpened(session()),
        "session user-auth-1 opened: “Let users log in”",
    );
    let summary = Summary {
        text: "It works.".to_owned(),
        by: agent("ann"),
        at: minutes_ago(1),
    };
    check(
        &Event::SummarySet {
            old: None,
            new: Some(summary.clone()),
        },
        "session closed: “It works.”",
    );
    check(
        &Event::SummarySet {
            old: Some(summary),
            new: None,
        },
        "session opened again",
    );
    let thread = Thread {
        id: ThreadId(2),
        uid: Uid([4; 16]),
        role: Role::Additional,
        topic: None,
        folder: None,
    };
    check(&Event::ThreadOpened(thread.clone()), "thread_2 opened");
    check(&Event::ThreadClosed(thread), "thread_2 closed");
    let topic = |new: Option<&str>| Event::TopicSet {
        thread: ONE,
        old: None,
        new: new.map(str::to_owned),
    };
    check(&topic(Some("Auth")), "topic of thread_1 is now “Auth”");
    check(&topic(None), "topic of thread_1 removed");
    let adopted = |new| Event::PlanAdopted {
        thread: ONE,
        old: None,
        new,
    };
    check(&adopted(Some(plan())), "plan v2 of thread_1 adopted: “Login”");
    check(&adopted(None), "plan of thread_1 removed");
}

#[test]
fn long_texts_are_clipped() {
    let text = sentence(
        &moved(3, TaskState::Todo, failed("bob", &"x".repeat(10_000))),
        &Titles::default(),
    );
    assert_eq!(text, format!("task 3 → failed: “{}…”", "x".repeat(79)));
}
