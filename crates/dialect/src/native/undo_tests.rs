use model::TaskState;

use super::*;
use crate::native::testing::{AT, done, moved, operation, plain};

#[test]
fn it_says_what_was_taken_back() {
    let undone = operation(12, "done", vec![moved(3, TaskState::Todo, done("ann"))]);
    let by = operation(13, "undo", vec![moved(3, done("ann"), TaskState::Todo)]);
    let view = UndoView {
        address: Address::NONE,
        undone: &undone,
        by: &by,
    };
    assert_eq!(
        plain(&undo_text(&view, &Titles::default(), AT)),
        "\
Took back operation 12: done by ann, 3 min ago.
  task 3 → todo
The session is at version 13.
"
    );
    let value: serde_json::Value = serde_json::from_str(&undo_json(&view)).unwrap();
    assert_eq!(value["undone"]["version"], 12);
    assert_eq!(value["operation"]["events"][0]["new"]["state"], "todo");
    assert_eq!(value["version"], 13);
}
