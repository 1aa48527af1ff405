use super::*;
use crate::planwright::testing::{AT, Board, doing, plain, task};
use crate::show::width::width;

fn check(board: &Board, columns: usize, expected: &str) {
    let text = plain(&list_text(&board.listed(), &board.views(), &Address::NONE, AT, columns));
    assert_eq!(text, expected.trim_start_matches('\n'));
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
fn a_filtered_list_says_how_much_it_leaves_out() {
    let board = Board::sample();
    let text = plain(&list_text(&board.listed(), &board.views()[..1], &Address::NONE, AT, 80));
    assert!(text.ends_with("\n1 of 6 tasks   ✓ 1 done\n"), "{text}");
    let none = plain(&list_text(&board.listed(), &[], &Address::NONE, AT, 80));
    assert_eq!(none, "0 of 6 tasks\n");
}
