//! A small world to render.

use engine::{Status, StatusRequest, Target, Window};
use model::{
    AgentName, Brief, Claim, Counts, Failure, Fence, Kind, Level, OpVersion, Outcome, Outlook, Session, SessionId,
    Signal, SignalId, SignalState, Task, TaskKey, TaskNumber, TaskPath, TaskState, Timestamp, Uid,
};

/// 2026-11-05 12:00 UTC
pub const AT: Timestamp = Timestamp::from_millis(1_793_880_000_000);
pub const MINUTE_MS: i64 = 60_000;

pub fn agent(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

pub fn session() -> Session {
    Session {
        id: SessionId::new("user-auth-1").unwrap(),
        uid: Uid([1; 16]),
        goal: Some("Let users log in".to_owned()),
        opened_at: AT,
        opened_by: agent("ann"),
        version: OpVersion(17),
        next_thread: model::ThreadId(2),
        summary: None,
    }
}

pub fn task(number: u32, after: &[u32], state: TaskState) -> Task {
    Task {
        uid: Uid([2; 16]),
        number: TaskNumber(number),
        key: TaskKey::from_title("x"),
        order: number,
        brief: Brief {
            title: format!("Step {number}"),
            kind: Some(Kind::Feature),
            hints: vec!["Read `spec.md`.".to_owned()],
            paths: vec![TaskPath::read("spec.md"), TaskPath::read("+src/new.py")],
            ..Brief::default()
        },
        after: after.iter().map(|number| TaskNumber(*number)).collect(),
        state,
    }
}

/// Held for another `minutes`.
pub fn doing(name: &str, minutes: i64) -> TaskState {
    TaskState::Doing(claim(name, minutes))
}

pub fn claim(name: &str, minutes: i64) -> Claim {
    Claim {
        agent: agent(name),
        since: AT,
        until: AT.plus_millis(minutes * MINUTE_MS),
        fence: Fence(7),
    }
}

pub fn done() -> TaskState {
    TaskState::Done(Outcome {
        by: agent("ann"),
        at: AT,
        note: None,
        files: Vec::new(),
        started: None,
        evidence: Vec::new(),
        report: None,
        claim: None,
    })
}

pub fn failed(error: &str) -> TaskState {
    TaskState::Failed(Failure {
        by: agent("ann"),
        at: AT,
        error: error.to_owned(),
        started: None,
        files: Vec::new(),
        evidence: Vec::new(),
    })
}

pub fn signal(id: &str, level: Level, message: &str) -> Signal {
    Signal {
        id: SignalId::new(id).unwrap(),
        task: Some(TaskNumber(2)),
        level,
        message: message.to_owned(),
        link: Some("https://ci.example/7".to_owned()),
        state: SignalState::Open {
            by: agent("ci"),
            at: AT,
        },
    }
}

/// Nothing is there, not even a task.
pub fn outlook() -> Outlook {
    Outlook {
        session: session(),
        plan_title: None,
        counts: Counts::default(),
        signals: Vec::new(),
        failed: None,
        mine: None,
        ready: None,
        held: Vec::new(),
        stuck: None,
        review: None,
    }
}

/// The answer of the engine at noon, without a list of tasks.
pub fn status(outlook: Outlook) -> Status {
    Status {
        at: AT,
        outlook,
        stale_instructions: None,
        window: Vec::new(),
        next_window: None,
        changes: None,
        warnings: Vec::new(),
    }
}

pub fn request(window: Window) -> StatusRequest {
    StatusRequest {
        target: Target::default(),
        by: agent("ada"),
        window,
        since: None,
    }
}

/// The text without styles. Panics on any other escape.
pub fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('m').unwrap();
        assert!(code.starts_with('[') && code[1..].bytes().all(|b| b.is_ascii_digit() || b == b';'));
        plain.push_str(rest);
    }
    plain
}
