//! Every screen of the board at three sizes, and what keys, clicks and news do to it.

use engine::Sight;
use model::{Level, OpVersion, TaskNumber, TaskState, ThreadId};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Style;
use render::show::mark::Mark;

use super::deed::Deed;
use super::dialog::Dialog;
use super::keys;
use super::scene::{agent, board, board_at_form, doing, done, failed, glance, moved, signal, task, tasks};
use super::state::{Board, Focus, Tone};
use crate::Theme;
use crate::testing::{check, check_styled, drawn};
use crate::text::{Pane, Prose};

fn screen(name: &str, mut board: Board) {
    check(&format!("board-{name}"), |frame| board.draw(frame, Theme::Plain));
}

fn press(board: &mut Board, keys: &str) -> Option<Deed> {
    let code = |c| match c {
        '\n' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        '\u{1b}' => KeyCode::Esc,
        c => KeyCode::Char(c),
    };
    let press = |c| match board.press(KeyEvent::new(code(c), KeyModifiers::NONE)) {
        // As if the engine had nothing against it.
        Some(Deed::Ask { of, task }) => {
            board.ask(of, task);
            None
        }
        deed => deed,
    };
    keys.chars().map(press).last().flatten()
}

fn after(keys: &str) -> Board {
    let mut board = board_at_form();
    press(&mut board, keys);
    board
}

fn at(number: u32) -> Board {
    let mut board = board();
    board.selected = Some(TaskNumber(number));
    board
}

fn click(board: &mut Board, kind: MouseEventKind, column: u16, row: u16) {
    let modifiers = KeyModifiers::NONE;
    keys::point(
        board,
        MouseEvent {
            kind,
            column,
            row,
            modifiers,
        },
    );
}

const LEFT: MouseEventKind = MouseEventKind::Down(MouseButton::Left);

#[test]
fn tasks_stand_by_what_a_person_has_to_know_first() {
    screen("list", board());
}

/// The README shows this screen.
#[test]
fn the_board_is_drawn_in_color() {
    let mut board = board_at_form();
    check_styled("board-readme", 110, 26, |frame| board.draw(frame, Theme::Color));
}

#[test]
fn the_graph_shows_what_waits_for_what() {
    screen("graph", after("v"));
}

#[test]
fn a_task_is_shown_in_full() {
    screen("details", after("\n"));
}

#[test]
fn what_came_of_a_task_is_shown() {
    let mut board = at(1);
    press(&mut board, "\n");
    screen("outcome", board);
}

#[test]
fn words_are_searched_while_they_are_typed() {
    screen("search", after("/form"));
}

#[test]
fn only_what_is_wanted_is_shown() {
    screen("filter", after("34"));
    screen("nothing", after("/no such task\n"));
}

#[test]
fn dialogs_ask_for_what_a_deed_needs() {
    screen("done", after("dMerged, and tried by hand"));
    screen("fail", after("f"));
    screen("drop", after("xNot now\n"));
    screen("raise", after("sTests fail on main"));
    screen("raise-fault", after("s\n"));
    screen("clear", after("S"));
    let mut board = at(1);
    press(&mut board, "r");
    screen("reopen", board);
}

#[test]
fn help_names_every_key() {
    screen("help", after("?"));
}

#[test]
fn a_report_can_be_read() {
    let mut board = board_at_form();
    let mut prose = Prose::default();
    let text: String = (1..60)
        .map(|line| format!("Line {line} of what came of it\n"))
        .collect();
    prose.quote("", &text, Style::new());
    board.dialog = Some(Dialog::Report {
        title: ".teddy/20261105-login-form/01/report.md".to_owned(),
        pane: Pane::new(prose, Theme::Plain),
    });
    screen("report", board);
}

#[test]
fn a_refusal_is_told_in_full() {
    let mut board = board_at_form();
    let refusal = "task 4 is not ready: it waits for 2, 3; `planwright next` finds the one to begin with, \
                   and this sentence goes on for so long that no narrow terminal holds it in one row";
    board.say(Tone::Bad, refusal);
    screen("refusal", board);
}

#[test]
fn what_others_do_is_told_for_a_moment() {
    let mut board = board_at_form();
    board.take_in(moved(task(2, "Store users", &[], done("bob", 0, "In SQLite")), "bob"));
    screen("news", board);
}

#[test]
fn an_empty_plan_says_how_to_go_on() {
    screen(
        "empty",
        Board::new(glance(Vec::new(), Vec::new()), agent("ada"), ThreadId::PRIMARY),
    );
}

#[test]
fn nothing_hides_in_what_others_wrote() {
    let hostile = "Pay \u{202e}eve\u{2066}\u{1b}[31m\u{200b}\n日本語 e\u{301}";
    let mut bad = task(1, hostile, &[], failed("e\u{202e}ve", hostile));
    bad.brief.body = hostile.to_owned();
    bad.brief.hints = vec![hostile.to_owned()];
    let mut open = signal("trick", Level::Blocker, hostile);
    open.task = None;
    let mut glance = glance(vec![bad, task(2, hostile, &[1], doing("b\u{200b}ob", 3))], vec![open]);
    glance.outlook.session.goal = Some(hostile.to_owned());
    screen("hostile", Board::new(glance, agent("ada"), ThreadId::PRIMARY));
}

#[test]
fn no_window_is_too_small() {
    let keys = ["", "v", "\n", "/form", "34", "dx", "xx\n", "s\n", "S", "?"];
    for keys in keys {
        let mut board = after(keys);
        board.say(
            Tone::Bad,
            "It was refused, for a reason that takes more than one row to tell.",
        );
        for (columns, rows) in [1, 2, 3, 5, 8, 13, 21, 34, 47]
            .into_iter()
            .flat_map(|columns| (1..18).map(move |rows| (columns, rows)))
        {
            drawn(columns, rows, |frame| board.draw(frame, Theme::Color));
        }
    }
}

/// Found in a window of three rows: a task was dropped by somebody who could not see which.
#[test]
fn nothing_is_decided_in_a_window_that_shows_nothing() {
    let mut board = board_at_form();
    drawn(12, 3, |frame| board.draw(frame, Theme::Color));
    assert_eq!(press(&mut board, "x\ny"), None);
    assert!(board.dialog.is_none());
    assert_eq!(press(&mut board, "q"), Some(Deed::Quit));
    drawn(40, 10, |frame| board.draw(frame, Theme::Color));
    press(&mut board, "x");
    assert!(board.dialog.is_some());
}

#[test]
fn the_highlighted_task_stays_so_when_rows_move() {
    let mut board = at(3);
    let before = board.cursor();
    board.take_in(moved(task(3, "Write the login form", &[1], done("zoe", 0, "")), "zoe"));
    assert_eq!(board.selected, Some(TaskNumber(3)));
    assert_ne!(board.cursor(), before);
    assert!(board.is_fresh(TaskNumber(3)));
    assert!(board.wants_history().is_some(), "it is not what it was");
}

#[test]
fn a_task_that_is_gone_leaves_the_highlight_to_its_neighbor() {
    let mut board = at(4);
    let mut news = moved(task(2, "Store users", &[], TaskState::Todo), "bob");
    news.tasks = Sight::Changed {
        tasks: Vec::new(),
        removed: vec![TaskNumber(4)],
    };
    board.take_in(news);
    assert_eq!(board.selected, Some(TaskNumber(6)));
    assert_eq!(board.picture.len(), tasks().len() - 1);
}

#[test]
fn what_is_new_grows_old() {
    let mut board = at(3);
    board.take_in(moved(task(2, "Store users", &[], done("bob", 0, "")), "bob"));
    assert!(board.notice.is_some());
    for _ in 0..10 {
        let mut quiet = moved(task(2, "", &[], TaskState::Todo), "bob");
        quiet.news.clear();
        quiet.tasks = Sight::Changed {
            tasks: Vec::new(),
            removed: Vec::new(),
        };
        board.take_in(quiet);
    }
    assert!(board.notice.is_none() && !board.is_fresh(TaskNumber(2)));
}

#[test]
fn finished_work_releases_what_waited_for_it() {
    let mut board = board();
    let waits = |board: &Board| board.picture.find(TaskNumber(4)).unwrap().blocked_by.to_vec();
    assert_eq!(waits(&board), [TaskNumber(2), TaskNumber(3)]);
    board.take_in(moved(task(2, "Store users", &[], done("bob", 0, "")), "bob"));
    assert_eq!(waits(&board), [TaskNumber(3)]);
}

#[test]
fn a_lease_that_runs_out_frees_its_task() {
    let mut board = board();
    assert_eq!(board.rows.count(Mark::Doing), 1);
    let mut later = moved(task(2, "", &[], TaskState::Todo), "bob");
    later.at = later.at.plus_millis(60 * 60_000);
    later.news.clear();
    later.tasks = Sight::Changed {
        tasks: Vec::new(),
        removed: Vec::new(),
    };
    board.take_in(later);
    assert_eq!(board.rows.count(Mark::Doing), 0);
}

#[test]
fn a_store_in_the_place_of_another_is_taken_in_whole() {
    let mut board = at(9);
    let mut other = glance(tasks()[..2].to_vec(), Vec::new());
    other.outlook.session.version = OpVersion(3);
    board.take_in(other);
    assert_eq!((board.picture.len(), board.version()), (2, OpVersion(3)));
    assert!(board.selected.is_some_and(|number| number.0 <= 2));
}

#[test]
fn keys_ask_for_deeds() {
    let mut board = at(3);
    let number = TaskNumber(3);
    assert_eq!(press(&mut board, "c"), Some(Deed::Claim(number)));
    let finished = |note: Option<&str>| {
        Some(Deed::Finish {
            task: number,
            note: note.map(ToOwned::to_owned),
        })
    };
    assert_eq!(press(&mut board, "d\n"), finished(None));
    assert_eq!(press(&mut board, "d Well done \n"), finished(Some("Well done")));
    assert_eq!(press(&mut board, "f\n"), None, "nobody could mend what is not said");
    assert!(matches!(press(&mut board, "No way\n"), Some(Deed::Fail { .. })));
    assert_eq!(press(&mut board, "x\nn"), None);
    assert!(board.dialog.is_none());
    assert!(matches!(
        press(&mut board, "xOld\ny"),
        Some(Deed::Drop { reason: Some(_), .. })
    ));
    assert_eq!(press(&mut board, "r"), Some(Deed::Reopen(number)));
    assert_eq!(press(&mut board, "u"), Some(Deed::ProposeUndo));
    assert_eq!(press(&mut board, "e"), Some(Deed::Review(number)));
    assert_eq!(press(&mut board, "o"), Some(Deed::Read(number)));
    assert!(matches!(press(&mut board, "S\n"), Some(Deed::Clear(id)) if id.as_str() == "ci_red"));
    assert!(matches!(press(&mut board, "Sj\n"), Some(Deed::Clear(id)) if id.as_str() == "freeze"));
    assert_eq!(press(&mut board, "q"), Some(Deed::Quit));
    assert_eq!(press(&mut board, "Z"), None);
    assert!(board.notice.is_some(), "a key that does nothing says so");
}

#[test]
fn words_that_were_refused_are_not_lost() {
    for keys in ["dWell done\n", "fNo way\n", "xOld\ny", "sIt burns\n"] {
        let mut board = at(3);
        let deed = press(&mut board, keys).unwrap();
        board.dialog = super::dialog::again(&deed, board.selected, "somebody else was quicker");
        let told = drawn(80, 24, |frame| board.draw(frame, Theme::Plain));
        assert!(told.contains("somebody else was quicker"), "{keys}: {told}");
        let once_more = match keys.starts_with('x') {
            true => "\ny",
            false => "\n",
        };
        assert_eq!(press(&mut board, once_more), Some(deed), "{keys}");
    }
}

#[test]
fn only_a_board_that_is_cut_off_is_opened_anew() {
    let mut board = at(3);
    assert_eq!(press(&mut board, "R"), None);
    board.is_cut_off = true;
    assert_eq!(press(&mut board, "R"), Some(Deed::Reconnect));
}

#[test]
fn what_is_pasted_is_typed_and_never_a_key() {
    let mut board = at(3);
    super::dialog::paste(&mut board, "q\nd");
    assert!(board.dialog.is_none());
    press(&mut board, "d");
    super::dialog::paste(&mut board, "one\ntwo");
    let deed = press(&mut board, "\n");
    assert!(matches!(deed, Some(Deed::Finish { note: Some(note), .. }) if note == "one two"));
}

#[test]
fn escape_brings_back_what_was_shown() {
    let mut board = after("/form\n");
    assert_eq!(board.sieve.words, "form");
    press(&mut board, "/x\u{1b}");
    assert_eq!(board.sieve.words, "form");
    press(&mut board, "\u{1b}");
    assert!(board.sieve.is_open());
}

#[test]
fn reading_the_details_moves_no_highlight() {
    let mut board = after("\njjkkkkgG");
    drawn(50, 15, |frame| board.draw(frame, Theme::Plain));
    assert_eq!((board.selected, board.focus), (Some(TaskNumber(3)), Focus::Details));
    assert!((1..1_000).contains(&board.scroll), "it ends where the text ends");
    press(&mut board, "\u{1b}");
    assert_eq!(board.focus, Focus::Tasks);
}

#[test]
fn numbers_keys_and_holders_are_found() {
    let found = |words: &str| {
        let board = after(&format!("/{words}\n"));
        let rows = board.rows.rows.iter().filter_map(|row| board.number(*row));
        rows.map(|number| number.0).collect::<Vec<_>>()
    };
    assert_eq!(found("#7"), [7]);
    assert_eq!(found("BOB"), [2]);
    assert_eq!(found("task-6"), [6]);
    assert_eq!(found("form"), [3, 4]);
}

#[test]
fn the_mouse_selects_scrolls_and_chooses() {
    let mut board = board();
    drawn(80, 24, |frame| board.draw(frame, Theme::Plain));
    let list = board.places.list;
    click(&mut board, LEFT, list.x + 2, list.y + 3);
    assert_eq!(board.selected, Some(TaskNumber(2)));
    assert_eq!(board.focus, Focus::Tasks);
    click(&mut board, LEFT, list.x + 2, list.y);
    assert_eq!(board.selected, Some(TaskNumber(2)), "a heading is no task");
    click(&mut board, LEFT, list.x + 2, list.y + 3);
    assert_eq!(board.focus, Focus::Details);
    click(&mut board, MouseEventKind::ScrollDown, list.x, list.y);
    assert_ne!(board.selected, Some(TaskNumber(2)));
    let (tab, mark) = board.places.tabs[1];
    click(&mut board, LEFT, tab.x, tab.y);
    assert_eq!(
        (mark, board.sieve.marks.as_slice()),
        (Mark::Doing, [Mark::Doing].as_slice())
    );
}

#[test]
fn every_task_is_reached_from_the_first_to_the_last() {
    for shape in ["", "v"] {
        let mut board = board();
        press(&mut board, shape);
        press(&mut board, "g");
        let mut seen = vec![board.selected.unwrap()];
        for _ in 1..tasks().len() {
            press(&mut board, "j");
            seen.push(board.selected.unwrap());
        }
        let last = board.selected;
        press(&mut board, "j");
        assert_eq!(board.selected, last);
        let mut sorted = seen.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), tasks().len(), "{seen:?}");
        press(&mut board, "gG");
        assert_eq!(board.selected, last);
    }
}
