//! A plan in the middle of its life, made by hand for tests.

use engine::turns::{LinkedTurn, TurnPlace, TurnState};
use engine::{Glance, Sight};
use model::{
    AgentName, Brief, Claim, Counts, Dropped, DroppedAs, Event, Failure, Fence, Level, OpVersion, Operation, Outcome,
    Outlook, Session, SessionId, Signal, SignalId, SignalState, Standing, Task, TaskKey, TaskNumber, TaskPath,
    TaskState, ThreadId, Timestamp, TurnId, Uid,
};

use super::state::{Board, History};

pub const NOW: Timestamp = Timestamp::from_millis(1_793_880_000_000);

pub fn minutes_ago(minutes: i64) -> Timestamp {
    NOW.plus_millis(-minutes * 60_000)
}

pub fn agent(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

pub fn task(number: u32, title: &str, after: &[u32], state: TaskState) -> Task {
    Task {
        uid: Uid([0; 16]),
        number: TaskNumber(number),
        key: TaskKey::new(&format!("task-{number}")).unwrap(),
        order: number,
        brief: Brief {
            title: title.to_owned(),
            ..Brief::default()
        },
        after: after.iter().copied().map(TaskNumber).collect(),
        state,
    }
}

pub fn doing(by: &str, minutes_left: i64) -> TaskState {
    TaskState::Doing(Claim {
        agent: agent(by),
        since: minutes_ago(5),
        until: minutes_ago(-minutes_left),
        fence: Fence(3),
    })
}

pub fn done(by: &str, minutes: i64, note: &str) -> TaskState {
    TaskState::Done(Outcome {
        by: agent(by),
        at: minutes_ago(minutes),
        note: Some(note.to_owned()),
        files: vec!["src/hash.rs".to_owned()],
        started: None,
        evidence: Vec::new(),
        report: None,
        claim: None,
    })
}

pub fn failed(by: &str, error: &str) -> TaskState {
    TaskState::Failed(Failure {
        by: agent(by),
        at: minutes_ago(2),
        error: error.to_owned(),
        started: None,
        files: Vec::new(),
        evidence: Vec::new(),
    })
}

fn dropped(by: &str, reason: &str) -> TaskState {
    TaskState::Dropped(Dropped {
        by: agent(by),
        at: minutes_ago(90),
        how: DroppedAs::Cancelled,
        reason: Some(reason.to_owned()),
    })
}

pub fn signal(id: &str, level: Level, message: &str) -> Signal {
    Signal {
        id: SignalId::new(id).unwrap(),
        task: Some(TaskNumber(3)),
        level,
        message: message.to_owned(),
        link: None,
        state: SignalState::Open {
            by: agent("eve"),
            at: minutes_ago(12),
        },
    }
}

pub fn glance(tasks: Vec<Task>, signals: Vec<Signal>) -> Glance {
    let mut counts = Counts::default();
    for task in &tasks {
        *counts.slot(task.standing()) += 1;
    }
    let first = |standing| tasks.iter().find(|task| task.standing() == standing).cloned();
    Glance {
        at: NOW,
        outlook: Outlook {
            session: Session {
                id: SessionId::new("shop").unwrap(),
                uid: Uid([0; 16]),
                goal: Some("Add user login to the shop".to_owned()),
                opened_at: minutes_ago(100),
                opened_by: agent("ada"),
                version: OpVersion(17),
                next_thread: ThreadId(2),
                summary: None,
            },
            plan_title: None,
            counts,
            signals,
            failed: first(Standing::Failed),
            mine: None,
            ready: first(Standing::Todo),
            held: Vec::new(),
            stuck: None,
            review: None,
        },
        tasks: Sight::All(tasks),
        news: Vec::new(),
    }
}

/// One task of every kind and more, with all that can be said of a task.
pub fn tasks() -> Vec<Task> {
    let mut form = task(3, "Write the login form", &[1], TaskState::Todo);
    form.brief.body = "Name and password, and a link for those who forgot.\nNo captcha.".to_owned();
    form.brief.checklist = vec!["labels".to_owned(), "errors below the fields".to_owned()];
    form.brief.hints = vec!["Read `docs/forms.md` first; it says how the other forms report what is wrong".to_owned()];
    form.brief.paths = vec![TaskPath::read("src/forms"), TaskPath::read("+src/forms/login.rs")];
    form.brief.acceptance = vec!["run: cargo test forms".to_owned()];
    form.brief.agent = Some(agent("zoe"));
    vec![
        task(1, "Choose a password hash", &[], done("ada", 61, "argon2id, 100 ms")),
        task(2, "Store users", &[], doing("bob", 25)),
        form,
        task(4, "Connect the form to the store", &[2, 3], TaskState::Todo),
        task(
            5,
            "Log in with a token",
            &[1],
            failed("eve", "The token server is not reachable from here"),
        ),
        task(6, "Ask for a second factor", &[5, 7], TaskState::Todo),
        task(7, "Send text messages", &[], dropped("ada", "Too expensive")),
        task(8, "Write the manual", &[4], TaskState::Todo),
        task(9, "Try bcrypt", &[], doing("kim", -3)),
    ]
}

pub fn board() -> Board {
    let signals = vec![
        signal("ci_red", Level::Warning, "Tests fail on main since the last merge"),
        signal("freeze", Level::Info, "Nothing is released this week"),
    ];
    let mut board = Board::new(glance(tasks(), signals), agent("ada"), ThreadId::PRIMARY);
    board.turns = vec![turn("01", TurnState::Reported), turn("02", TurnState::Waiting)];
    board
}

/// With the form highlighted, and what was done to it known.
pub fn board_at_form() -> Board {
    let mut board = board();
    board.selected = Some(TaskNumber(3));
    board.history = Some(History {
        task: TaskNumber(3),
        version: OpVersion(17),
        operations: vec![operation(
            4,
            "ada",
            "add",
            Event::TaskAdded {
                thread: ThreadId::PRIMARY,
                task: task(3, "Write the login form", &[1], TaskState::Todo),
            },
        )],
    });
    board
}

pub fn operation(version: u64, by: &str, verb: &'static str, event: Event) -> Operation {
    Operation {
        uid: Uid([0; 16]),
        version: OpVersion(version),
        author: agent(by),
        at: minutes_ago(70),
        verb: verb.into(),
        events: vec![event],
    }
}

fn turn(id: &str, state: TurnState) -> LinkedTurn {
    LinkedTurn {
        key: TaskKey::new("task-3").unwrap(),
        place: TurnPlace {
            session: "20261105-login-form".to_owned(),
            id: TurnId::parse(id).unwrap(),
        },
        state,
    }
}

/// What a glance tells after a task has moved.
pub fn moved(task: Task, by: &str) -> Glance {
    let old = TaskState::Todo;
    let event = Event::TaskMoved {
        thread: ThreadId::PRIMARY,
        number: task.number,
        old,
        new: task.state.clone(),
    };
    let mut glance = glance(tasks(), Vec::new());
    glance.outlook.session.version = OpVersion(18);
    glance.news = vec![operation(18, by, "done", event)];
    glance.tasks = Sight::Changed {
        tasks: vec![task],
        removed: Vec::new(),
    };
    glance
}
