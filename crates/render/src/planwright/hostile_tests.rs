//! R10: no answer prints a character that hides or rearranges text, whatever the store holds.

use std::collections::BTreeMap;

use dialect::text::visible::is_hidden;
use engine::{Changed, History, Next, Shown, Signaled, Undone};
use model::{Event, Held, Kind, Level, OpVersion, Outlook, Stuck, Summary, Task, TaskPath, TaskState, ThreadId};

use super::testing::{
    AT, Board, agent, doing, done, dropped, failed, minutes_ago, moved, operation, plain, session, signal, task,
};
use super::*;
use crate::address::Address;
use crate::errors::{Trouble, error_json, error_text};

const HOSTILE: &str =
    "a\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}evil\u{2066}\u{200b}\u{feff}\u{e0041}\r\nb\u{8}\u{2028}c";
/// Agent names may hold no control character, but all the others.
const SNEAKY: &str = "bob\u{202e}\u{200b}\u{e0041}";

fn assert_shows_all(text: &str) {
    let shown = plain(text);
    let hidden = shown.chars().find(|c| is_hidden(*c) && *c != '\n');
    assert_eq!(hidden, None, "{shown:?}");
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{shown:?}");
}

/// JSON keeps the text as it is, and still prints nothing that hides.
fn assert_json(text: &str) {
    assert_shows_all(text);
    assert!(text.starts_with('{'));
    serde_json::from_str::<Value>(text).unwrap();
}

fn hostile_task(number: u32, after: &[u32], state: TaskState) -> Task {
    let mut task = task(number, HOSTILE, after, state);
    task.brief.body = HOSTILE.to_owned();
    task.brief.kind = Some(Kind::Chore);
    task.brief.agent = Some(agent(SNEAKY));
    task.brief.checklist = vec![HOSTILE.to_owned()];
    task.brief.hints = vec![HOSTILE.to_owned()];
    task.brief.paths = vec![TaskPath::read(HOSTILE)];
    task.brief.acceptance = vec![HOSTILE.to_owned()];
    task
}

fn hostile_states() -> Vec<TaskState> {
    let mut states = vec![
        TaskState::Todo,
        doing(SNEAKY, 5),
        doing(SNEAKY, -5),
        done(SNEAKY),
        failed(SNEAKY, HOSTILE),
        dropped(SNEAKY),
    ];
    for state in &mut states {
        match state {
            TaskState::Done(outcome) => {
                outcome.note = Some(HOSTILE.to_owned());
                outcome.files = vec![HOSTILE.to_owned()];
            }
            TaskState::Dropped(dropped) => dropped.reason = Some(HOSTILE.to_owned()),
            TaskState::Todo | TaskState::Doing(_) | TaskState::Failed(_) => {}
        }
    }
    states
}

fn hostile_board() -> Board {
    let task = |(index, state)| hostile_task(index as u32 + 1, &[], state);
    Board::new(hostile_states().into_iter().enumerate().map(task).collect())
}

fn hostile_events() -> Vec<Event> {
    let mut opened = session();
    opened.goal = Some(HOSTILE.to_owned());
    let mut events = vec![Event::SessionOpened(opened)];
    for state in hostile_states() {
        let task = hostile_task(9, &[1], state.clone());
        events.push(Event::TaskAdded {
            thread: ThreadId::PRIMARY,
            task,
        });
        events.push(moved(9, TaskState::Todo, state));
    }
    let signal = signal("s", Level::Info, HOSTILE);
    events.push(Event::SignalSet {
        thread: ThreadId::PRIMARY,
        id: signal.id.clone(),
        old: None,
        new: Some(signal),
    });
    events
}

#[test]
fn lists_and_graphs() {
    let board = hostile_board();
    let views = board.views();
    assert_shows_all(&list_text(&board.listed(), &views, &Address::NONE, AT, 80));
    assert_json(&list_json(&board.listed(), &views, AT));
    assert_shows_all(&graph_text(&views, &Address::NONE, AT, 80));
    assert_shows_all(&graph_mermaid(&views, AT));
    assert_shows_all(&graph_dot(&views, AT));
    assert_json(&graph_json(&views, AT));
}

#[test]
fn tasks_and_history() {
    let thread = ThreadId::PRIMARY;
    let mut operation = operation(2, HOSTILE, hostile_events());
    operation.author = agent(SNEAKY);
    for view in hostile_board().views() {
        let shown = Shown {
            task: view.task.clone(),
            blocked_by: view.blocked_by.to_vec(),
            history: vec![operation.clone()],
        };
        assert_shows_all(&show_text(&shown, thread, &Address::NONE, AT));
        assert_json(&show_json(&shown, thread, AT));
    }
    let history = History {
        operations: vec![operation.clone()],
        tasks: Vec::new(),
    };
    assert_shows_all(&log_text(&history, thread, &Address::NONE, AT));
    assert_json(&log_json(&history));
    let undone = Undone {
        undone: operation.clone(),
        by: operation,
        tasks: Vec::new(),
    };
    assert_shows_all(&undo_text(&undone, thread, &Address::NONE, AT));
    assert_json(&undo_json(&undone));
}

/// Every answer to "what now?" that carries text of others.
fn hostile_outlooks() -> Vec<Outlook> {
    let task = hostile_task(9, &[1], doing(SNEAKY, -5));
    let failed = hostile_task(9, &[1], failed(SNEAKY, HOSTILE));
    let mut session = session();
    session.goal = Some(HOSTILE.to_owned());
    let outlook = Outlook {
        session,
        plan_title: None,
        counts: hostile_board().listed().counts,
        signals: Vec::new(),
        failed: None,
        mine: None,
        ready: None,
        held: Vec::new(),
        stuck: None,
        review: None,
    };
    let mut closed = outlook.clone();
    closed.session.summary = Some(Summary {
        text: HOSTILE.to_owned(),
        by: agent(SNEAKY),
        at: minutes_ago(1),
    });
    let mut signal = signal("s", Level::Blocker, HOSTILE);
    signal.link = Some(HOSTILE.to_owned());
    let held = Held {
        number: task.number,
        title: HOSTILE.to_owned(),
        claim: task.claim().unwrap().clone(),
    };
    let stuck = Stuck {
        task: task.clone(),
        on: failed.clone(),
    };
    vec![
        closed,
        Outlook {
            signals: vec![signal],
            ..outlook.clone()
        },
        Outlook {
            failed: Some(failed),
            ..outlook.clone()
        },
        Outlook {
            mine: Some(task.clone()),
            ..outlook.clone()
        },
        Outlook {
            ready: Some(task),
            ..outlook.clone()
        },
        Outlook {
            held: vec![held],
            ..outlook.clone()
        },
        Outlook {
            stuck: Some(stuck),
            ..outlook
        },
    ]
}

#[test]
fn what_now_and_what_changed() {
    let board = hostile_board();
    for outlook in hostile_outlooks() {
        let state = PlanState {
            outlook: &outlook,
            doing: &board.listed(),
            asker: &agent(SNEAKY),
            at: AT,
        };
        assert_shows_all(&status_text(state, &Address::NONE, 80));
        assert_json(&status_json(state));
        let changed = Changed {
            version: OpVersion(2),
            operation: Some(operation(2, HOSTILE, hostile_events())),
            tasks: board.listed().tasks,
            unmet: BTreeMap::new(),
            outlook: outlook.clone(),
        };
        assert_shows_all(&changed_text(&changed, ThreadId::PRIMARY, &Address::NONE));
        assert_json(&changed_json(&changed, AT));
        let next = Next {
            outlook,
            blocked_by: Vec::new(),
            claimed: false,
        };
        assert_shows_all(&next_text(&next, &Address::NONE, AT));
        assert_json(&next_json(&next, AT));
    }
}

#[test]
fn signals() {
    let mut signal = signal("s", Level::Warning, HOSTILE);
    signal.link = Some(HOSTILE.to_owned());
    let signals = [signal.clone()];
    assert_shows_all(&signals_text(&signals, AT, 80));
    assert_json(&signals_json(&signals, OpVersion(1)));
    let signaled = Signaled {
        signal,
        changed: true,
        version: OpVersion(1),
    };
    assert_shows_all(&signal_text(&signaled, &Address::NONE));
    assert_json(&signal_json(&signaled));
}

#[test]
fn errors_and_findings() {
    let trouble = Trouble::new("io", HOSTILE)
        .with_details([HOSTILE.to_owned()])
        .with_hint(HOSTILE);
    assert_shows_all(&error_text(&trouble));
    assert_json(&error_json(&trouble));
    let findings = [Finding {
        level: Health::Fault,
        what: HOSTILE.to_owned(),
        detail: Some(HOSTILE.to_owned()),
        fix: Some(HOSTILE.to_owned()),
    }];
    assert_shows_all(&doctor_text(&findings));
    assert_json(&doctor_json(&findings));
}
