//! The stored bytes of every kind of event. A store of any earlier version holds such lines, so they never change.

use model::{
    AgentName, Brief, Claim, Consultation, Cost, Dropped, DroppedAs, Event, Evidence, Failure, Fence, Fingerprint,
    Grounds, Kind, Level, OpVersion, Outcome, Plan, PlanMetadata, Purpose, Role, Session, SessionId, Signal, SignalId,
    SignalState, Summary, Task, TaskKey, TaskNumber, TaskPath, TaskState, Thread, ThreadId, Timestamp, Uid,
};

use super::{read, read_lists, read_result, write, write_lists, write_result};

/// One event a line, written by the version that introduced this file.
const STORED: &str = include_str!("stored_events.jsonl");
const THREAD: ThreadId = ThreadId(2);
const NUMBER: TaskNumber = TaskNumber(7);
const AT: Timestamp = Timestamp::from_millis(1_794_733_200_123);

fn agent() -> AgentName {
    AgentName::new("ann \"the\" é").unwrap()
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn sparse_plan() -> Plan {
    Plan {
        uid: Uid([1; 16]),
        version: 1,
        supersedes: None,
        title: String::new(),
        body: String::new(),
        author: agent(),
        metadata: PlanMetadata::default(),
        filed: None,
        made: None,
        replans: 0,
        grounds: Box::default(),
    }
}

fn full_plan() -> Plan {
    Plan {
        supersedes: Some(Uid([1; 16])),
        version: 2,
        title: "Login".to_owned(),
        body: "First\nthen \u{202e}".to_owned(),
        metadata: PlanMetadata {
            complexity: Some(5),
            tags: texts(&["a", "b"]),
            constraints: texts(&["no network"]),
            memories: texts(&["m1"]),
        },
        filed: Some(Fingerprint("f00d".to_owned())),
        made: Some(AT),
        replans: 3,
        grounds: Box::new(Grounds {
            reasoning: "because".to_owned(),
            changes: "all".to_owned(),
            discoveries: texts(&["d"]),
            constraints: texts(&["c"]),
            files: texts(&["src/a.rs"]),
        }),
        ..sparse_plan()
    }
}

fn full_brief() -> Brief {
    Brief {
        title: "Do it".to_owned(),
        body: "So".to_owned(),
        kind: Some(Kind::Bugfix),
        agent: Some(agent()),
        checklist: texts(&["one"]),
        hints: texts(&["two"]),
        paths: vec![TaskPath::read("+src/a.rs"), TaskPath::read("src/b.rs")],
        acceptance: texts(&["cargo test"]),
        filed: Some(Fingerprint("beef".to_owned())),
    }
}

fn evidence() -> Vec<Evidence> {
    let (command, digest) = ("cargo test".to_owned(), Fingerprint("d1".to_owned()));
    let killed = Evidence {
        command,
        exit_code: None,
        digest,
        clip: String::new(),
    };
    let failed = Evidence {
        exit_code: Some(-1),
        clip: "out\n".to_owned(),
        ..killed.clone()
    };
    vec![killed, failed]
}

fn states() -> [TaskState; 9] {
    let done = Outcome {
        by: agent(),
        at: AT,
        started: None,
        note: None,
        files: Vec::new(),
        evidence: Vec::new(),
        report: None,
        claim: None,
    };
    let failed = Failure {
        by: agent(),
        at: AT,
        started: None,
        error: "no".to_owned(),
        files: Vec::new(),
        evidence: Vec::new(),
    };
    let dropped = Dropped {
        by: agent(),
        at: AT,
        how: DroppedAs::Cancelled,
        reason: None,
    };
    let claim = Claim {
        agent: agent(),
        since: AT,
        until: Timestamp::from_millis(-1),
        fence: Fence(u64::MAX),
    };
    [
        TaskState::Todo,
        TaskState::Doing(claim),
        TaskState::Done(Outcome {
            started: Some(AT),
            note: Some("well".to_owned()),
            files: texts(&["x"]),
            evidence: evidence(),
            claim: Some(Fence(4)),
            ..done.clone()
        }),
        TaskState::Done(done),
        TaskState::Failed(Failure {
            started: Some(AT),
            files: texts(&["x"]),
            evidence: evidence(),
            ..failed.clone()
        }),
        TaskState::Failed(failed),
        TaskState::Dropped(Dropped {
            how: DroppedAs::Skipped,
            reason: Some("why".to_owned()),
            ..dropped.clone()
        }),
        TaskState::Dropped(dropped),
        TaskState::Todo,
    ]
}

fn signals() -> [Signal; 2] {
    let open = Signal {
        id: SignalId::new("slow_ci").unwrap(),
        task: None,
        level: Level::Info,
        message: "slow".to_owned(),
        link: None,
        state: SignalState::Open { by: agent(), at: AT },
    };
    let closed = Signal {
        task: Some(NUMBER),
        level: Level::Blocker,
        link: Some("https://example.org".to_owned()),
        state: SignalState::Closed { by: agent(), at: AT },
        ..open.clone()
    };
    [open, closed]
}

fn events_of_sessions() -> Vec<Event> {
    let summary = Summary {
        text: "Done.".to_owned(),
        by: agent(),
        at: AT,
    };
    let session = |goal| {
        Event::SessionOpened(Session {
            id: SessionId::new("s-1").unwrap(),
            uid: Uid([9; 16]),
            goal,
            opened_at: AT,
            opened_by: agent(),
            version: OpVersion::ZERO,
            next_thread: ThreadId::PRIMARY,
            summary: None,
        })
    };
    let primary = Thread {
        id: ThreadId::PRIMARY,
        uid: Uid([8; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    };
    let additional = Thread {
        id: THREAD,
        role: Role::Additional,
        topic: Some("docs".to_owned()),
        folder: Some("plans/x".to_owned()),
        ..primary.clone()
    };
    let asked = Consultation {
        purpose: Purpose::Replan,
        planner: "claude".to_owned(),
        outcome: "3 tasks".to_owned(),
        input_tokens: None,
        output_tokens: None,
        cost: None,
    };
    vec![
        session(Some("goal".to_owned())),
        session(None),
        Event::SummarySet {
            old: None,
            new: Some(summary),
        },
        Event::ThreadOpened(primary.clone()),
        Event::ThreadOpened(additional.clone()),
        Event::ThreadClosed(additional),
        Event::Consulted(Consultation {
            input_tokens: Some(1),
            output_tokens: Some(2),
            cost: Some(Cost::from_micros(31_000)),
            ..asked.clone()
        }),
        Event::Consulted(asked),
    ]
}

fn events_of_threads() -> Vec<Event> {
    let thread = THREAD;
    let [open, closed] = signals();
    vec![
        Event::TopicSet {
            thread,
            old: None,
            new: Some("t".to_owned()),
        },
        Event::FolderSet {
            thread,
            old: Some("f".to_owned()),
            new: None,
        },
        Event::PlanAdopted {
            thread,
            old: None,
            new: Some(sparse_plan()),
        },
        Event::PlanAdopted {
            thread,
            old: Some(full_plan()),
            new: None,
        },
        Event::SignalSet {
            thread,
            id: open.id.clone(),
            old: Some(open),
            new: Some(closed),
        },
        Event::SignalSet {
            thread,
            id: SignalId::new("x").unwrap(),
            old: None,
            new: None,
        },
    ]
}

fn events_of_tasks() -> Vec<Event> {
    let (thread, number) = (THREAD, NUMBER);
    let task = Task {
        uid: Uid([4; 16]),
        number,
        key: TaskKey::new("do-it").unwrap(),
        order: 3,
        brief: full_brief(),
        after: vec![TaskNumber(1), TaskNumber(2)],
        state: TaskState::Todo,
    };
    let bare = Task {
        brief: Brief::default(),
        after: Vec::new(),
        ..task.clone()
    };
    let mut events = vec![
        Event::TaskAdded { thread, task },
        Event::TaskRemoved { thread, task: bare },
        Event::TaskEdited {
            thread,
            number,
            old: Brief::default(),
            new: full_brief(),
        },
        Event::TaskReordered {
            thread,
            number,
            old: 1,
            new: 2,
        },
        Event::DependenciesSet {
            thread,
            number,
            old: Vec::new(),
            new: vec![TaskNumber(3), TaskNumber(4)],
        },
    ];
    let states = states();
    events.extend(states.windows(2).map(|pair| Event::TaskMoved {
        thread,
        number,
        old: pair[0].clone(),
        new: pair[1].clone(),
    }));
    events
}

fn events() -> Vec<Event> {
    [events_of_sessions(), events_of_threads(), events_of_tasks()].concat()
}

#[test]
fn stored_bytes_of_events_stay() {
    let written: String = events().iter().map(|event| write(event).unwrap() + "\n").collect();
    assert_eq!(written, STORED);
}

#[test]
fn stored_events_are_read_as_they_were() {
    let read: Vec<Event> = STORED.lines().map(|line| read::<Event>(line).unwrap()).collect();
    assert_eq!(read, events());
}

#[test]
fn stored_rows_are_read_as_they_were() {
    for plan in [sparse_plan(), full_plan()] {
        assert_eq!(read::<Plan>(&write(&plan).unwrap()).unwrap(), plan);
    }
    for signal in signals() {
        assert_eq!(read::<Signal>(&write(&signal).unwrap()).unwrap(), signal);
    }
    for state in states() {
        let written = write_result(&state).unwrap();
        assert_eq!(written.is_none(), state == TaskState::Todo);
        assert_eq!(read_result(written.as_deref()).unwrap(), state);
    }
    let lists = r#"{"checklist":["one"],"hints":["two"],"paths":["+src/a.rs","src/b.rs"],"acceptance":["cargo test"]}"#;
    assert_eq!(write_lists(&full_brief()).unwrap(), lists);
    assert_eq!(write_lists(&Brief::default()).unwrap(), "{}");
    assert_eq!(read_lists(lists).unwrap().hints, ["two"]);
}

#[test]
fn outcomes_store_the_report_of_their_turn() {
    let row = r#"{"is":"done","by":"ann","at":1,"note":"Greet (report: r.md)","report":"r.md"}"#;
    let state = read_result(Some(row)).unwrap();
    assert!(matches!(&state, TaskState::Done(outcome) if outcome.report.as_deref() == Some("r.md")));
    assert_eq!(write_result(&state).unwrap().as_deref(), Some(row));
}

#[test]
fn unknown_fields_and_invalid_names_are_damage() {
    for (index, line) in STORED.lines().enumerate() {
        let more = line.replacen('{', r#"{"more":1,"#, 1);
        assert!(read::<Event>(&more).is_err(), "line {index}: {more}");
        let unnamed = line.replace(r#"ann \"the\" é"#, r"\u0007");
        assert_eq!(
            read::<Event>(&unnamed).is_err(),
            unnamed != line,
            "line {index}: {unnamed}"
        );
    }
    let unknown = r#"{"event":"task_moved","thread":1,"number":1,"old":{"is":"lost"},"new":{"is":"todo"}}"#;
    assert!(read::<Event>(unknown).is_err());
}
