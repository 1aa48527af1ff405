use model::{Kind, TaskNumber, TaskState};

use super::*;
use crate::native::testing::{AT, agent, done, moved, numbers, operation, plain, task};

fn history() -> Vec<Operation> {
    let add = |number, title| Event::TaskAdded {
        thread: ThreadId::PRIMARY,
        task: task(number, title, &[], TaskState::Todo),
    };
    vec![
        operation(2, "add", vec![add(3, "Add login"), add(4, "Another")]),
        operation(3, "add", vec![add(5, "Elsewhere")]),
        operation(4, "done", vec![moved(3, TaskState::Todo, done("ann"))]),
    ]
}

#[test]
fn all_sections() {
    let mut task = task(3, "Add login", &[1, 2], done("ann"));
    task.brief.body = "With a form.\n\n\tindented\n\n".to_owned();
    task.brief.kind = Some(Kind::Feature);
    task.brief.agent = Some(agent("dan"));
    task.brief.checklist = vec!["draw it".to_owned()];
    let view = ShowView {
        address: Address::NONE,
        task: TaskView {
            task: &task,
            blocked_by: &[],
        },
        thread: ThreadId::PRIMARY,
        history: &history(),
        at: AT,
    };
    assert_eq!(
        plain(&show_text(&view)),
        "\
✓ Task 3: Add login
  key    add-login
  state  done by ann, 3 min ago (2026-11-05 11:57 UTC)
  kind   feature
  agent  dan
  after  1, 2

With a form.

    indented

Checklist
  - draw it

Outcome
  All green.

Files
  src/lib.rs

History
  #4 done by ann, 3 min ago (2026-11-05 11:57 UTC)
    task 3 → done: “All green.”
  #2 add by ann, 3 min ago (2026-11-05 11:57 UTC)
    added task 3 “Add login”
"
    );
}

#[test]
fn a_bare_task_is_short() {
    let task = task(3, "Add login", &[1], TaskState::Todo);
    let view = ShowView {
        address: Address::NONE,
        task: TaskView {
            task: &task,
            blocked_by: &numbers(&[1]),
        },
        thread: ThreadId::PRIMARY,
        history: &[],
        at: AT,
    };
    assert_eq!(
        plain(&show_text(&view)),
        "\
· Task 3: Add login
  key        add-login
  state      todo, waiting
  after      1
  waits for  1
"
    );
}

#[test]
fn json_history_keeps_to_the_task() {
    let task = task(3, "Add login", &[], done("ann"));
    let history = history();
    let mut view = ShowView {
        address: Address::NONE,
        task: TaskView {
            task: &task,
            blocked_by: &[],
        },
        thread: ThreadId::PRIMARY,
        history: &history,
        at: AT,
    };
    let value: serde_json::Value = serde_json::from_str(&show_json(&view)).unwrap();
    assert_eq!(value["task"]["number"], 3);
    let history = value["history"].as_array().unwrap();
    let versions: Vec<_> = history.iter().map(|operation| operation["version"].clone()).collect();
    assert_eq!(versions, [4, 2]);
    assert_eq!(history[1]["events"].as_array().unwrap().len(), 1);
    assert_eq!(history[1]["events"][0]["task"]["number"], 3);

    assert_eq!(view.task.task.number, TaskNumber(3));
    view.thread = ThreadId(2);
    let value: serde_json::Value = serde_json::from_str(&show_json(&view)).unwrap();
    assert_eq!(value["history"], serde_json::json!([]));
}
