use super::*;
use crate::planwright::testing::{AT, Board, doing, plain, task};
use crate::show::width::width;

fn check(board: &Board, columns: usize, expected: &str) {
    let text = plain(&list_text(&board.listed(), &board.views(), &Address::NONE, AT, columns));
    assert_eq!(text, expected.trim_start_matches('\n'));
}

#[test]
fn one_of_each() {
    check(
        &Board::sample(),
        80,
        "
1  ✓  Add a user table    ann
2  ▶  Hash passwords      bob, 25 min left  after 1
3  ○  Write the docs      for dan           after 1
4  ·  Add the login page                    after 1, 2
5  ✗  Try OAuth           eve
6  –  Send flowers        ann

6 tasks   ✓ 1 done   ▶ 1 doing   ○ 1 ready   · 1 waiting   ✗ 1 failed   – 1 dropped
",
    );
}

#[test]
fn columns_stay_straight_under_wide_and_combining_characters() {
    check(
        &Board::new(vec![
            task(9, "データベースを作る", &[], doing("太郎", 5)),
            task(10, "Cafe\u{301} menu", &[9], TaskState::Todo),
            task(11, "Plain", &[9], doing("ann", -5)),
        ]),
        80,
        "
 9  ▶  データベースを作る  太郎, 5 min left
10  ·  Cafe\u{301} menu                             after 9
11  ·  Plain               ann, lapsed       after 9

3 tasks   ▶ 1 doing   · 2 waiting
",
    );
}

#[test]
fn titles_are_clipped_to_the_width_and_no_line_is_longer() {
    let board = Board::new(vec![
        task(1, &"long ".repeat(60), &[], doing("bob", 5)),
        task(2, &"長い".repeat(60), &[1], TaskState::Todo),
    ]);
    let text = plain(&list_text(&board.listed(), &board.views(), &Address::NONE, AT, 60));
    for line in text.lines() {
        assert!(width(line) <= 60, "{line}");
    }
    assert_eq!(text.matches('…').count(), 2);
    let unclipped = plain(&list_text(
        &board.listed(),
        &board.views(),
        &Address::NONE,
        AT,
        usize::MAX,
    ));
    assert!(!unclipped.contains('…'));
}

#[test]
fn a_long_list_of_dependencies_is_shortened() {
    let every_second: Vec<u32> = (1..200).step_by(2).collect();
    let board = Board::new(vec![task(200, "Join", &every_second, TaskState::Todo)]);
    let text = plain(&list_text(&board.listed(), &board.views(), &Address::NONE, AT, 80));
    assert!(
        text.starts_with("200  ·  Join  after 1, 3, 5, 7, 9, 11, 13…\n"),
        "{text}"
    );
}

#[test]
fn an_empty_plan_says_what_to_do() {
    check(
        &Board::new(vec![]),
        80,
        "There is no task yet. Add one with planwright add \"TITLE\".\n",
    );
}

#[test]
fn a_filtered_list_says_how_much_it_leaves_out() {
    let board = Board::sample();
    let text = plain(&list_text(&board.listed(), &board.views()[..1], &Address::NONE, AT, 80));
    assert!(text.ends_with("\n1 of 6 tasks   ✓ 1 done\n"), "{text}");
    let none = plain(&list_text(&board.listed(), &[], &Address::NONE, AT, 80));
    assert_eq!(none, "0 of 6 tasks\n");
}

#[test]
fn json_holds_the_plan_and_its_tasks() {
    let board = Board::sample();
    let json = list_json(&board.listed(), &board.views(), AT);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!({
        "session": "user-auth-1",
        "goal": "Let users log in",
        "thread": "thread_1",
        "title": "Login",
        "version": 2,
        "counts": {"total": 6, "todo": 2, "doing": 1, "done": 1, "failed": 1, "dropped": 1},
        "op_version": 17,
    });
    assert_eq!(value["plan"], expected);
    let states: Vec<_> = value["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|task| task["state"].clone())
        .collect();
    assert_eq!(states, ["done", "doing", "todo", "todo", "failed", "dropped"]);
}

#[test]
fn json_of_an_empty_plan() {
    let board = Board::new(vec![]);
    let value: serde_json::Value = serde_json::from_str(&list_json(&board.listed(), &[], AT)).unwrap();
    assert_eq!(value["tasks"], serde_json::json!([]));
}
