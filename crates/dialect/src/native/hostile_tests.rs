//! R10 for the native door: whatever text is stored, what is printed can hide nothing.

use model::{Event, Held, Kind, Level, Now, OpVersion, Outlook, Stuck, Summary, Task, TaskPath, TaskState, ThreadId};

use super::testing::{
    AT, Board, agent, doing, done, dropped, failed, minutes_ago, moved, operation, plain, session, signal, task,
};
use super::visible::is_hidden;
use super::*;
use crate::address::Address;

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
    serde_json::from_str::<serde_json::Value>(text).unwrap();
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
    assert_shows_all(&list_text(&board.plan(), &views, &Address::NONE, AT, 80));
    assert_json(&list_json(&board.plan(), &views, AT));
    assert_shows_all(&graph_text(&views, &Address::NONE, AT, 80));
    assert_shows_all(&graph_mermaid(&views, AT));
    assert_shows_all(&graph_dot(&views, AT));
    assert_json(&graph_json(&views, AT));
}

#[test]
fn tasks_and_history() {
    let board = hostile_board();
    let mut operation = operation(2, HOSTILE, hostile_events());
    operation.author = agent(SNEAKY);
    let operations = [operation];
    for task in board.views() {
        let view = ShowView {
            address: Address::NONE,
            task,
            thread: ThreadId::PRIMARY,
            history: &operations,
            at: AT,
        };
        assert_shows_all(&show_text(&view));
        assert_json(&show_json(&view));
    }
    assert_shows_all(&log_text(&operations, &Titles::default(), &Address::NONE, AT));
    assert_json(&log_json(&operations));
    let undo = UndoView {
        address: Address::NONE,
        undone: &operations[0],
        by: &operations[0],
    };
    assert_shows_all(&undo_text(&undo, &Titles::default(), AT));
    assert_json(&undo_json(&undo));
}

#[test]
fn what_now() {
    let board = hostile_board();
    let signal = signal("s", Level::Blocker, HOSTILE);
    let task = hostile_task(9, &[1], doing(SNEAKY, -5));
    let failed = hostile_task(9, &[1], failed(SNEAKY, HOSTILE));
    let held = [Held {
        number: task.number,
        title: HOSTILE.to_owned(),
        claim: task.claim().unwrap().clone(),
    }];
    let stuck = Stuck {
        task: task.clone(),
        on: failed.clone(),
    };
    let summary = Summary {
        text: HOSTILE.to_owned(),
        by: agent(SNEAKY),
        at: minutes_ago(1),
    };
    for now in [
        Now::Wait(&signal),
        Now::Replan(&failed),
        Now::Resume(&task),
        Now::Work(&task),
        Now::Held(&held),
        Now::Blocked(&stuck),
        Now::Rest(&summary),
    ] {
        let next = NextView {
            address: Address::NONE,
            now: &now,
            blocked_by: &[],
            claimed: false,
            version: OpVersion(1),
            at: AT,
        };
        assert_shows_all(&next_text(&next));
        assert_json(&next_json(&next));
        let operation = operation(2, HOSTILE, hostile_events());
        let changed = ChangedView {
            address: Address::NONE,
            operation: Some(&operation),
            tasks: &board.views(),
            now: &now,
            version: OpVersion(2),
            at: AT,
        };
        assert_shows_all(&changed_text(&changed, &Titles::default()));
        assert_json(&changed_json(&changed));
    }
}

#[test]
fn status_and_signals() {
    let board = hostile_board();
    let mut signal = signal("s", Level::Warning, HOSTILE);
    signal.link = Some(HOSTILE.to_owned());
    let signals = vec![signal];
    let mut session = session();
    session.goal = Some(HOSTILE.to_owned());
    let views = board.views();
    let holders = [Held {
        number: views[1].task.number,
        title: HOSTILE.to_owned(),
        claim: views[1].task.claim().unwrap().clone(),
    }];
    let outlook = Outlook {
        session: session.clone(),
        plan_title: None,
        counts: board.plan().counts,
        signals: signals.clone(),
        failed: Some(views[4].task.clone()),
        mine: None,
        ready: None,
        held: Vec::new(),
        stuck: None,
        review: None,
    };
    let view = StatusView {
        address: Address::NONE,
        outlook: &outlook,
        plan: PlanView {
            session: &session,
            ..board.plan()
        },
        holders: &holders,
        asker: &agent(SNEAKY),
        at: AT,
        width: 80,
    };
    assert_shows_all(&status_text(&view));
    assert_json(&status_json(&view));
    assert_shows_all(&signals_text(&signals, AT, 80));
    assert_json(&signals_json(&signals, OpVersion(1)));
    let view = SignalView {
        address: Address::NONE,
        signal: &signals[0],
        changed: true,
        version: OpVersion(1),
    };
    assert_shows_all(&signal_text(&view));
    assert_json(&signal_json(&view));
}

#[test]
fn trouble() {
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
