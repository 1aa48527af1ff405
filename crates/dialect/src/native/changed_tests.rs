use model::{Event, TaskState, ThreadId};

use super::*;
use crate::native::testing::{AT, Board, done, failed, moved, operation, plain, task};

#[test]
fn it_says_what_changed_and_what_is_next() {
    let board = Board::sample();
    let views = board.views();
    let operation = operation(18, "done", vec![moved(2, TaskState::Todo, done("bob"))]);
    let view = ChangedView {
        address: Address::NONE,
        operation: Some(&operation),
        tasks: &views[1..2],
        now: &Now::Work(views[2].task),
        version: OpVersion(18),
        at: AT,
    };
    let titles = Titles::of(ThreadId::PRIMARY, views.iter().map(|view| view.task));
    assert_eq!(
        plain(&changed_text(&view, &titles)),
        "\
✓ task 2 “Hash passwords” → done: “All green.”

Task 3 “Write the docs” is ready.
  planwright next --claim  takes it, for you alone
  planwright done 3        when it is finished
"
    );
    let value: serde_json::Value = serde_json::from_str(&changed_json(&view)).unwrap();
    assert_eq!(value["version"], 18);
    assert_eq!(value["tasks"][0]["number"], 2);
    assert_eq!(value["changed"][0]["kind"], "task_moved");
    assert_eq!(
        value["next"],
        serde_json::json!({
            "now": "work",
            "task": {"number": 3, "key": "write-the-docs", "title": "Write the docs", "state": "todo"},
            "message": "Task 3 “Write the docs” is ready.",
        })
    );
}

#[test]
fn nothing_changed_is_said() {
    let view = ChangedView {
        address: Address::NONE,
        operation: None,
        tasks: &[],
        now: &Now::Decompose,
        version: OpVersion(18),
        at: AT,
    };
    let text = plain(&changed_text(&view, &Titles::default()));
    assert!(
        text.starts_with("Nothing changed: it was like this already.\n\nThere is no task yet.\n"),
        "{text}"
    );
    let value: serde_json::Value = serde_json::from_str(&changed_json(&view)).unwrap();
    assert_eq!(value["changed"], serde_json::json!([]));
    assert_eq!(value["next"]["task"], serde_json::Value::Null);
}

#[test]
fn a_long_message_stays_one_line() {
    let broken = task(5, "Try OAuth", &[], failed("eve", &"trace\n".repeat(5_000)));
    let added = operation(
        18,
        "add",
        vec![Event::TaskAdded {
            thread: ThreadId::PRIMARY,
            task: broken.clone(),
        }],
    );
    let view = ChangedView {
        address: Address::NONE,
        operation: Some(&added),
        tasks: &[],
        now: &Now::Replan(&broken),
        version: OpVersion(18),
        at: AT,
    };
    let text = plain(&changed_text(&view, &Titles::default()));
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(text.lines().nth(2).unwrap().ends_with('…'), "{text}");
}
