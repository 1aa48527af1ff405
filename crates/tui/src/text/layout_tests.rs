//! The window on a text against all of its rows, made one after the other from the start.

use std::rc::Rc;

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::text::Line;

use super::code::Code;
use super::diff::{Diff, Layout};
use super::pane::{Pane, Text};
use super::syntax::Language;
use crate::theme::Theme;

const THEME: Theme = Theme::Color;

/// Every line, one after the other, in a text that has never been asked for anything else.
fn all_rows(mut text: impl Text, width: u16) -> Vec<Line<'static>> {
    let rows = (0..text.len()).flat_map(|index| text.rows(index, width, THEME));
    rows.collect()
}

fn drawn(pane: &mut Pane, size: (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| pane.draw(frame, frame.area())).unwrap();
    terminal.backend().buffer().clone()
}

fn naive(rows: &[Line<'static>], top: usize, size: (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    let draw = |frame: &mut ratatui::Frame<'_>| {
        for (y, row) in (0..size.1).zip(&rows[top..]) {
            frame.buffer_mut().set_line(0, y, row, size.0);
        }
    };
    terminal.draw(draw).unwrap();
    terminal.backend().buffer().clone()
}

#[derive(Debug, Clone, Copy)]
enum Move {
    Rows(isize),
    Pages(isize),
    Start,
    End,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        (-40..40_isize).prop_map(Move::Rows),
        (-5..5_isize).prop_map(Move::Pages),
        Just(Move::Start),
        Just(Move::End),
    ];
    prop::collection::vec(one, 0..8)
}

/// Words, marks and wide letters, comments and texts that stay open, now and then a line of several pieces.
fn texts() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        12 => r#"[a-z0-9 \t/*"'é日\u{301}\u{202e}-]{0,90}"#,
        1 => (0..9_000_usize).prop_map(|count| "long ".repeat(count / 5)),
        2 => Just("/*".to_owned()),
        2 => Just("*/".to_owned()),
        1 => Just("\r".to_owned()),
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

/// Where the first row that is seen stands among all of them.
fn go(pane: &mut Pane, top: usize, one: Move, all: usize, height: u16) -> usize {
    let last = all.saturating_sub(usize::from(height));
    match one {
        Move::Rows(rows) => {
            pane.scroll(rows);
            top.saturating_add_signed(rows).min(last)
        }
        Move::Pages(pages) => {
            pane.scroll_page(pages);
            let page = isize::try_from(height).unwrap() - 1;
            top.saturating_add_signed(pages * page.max(1)).min(last)
        }
        Move::Start => {
            pane.scroll_to_start();
            0
        }
        Move::End => {
            pane.scroll_to_end();
            last
        }
    }
}

fn check(mut pane: Pane, rows: &[Line<'static>], moves: &[Move], size: (u16, u16)) -> Result<(), TestCaseError> {
    let mut top = 0;
    prop_assert_eq!(drawn(&mut pane, size), naive(rows, top, size));
    for one in moves {
        top = go(&mut pane, top, *one, rows.len(), size.1);
        prop_assert_eq!(drawn(&mut pane, size), naive(rows, top, size), "after {:?}", one);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_window_on_a_file_shows_what_stands_there(
        text in texts(),
        path in prop_oneof![Just("a.rs"), Just("a.py"), Just("a.sh"), Just("LICENSE")],
        size in (8..120_u16, 1..30_u16),
        moves in moves(),
    ) {
        let code = || Code::new(text.as_str().into(), Language::of(path, ""));
        let rows = all_rows(code(), size.0);
        check(Pane::new(code(), THEME), &rows, &moves, size)?;
    }

    #[test]
    fn a_window_on_a_difference_shows_what_stands_there(
        (before, after) in (texts(), texts()),
        is_beside in any::<bool>(),
        size in (20..120_u16, 1..30_u16),
        moves in moves(),
    ) {
        let layout = if is_beside { Layout::Beside } else { Layout::Unified };
        let (before, after): (Rc<str>, Rc<str>) = (before.into(), after.into());
        let diff = || Diff::new(&before, &after, layout);
        let rows = all_rows(diff(), size.0);
        check(Pane::new(diff(), THEME), &rows, &moves, size)?;
    }

    #[test]
    fn another_width_shows_the_line_that_was_at_the_top(
        text in texts(),
        widths in prop::collection::vec(8..120_u16, 1..5),
        height in 1..30_u16,
        moves in moves(),
    ) {
        let code = || Code::new(text.as_str().into(), Language::of("a.rs", ""));
        let mut pane = Pane::new(code(), THEME);
        drawn(&mut pane, (60, height));
        for one in moves {
            go(&mut pane, 0, one, 0, height);
        }
        let first = pane.seen().start;
        for width in widths {
            let mut fresh = code();
            let mut above = |line: usize| -> usize { (0..line).map(|at| fresh.rows(at, width, THEME).len()).sum() };
            let shown = drawn(&mut pane, (width, height));
            let now = pane.seen().start;
            // A wider window may have to go up in order to stay filled.
            prop_assert!(now <= first);
            let rows = all_rows(code(), width);
            let last = rows.len().saturating_sub(usize::from(height));
            let top = if now == first { above(now).min(last) } else { last };
            prop_assert_eq!(naive(&rows, top, (width, height)), shown);
            if now < first {
                break;
            }
        }
    }
}
