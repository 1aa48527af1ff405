use model::TaskPath;

use super::*;
use crate::native::json::pretty;
use crate::native::testing::{AT, agent, doing, done, dropped, failed, numbers, task};

fn shape(task: &Task, blocked_by: &[TaskNumber]) -> serde_json::Value {
    let text = pretty(&TaskShape::new(TaskView { task, blocked_by }, AT));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_field_of_a_task() {
    let mut task = task(3, "Hash passwords", &[1, 2], doing("bob", 25));
    task.brief.body = "Use argon2.".to_owned();
    task.brief.kind = Some(Kind::Feature);
    task.brief.agent = Some(agent("dan"));
    task.brief.checklist = vec!["measure".to_owned()];
    task.brief.hints = vec!["Read `src/auth.rs`.".to_owned()];
    task.brief.paths = vec![TaskPath::read("src/auth.rs"), TaskPath::read("+src/hash.rs")];
    task.brief.acceptance = vec!["Old hashes still work.".to_owned()];
    let text = pretty(&TaskShape::new(
        TaskView {
            task: &task,
            blocked_by: &numbers(&[2]),
        },
        AT,
    ));
    let expected = r#"{
  "number": 3,
  "key": "hash-passwords",
  "uid": "00000000-0000-0000-0000-000000000003",
  "title": "Hash passwords",
  "state": "doing",
  "ready": false,
  "blocked_by": [
    2
  ],
  "after": [
    1,
    2
  ],
  "kind": "feature",
  "agent": "dan",
  "claim": {
    "agent": "bob",
    "since": "2026-11-05T11:55:00.000Z",
    "until": "2026-11-05T12:25:00.000Z",
    "fence": 7
  },
  "body": "Use argon2.",
  "checklist": [
    "measure"
  ],
  "hints": [
    "Read `src/auth.rs`."
  ],
  "paths": [
    "src/auth.rs",
    "+src/hash.rs"
  ],
  "acceptance": [
    "Old hashes still work."
  ]
}
"#;
    assert_eq!(text, expected);
}

#[test]
fn an_ending_stands_under_its_own_name() {
    let ended = |state| shape(&task(1, "T", &[], state), &[]);
    let value = ended(done("ann"));
    assert_eq!(value["state"], "done");
    assert_eq!(value["outcome"]["note"], "All green.");
    assert_eq!(value["claim"], serde_json::Value::Null);
    assert!(value.get("failure").is_none());

    let value = ended(failed("eve", "No network."));
    assert_eq!(
        (&value["state"], &value["failure"]["error"]),
        (&"failed".into(), &"No network.".into())
    );

    let value = ended(dropped("ann"));
    assert_eq!(
        (&value["state"], &value["dropped"]["how"]),
        (&"dropped".into(), &"cancelled".into())
    );
}

#[test]
fn ready_is_free_and_unblocked() {
    let ready = |state, blocked_by: &[u32]| {
        let task = task(9, "T", &[], state);
        shape(&task, &numbers(blocked_by))["ready"] == serde_json::Value::Bool(true)
    };
    assert!(ready(TaskState::Todo, &[]));
    assert!(!ready(TaskState::Todo, &[1]));
    assert!(!ready(doing("bob", 1), &[]));
    assert!(ready(doing("bob", 0), &[]), "a lease is over at its very end");
    assert!(!ready(doing("bob", -1), &[1]));
    assert!(!ready(done("bob"), &[]));
    assert!(!ready(failed("bob", "x"), &[]));
    assert!(!ready(dropped("bob"), &[]));
}
