//! A small plan to render, and the style stripper.

use std::collections::BTreeMap;

use engine::Listed;
use model::{
    AgentName, Brief, Claim, Counts, Dropped, DroppedAs, Event, Failure, Fence, Level, OpVersion, Operation, Outcome,
    Plan, PlanMetadata, Role, Session, SessionId, Signal, SignalId, SignalState, Task, TaskKey, TaskNumber, TaskState,
    Thread, ThreadId, Timestamp, Uid,
};

use super::task::TaskView;

/// 2026-11-05 12:00 UTC
pub const AT: Timestamp = Timestamp::from_millis(1_793_880_000_000);
pub const MINUTE_MS: i64 = 60_000;

/// The text without styles. Panics on any other escape: nothing but a style may reach a terminal.
pub fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('m').expect("an unfinished escape");
        assert!(
            code.starts_with('[') && code[1..].bytes().all(|b| b.is_ascii_digit() || b == b';'),
            "{code:?}"
        );
        plain.push_str(rest);
    }
    plain
}

pub fn minutes_ago(minutes: i64) -> Timestamp {
    AT.plus_millis(-minutes * MINUTE_MS)
}

pub fn agent(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

pub fn numbers(numbers: &[u32]) -> Vec<TaskNumber> {
    numbers.iter().copied().map(TaskNumber).collect()
}

pub fn task(number: u32, title: &str, after: &[u32], state: TaskState) -> Task {
    let mut uid = [0; 16];
    uid[12..].copy_from_slice(&number.to_be_bytes());
    Task {
        uid: Uid(uid),
        number: TaskNumber(number),
        key: TaskKey::from_title(title),
        order: number,
        brief: Brief {
            title: title.to_owned(),
            ..Brief::default()
        },
        after: numbers(after),
        state,
    }
}

/// Held for another `minutes`.
pub fn doing(name: &str, minutes: i64) -> TaskState {
    TaskState::Doing(Claim {
        agent: agent(name),
        since: minutes_ago(5),
        until: AT.plus_millis(minutes * MINUTE_MS),
        fence: Fence(7),
    })
}

pub fn done(name: &str) -> TaskState {
    TaskState::Done(Outcome {
        by: agent(name),
        at: minutes_ago(3),
        note: Some("All green.".to_owned()),
        files: vec!["src/lib.rs".to_owned()],
        started: None,
        evidence: Vec::new(),
        report: None,
        claim: None,
    })
}

pub fn failed(name: &str, error: &str) -> TaskState {
    TaskState::Failed(Failure {
        by: agent(name),
        at: minutes_ago(2),
        error: error.to_owned(),
        started: None,
        files: Vec::new(),
        evidence: Vec::new(),
    })
}

pub fn dropped(name: &str) -> TaskState {
    TaskState::Dropped(Dropped {
        by: agent(name),
        at: minutes_ago(1),
        how: DroppedAs::Cancelled,
        reason: Some("Not needed.".to_owned()),
    })
}

pub fn session() -> Session {
    Session {
        id: SessionId::new("user-auth-1").unwrap(),
        uid: Uid([1; 16]),
        goal: Some("Let users log in".to_owned()),
        opened_at: minutes_ago(60),
        opened_by: agent("ann"),
        version: OpVersion(17),
        next_thread: ThreadId(2),
        summary: None,
    }
}

pub fn plan() -> Plan {
    Plan {
        uid: Uid([2; 16]),
        version: 2,
        supersedes: None,
        title: "Login".to_owned(),
        body: String::new(),
        author: agent("ann"),
        metadata: PlanMetadata::default(),
        filed: None,
        made: None,
        replans: 0,
        grounds: Box::default(),
    }
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
            at: minutes_ago(4),
        },
    }
}

pub fn operation(version: u64, verb: &'static str, events: Vec<Event>) -> Operation {
    Operation {
        uid: Uid([3; 16]),
        version: OpVersion(version),
        author: agent("ann"),
        at: minutes_ago(3),
        verb: verb.into(),
        events,
    }
}

pub fn moved(number: u32, old: TaskState, new: TaskState) -> Event {
    Event::TaskMoved {
        thread: ThreadId::PRIMARY,
        number: TaskNumber(number),
        old,
        new,
    }
}

/// Tasks with their unmet dependencies worked out.
pub struct Board {
    tasks: Vec<Task>,
    blocked_by: Vec<Vec<TaskNumber>>,
}

impl Board {
    pub fn new(tasks: Vec<Task>) -> Self {
        let is_done = |number: &TaskNumber| {
            let position = tasks.partition_point(|task| task.number < *number);
            tasks
                .get(position)
                .is_some_and(|task| matches!(task.state, TaskState::Done(_)))
        };
        let unmet = |task: &Task| task.after.iter().copied().filter(|number| !is_done(number)).collect();
        Self {
            blocked_by: tasks.iter().map(unmet).collect(),
            tasks,
        }
    }

    /// One task of every kind.
    pub fn sample() -> Self {
        let mut tasks = vec![
            task(1, "Add a user table", &[], done("ann")),
            task(2, "Hash passwords", &[1], doing("bob", 25)),
            task(3, "Write the docs", &[1], TaskState::Todo),
            task(4, "Add the login page", &[1, 2], TaskState::Todo),
            task(5, "Try OAuth", &[], failed("eve", "No network.")),
            task(6, "Send flowers", &[], dropped("ann")),
        ];
        tasks[2].brief.agent = Some(agent("dan"));
        Self::new(tasks)
    }

    pub fn chain(length: u32) -> Self {
        let after = |number: u32| if number == 1 { vec![] } else { vec![number - 1] };
        Self::new(
            (1..=length)
                .map(|number| task(number, "Link", &after(number), TaskState::Todo))
                .collect(),
        )
    }

    pub fn views(&self) -> Vec<TaskView<'_>> {
        let view = |(task, blocked_by)| TaskView { task, blocked_by };
        self.tasks
            .iter()
            .zip(self.blocked_by.iter().map(Vec::as_slice))
            .map(view)
            .collect()
    }

    pub fn listed(&self) -> Listed {
        let mut counts = Counts::default();
        for task in &self.tasks {
            *counts.slot(task.standing()) += 1;
        }
        Listed {
            session: session(),
            thread: Thread {
                id: ThreadId::PRIMARY,
                uid: Uid([4; 16]),
                role: Role::Primary,
                topic: None,
                folder: None,
            },
            plan: Some(plan()),
            counts,
            tasks: self.tasks.clone(),
            unmet: BTreeMap::new(),
        }
    }
}
