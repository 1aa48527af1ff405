use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;

fn prose(lines: &[&str]) -> Pane {
    let mut prose = Prose::default();
    for line in lines {
        prose.quote("", line, Style::new());
    }
    Pane::new(prose, Theme::Plain)
}

#[track_caller]
fn check(pane: &mut Pane, size: (u16, u16), expected: &[&str], position: Option<&str>) {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| pane.draw(frame, frame.area())).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| -> String { (0..size.0).map(|x| buffer[(x, y)].symbol().to_owned()).collect() };
    let rows: Vec<_> = (0..size.1).map(|y| row(y).trim_end().to_owned()).collect();
    assert_eq!(rows, expected);
    assert_eq!(pane.position().as_deref(), position);
}

#[test]
fn what_fits_has_no_position() {
    check(&mut prose(&["one", "two"]), (10, 3), &["one", "two", ""], None);
    check(&mut prose(&[]), (10, 1), &[""], None);
}

#[test]
fn a_page_begins_where_the_last_one_ended() {
    let mut pane = prose(&["1", "2", "3", "4", "5", "6", "7"]);
    check(&mut pane, (10, 3), &["1", "2", "3"], Some("1-3 of 7"));
    pane.scroll_page(1);
    check(&mut pane, (10, 3), &["3", "4", "5"], Some("3-5 of 7"));
    pane.scroll_page(1);
    pane.scroll_page(1);
    check(&mut pane, (10, 3), &["5", "6", "7"], Some("5-7 of 7"));
    pane.scroll(-1);
    check(&mut pane, (10, 3), &["4", "5", "6"], Some("4-6 of 7"));
    pane.scroll_to_start();
    pane.scroll(-5);
    check(&mut pane, (10, 3), &["1", "2", "3"], Some("1-3 of 7"));
    pane.scroll_to_end();
    check(&mut pane, (10, 3), &["5", "6", "7"], Some("5-7 of 7"));
}

#[test]
fn rows_of_one_line_are_scrolled_one_by_one() {
    let mut pane = prose(&["abcdefghijklmnopqrstuvwxyz"]);
    check(&mut pane, (10, 2), &["abcdefghij", "↪ klmnopqr"], Some("1-1 of 1"));
    pane.scroll(1);
    check(&mut pane, (10, 2), &["↪ klmnopqr", "↪ stuvwxyz"], Some("1-1 of 1"));
    pane.scroll(9);
    check(&mut pane, (10, 2), &["↪ klmnopqr", "↪ stuvwxyz"], Some("1-1 of 1"));
    check(&mut pane, (30, 2), &["abcdefghijklmnopqrstuvwxyz", ""], None);
}

#[test]
fn our_own_words_are_broken_between_words() {
    let mut prose = Prose::default();
    prose.say("one two three", Style::new());
    check(
        &mut Pane::new(prose, Theme::Plain),
        (8, 3),
        &["one two", "three", ""],
        None,
    );
}

#[test]
fn the_pieces_of_a_long_line_are_one_line() {
    let long = "x".repeat(20_000);
    let mut pane = prose(&[&long, "y"]);
    let mut terminal = Terminal::new(TestBackend::new(100, 50)).unwrap();
    terminal.draw(|frame| pane.draw(frame, frame.area())).unwrap();
    assert_eq!(pane.position().as_deref(), Some("1 of 2, 33 %"));
    pane.scroll_to_end();
    assert_eq!(pane.position().as_deref(), Some("1-2 of 2"));
}
