use model::{Level, Signal, TaskState, ThreadId};

use super::*;
use crate::native::testing::{AT, doing, done, moved, operation, plain, session, signal, task};

fn added(number: u32, title: &str) -> Event {
    Event::TaskAdded {
        thread: ThreadId::PRIMARY,
        task: task(number, title, &[], TaskState::Todo),
    }
}

#[test]
fn the_newest_comes_first() {
    let operations = [
        operation(1, "init", vec![Event::SessionOpened(session())]),
        operation(2, "add", vec![added(1, "Add login"), added(2, "Write docs")]),
        operation(3, "done", vec![moved(1, doing("ann", 1), done("ann"))]),
    ];
    assert_eq!(
        plain(&log_text(&operations, &Titles::default(), &Address::NONE, AT)),
        "\
#3 done by ann, 3 min ago (2026-11-05 11:57 UTC)
  task 1 “Add login” → done: “All green.”

#2 add by ann, 3 min ago (2026-11-05 11:57 UTC)
  added task 1 “Add login”
  added task 2 “Write docs”

#1 init by ann, 3 min ago (2026-11-05 11:57 UTC)
  session user-auth-1 opened: “Let users log in”
"
    );
}

#[test]
fn given_titles_win_over_old_ones() {
    let operations = [operation(
        2,
        "done",
        vec![added(1, "Old title"), moved(1, TaskState::Todo, TaskState::Todo)],
    )];
    let renamed = [task(1, "New title", &[], TaskState::Todo)];
    let text = plain(&log_text(
        &operations,
        &Titles::of(ThreadId::PRIMARY, &renamed),
        &Address::NONE,
        AT,
    ));
    assert!(text.contains("task 1 “New title” → todo"), "{text}");
}

#[test]
fn nothing_is_cut_silently() {
    let operations = [operation(
        2,
        "add",
        (1..=25).map(|number| added(number, "Task")).collect(),
    )];
    let text = plain(&log_text(&operations, &Titles::default(), &Address::NONE, AT));
    assert!(
        text.ends_with("  added task 20 “Task”\n  … and 5 more; planwright log --json shows all\n"),
        "{text}"
    );
}

#[test]
fn an_empty_log() {
    assert_eq!(
        plain(&log_text(&[], &Titles::default(), &Address::NONE, AT)),
        "Nothing has happened yet.\n"
    );
    let value: serde_json::Value = serde_json::from_str(&log_json(&[])).unwrap();
    assert_eq!(value, serde_json::json!({"operations": []}));
}

#[test]
fn json_events_carry_kind_subject_and_both_values() {
    let raised = signal("ci_red", Level::Warning, "CI is red.");
    let operations = [
        operation(2, "add", vec![added(1, "Add login")]),
        operation(
            3,
            "update",
            vec![
                moved(1, TaskState::Todo, doing("bob", 25)),
                Event::SignalSet {
                    thread: ThreadId::PRIMARY,
                    id: raised.id.clone(),
                    old: None::<Signal>,
                    new: Some(raised),
                },
            ],
        ),
    ];
    let value: serde_json::Value = serde_json::from_str(&log_json(&operations)).unwrap();
    let newest = &value["operations"][0];
    assert_eq!(newest["version"], 3);
    assert_eq!(newest["author"], "ann");
    assert_eq!(newest["verb"], "update");
    assert_eq!(newest["at"], "2026-11-05T11:57:00.000Z");
    assert_eq!(
        newest["events"][0],
        serde_json::json!({
            "kind": "task_moved",
            "subject": "thread_1/task/1",
            "task": 1,
            "old": {"state": "todo"},
            "new": {
                "state": "doing",
                "claim": {
                    "agent": "bob",
                    "since": "2026-11-05T11:55:00.000Z",
                    "until": "2026-11-05T12:25:00.000Z",
                    "fence": 7,
                },
            },
        })
    );
    let set = &newest["events"][1];
    assert_eq!(
        (&set["kind"], &set["subject"]),
        (&"signal_set".into(), &"thread_1/signal/ci_red".into())
    );
    assert_eq!(
        (&set["old"], &set["new"]["level"]),
        (&serde_json::Value::Null, &"warning".into())
    );
    let added = &value["operations"][1]["events"][0];
    assert_eq!(
        (&added["kind"], &added["task"]["title"]),
        (&"task_added".into(), &"Add login".into())
    );
}
