use super::*;
use crate::planwright::testing::plain;

#[test]
fn an_error_says_what_happened_and_what_to_do() {
    let trouble = Trouble::new("unknown_task", "there is no task 9")
        .with_details(["first".to_owned(), "sec\u{1b}ond".to_owned()])
        .with_hint("`planwright list` shows them");
    assert_eq!(
        plain(&error_text(&trouble)),
        "\
error: there is no task 9
  - first
  - sec\\u{1b}ond
hint: `planwright list` shows them
"
    );
    let value: Value = serde_json::from_str(&error_json(&trouble)).unwrap();
    let expected = json!({
        "status": "error",
        "error_type": "unknown_task",
        "message": "there is no task 9",
        "details": ["first", "sec\u{1b}ond"],
        "hint": "`planwright list` shows them",
    });
    assert_eq!(value, expected);
}

#[test]
fn a_bare_error_has_empty_lists_not_missing_ones() {
    let trouble = Trouble::new("io", "the disk is full");
    assert_eq!(plain(&error_text(&trouble)), "error: the disk is full\n");
    let value: Value = serde_json::from_str(&error_json(&trouble)).unwrap();
    assert_eq!((&value["details"], &value["hint"]), (&json!([]), &Value::Null));
}
