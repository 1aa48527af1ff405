//! From keys and the mouse to what they mean.

use model::Standing;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use render::show::mark::Mark;

use super::deed::{Deed, Noted};
use super::dialog::{self, Dialog, scrolled};
use super::raise::Raise;
use super::rows::Shape;
use super::state::{Board, Focus, Tone};
use crate::screen::IGNORED_BURST;
use crate::widget::Field;

/// The kinds of tasks by the keys that choose them.
pub const FILTERS: [(char, Mark); 6] = [
    ('1', Mark::Ready),
    ('2', Mark::Doing),
    ('3', Mark::Waiting),
    ('4', Mark::Failed),
    ('5', Mark::Done),
    ('6', Mark::Dropped),
];

/// How far the wheel goes.
const WHEEL: usize = 3;

pub fn press(board: &mut Board, key: KeyEvent) -> Option<Deed> {
    // Whoever presses a key has read it.
    board.notice = None;
    if board.places.is_blind {
        board.dialog = None;
        return matches!(key.code, KeyCode::Char('q') | KeyCode::Esc).then_some(Deed::Quit);
    }
    if let Some(dialog) = board.dialog.take() {
        return dialog::press(board, dialog, key);
    }
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    if move_about(board, key) || look_at(board, key) {
        return None;
    }
    act(board, key)
}

/// Handles a key that arrived together with others: it may move, scroll and type, but never changes the plan.
pub fn press_in_burst(board: &mut Board, key: KeyEvent) {
    // The notice stays until a single key shows that the person is reading.
    board.notice.take_if(|notice| notice.text != IGNORED_BURST);
    let is_chord = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    let is_used = match board.dialog.take() {
        Some(dialog) => dialog::press_in_burst(board, dialog, key),
        None => !board.places.is_blind && !is_chord && (move_about(board, key) || look_at(board, key)),
    };
    if !is_used {
        board.say(Tone::Bad, IGNORED_BURST);
    }
}

pub fn point(board: &mut Board, mouse: MouseEvent) {
    let at = Position::new(mouse.column, mouse.row);
    let is_in_details = board.places.details.contains(at);
    match mouse.kind {
        MouseEventKind::ScrollDown | MouseEventKind::ScrollUp => {
            let is_down = mouse.kind == MouseEventKind::ScrollDown;
            match &mut board.dialog {
                Some(Dialog::Help { scroll }) => wheel(scroll, is_down),
                Some(Dialog::Report { pane, .. }) => pane.scroll(if is_down { 3 } else { -3 }),
                Some(_) => {}
                None if is_in_details => wheel(&mut board.scroll, is_down),
                None => board.step(is_down, WHEEL),
            }
        }
        MouseEventKind::Down(MouseButton::Left) if board.dialog.is_none() => click(board, at, is_in_details),
        _ => {}
    }
}

fn click(board: &mut Board, at: Position, is_in_details: bool) {
    board.notice = None;
    if let Some((_, mark)) = board.places.tabs.iter().find(|(place, _)| place.contains(at)) {
        board.sieve.toggle(*mark);
        board.arrange();
    } else if is_in_details {
        board.focus = Focus::Details;
    } else if let Some(row) = board.window.clicked(board.places.list, at.x, at.y) {
        let was_selected = board.cursor() == Some(row);
        board.select_row(row);
        // A second click looks closer.
        board.focus = if was_selected { Focus::Details } else { Focus::Tasks };
    }
}

fn wheel(scroll: &mut usize, is_down: bool) {
    *scroll = match is_down {
        true => scroll.saturating_add(WHEEL),
        false => scroll.saturating_sub(WHEEL),
    };
}

fn move_about(board: &mut Board, key: KeyEvent) -> bool {
    if board.focus == Focus::Details && read_details(board, key) {
        return true;
    }
    let page = board.places.page.max(1);
    match key.code {
        KeyCode::Down | KeyCode::Char('j') => board.step(true, 1),
        KeyCode::Up | KeyCode::Char('k') => board.step(false, 1),
        KeyCode::PageDown | KeyCode::Char(' ') => board.step(true, page),
        KeyCode::PageUp => board.step(false, page),
        KeyCode::Home | KeyCode::Char('g') => board.step(false, usize::MAX),
        KeyCode::End | KeyCode::Char('G') => board.step(true, usize::MAX),
        KeyCode::Enter | KeyCode::Tab | KeyCode::Right | KeyCode::Char('l') if board.selected.is_some() => {
            board.focus = Focus::Details;
        }
        _ => return false,
    }
    true
}

/// Keys that mean the text while one reads it.
fn read_details(board: &mut Board, key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Esc | KeyCode::Tab | KeyCode::Left | KeyCode::Char('h') => board.focus = Focus::Tasks,
        KeyCode::End | KeyCode::Char('G') => board.scroll = usize::MAX,
        KeyCode::Down | KeyCode::Up | KeyCode::PageDown | KeyCode::PageUp | KeyCode::Home | KeyCode::Enter => {
            board.scroll = scrolled(board.scroll, key, board.places.page);
        }
        KeyCode::Char('j' | 'k' | 'g' | ' ') => board.scroll = scrolled(board.scroll, key, board.places.page),
        _ => return false,
    }
    true
}

fn look_at(board: &mut Board, key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('?') => board.dialog = Some(Dialog::Help { scroll: 0 }),
        KeyCode::Char('/') => {
            board.dialog = Some(Dialog::Search {
                line: Field::line(&board.sieve.words),
                before: board.sieve.words.clone(),
            });
        }
        KeyCode::Char('v') => {
            board.shape = match board.shape {
                Shape::List => Shape::Graph,
                Shape::Graph => Shape::List,
            };
            board.arrange();
        }
        KeyCode::Char('0') => {
            board.sieve.marks.clear();
            board.arrange();
        }
        KeyCode::Char(digit) if FILTERS.iter().any(|(key, _)| *key == digit) => {
            let chosen = FILTERS.iter().filter(|(key, _)| *key == digit);
            chosen.for_each(|(_, mark)| board.sieve.toggle(*mark));
            board.arrange();
        }
        KeyCode::Esc if !board.sieve.is_open() => {
            board.sieve.marks.clear();
            board.search(String::new());
        }
        _ => return false,
    }
    true
}

fn act(board: &mut Board, key: KeyEvent) -> Option<Deed> {
    match key.code {
        KeyCode::Char('q') => return Some(Deed::Quit),
        KeyCode::Char('u') => return Some(Deed::ProposeUndo),
        KeyCode::Char('R') if board.is_cut_off => return Some(Deed::Reconnect),
        KeyCode::Char('s') => board.dialog = Some(Dialog::Raise(Raise::new(board.selected))),
        KeyCode::Char('S') => match board.picture.outlook.signals.first() {
            Some(signal) => {
                board.dialog = Some(Dialog::Clear {
                    chosen: signal.id.clone(),
                });
            }
            None => board.say(Tone::Bad, "No signal is open."),
        },
        KeyCode::Char('c' | 'd' | 'f' | 'x' | 'r' | 'e' | 'o') => return act_on_task(board, key.code),
        KeyCode::Char(_) => board.say(Tone::Bad, "That key does nothing here; ? shows those that do."),
        _ => {}
    }
    None
}

fn act_on_task(board: &mut Board, key: KeyCode) -> Option<Deed> {
    let Some((task, standing)) = board.chosen().map(|view| (view.task.number, view.task.standing())) else {
        board.say(Tone::Bad, "There is no task to do that with.");
        return None;
    };
    let ask = |of| Some(Deed::Ask { of, task });
    match key {
        KeyCode::Char('c') => return Some(Deed::Claim(task)),
        KeyCode::Char('d') => return ask(Noted::Finish),
        KeyCode::Char('f') => return ask(Noted::Fail),
        KeyCode::Char('x') => return ask(Noted::Drop),
        KeyCode::Char('e') => return Some(Deed::Review(task)),
        KeyCode::Char('o') => return Some(Deed::Read(task)),
        // Handing back or trying again is no loss, but an outcome would be forgotten.
        _ if standing == Standing::Done => {
            board.dialog = Some(Dialog::Confirm {
                question: vec![
                    format!("Take up {} again?", board.name(task)),
                    "It is done; its outcome stays in the log only.".to_owned(),
                ],
                deed: Deed::Reopen(task),
            });
        }
        _ => return Some(Deed::Reopen(task)),
    }
    None
}
