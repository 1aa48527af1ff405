//! What is open above the board, and what its keys do.

use dialect::text::visible::visible;
use model::{SignalId, TaskNumber};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::deed::{Deed, Noted};
use super::raise::Raise;
use super::state::{Board, Tone};
use crate::screen::IGNORED_BURST;
use crate::text::Pane;
use crate::widget::Field;

pub enum Dialog {
    Help {
        scroll: usize,
    },
    /// The words take effect while they are typed; Escape brings back the earlier ones.
    Search {
        line: Field,
        before: String,
    },
    /// A few words that go with a deed.
    Note {
        of: Noted,
        task: TaskNumber,
        line: Field,
        /// Why the words were not taken.
        fault: Option<String>,
    },
    Raise(Raise),
    /// Open signals; by name, because others come and go meanwhile.
    Clear {
        chosen: SignalId,
    },
    Confirm {
        question: Vec<String>,
        deed: Deed,
    },
    Report {
        title: String,
        pane: Pane,
    },
}

/// What a key does while a dialog is open: it stays as it is or changes, or closes, perhaps with a deed.
pub fn press(board: &mut Board, dialog: Dialog, key: KeyEvent) -> Option<Deed> {
    let is_left = match &dialog {
        Dialog::Help { .. } | Dialog::Report { .. } => matches!(key.code, KeyCode::Esc | KeyCode::Char('q' | '?')),
        Dialog::Clear { .. } => matches!(key.code, KeyCode::Esc | KeyCode::Char('q')),
        Dialog::Confirm { .. } => matches!(key.code, KeyCode::Esc | KeyCode::Char('n' | 'N' | 'q')),
        Dialog::Search { .. } | Dialog::Note { .. } | Dialog::Raise(_) => key.code == KeyCode::Esc,
    };
    if is_left {
        if let Dialog::Search { before, .. } = dialog {
            board.search(before);
        }
        return None;
    }
    match dialog {
        Dialog::Help { scroll } => {
            let scroll = scrolled(scroll, key, board.places.page);
            board.dialog = Some(Dialog::Help { scroll });
            None
        }
        Dialog::Report { title, mut pane } => {
            read_on(&mut pane, key);
            board.dialog = Some(Dialog::Report { title, pane });
            None
        }
        Dialog::Search { line, before } => {
            search(board, line, before, key);
            None
        }
        Dialog::Note { of, task, line, .. } => note(board, of, task, line, key),
        Dialog::Raise(mut form) => {
            let draft = form.press(key);
            if draft.is_none() {
                board.dialog = Some(Dialog::Raise(form));
            }
            draft.map(Deed::Raise)
        }
        Dialog::Clear { chosen } => clear(board, chosen, key),
        Dialog::Confirm { question, deed } => match key.code {
            KeyCode::Enter | KeyCode::Char('y' | 'Y') => Some(deed),
            _ => {
                board.dialog = Some(Dialog::Confirm { question, deed });
                None
            }
        },
    }
}

/// Types or scrolls, and never closes the dialog. `false` if the key was ignored.
pub fn press_in_burst(board: &mut Board, mut dialog: Dialog, key: KeyEvent) -> bool {
    let is_used = match &mut dialog {
        Dialog::Help { scroll } => {
            let before = *scroll;
            *scroll = scrolled(before, key, board.places.page);
            *scroll != before
        }
        Dialog::Report { pane, .. } => pane.follow(key),
        Dialog::Search { line, .. } => {
            let is_used = line.follow_burst(key);
            board.search(line.text().to_owned());
            is_used
        }
        Dialog::Note { line, .. } => line.follow_burst(key),
        Dialog::Raise(form) => form.press_in_burst(key),
        Dialog::Clear { .. } | Dialog::Confirm { .. } => false,
    };
    board.dialog = Some(dialog);
    is_used
}

fn search(board: &mut Board, mut line: Field, before: String, key: KeyEvent) {
    match key.code {
        KeyCode::Enter => {}
        KeyCode::Up | KeyCode::Down => {
            board.step(key.code == KeyCode::Down, 1);
            board.dialog = Some(Dialog::Search { line, before });
        }
        _ => {
            line.follow(key);
            board.search(line.text().to_owned());
            board.dialog = Some(Dialog::Search { line, before });
        }
    }
}

fn note(board: &mut Board, of: Noted, task: TaskNumber, mut line: Field, key: KeyEvent) -> Option<Deed> {
    let said = Some(line.text().trim().to_owned()).filter(|said| !said.is_empty());
    match (key.code, of, said) {
        (KeyCode::Enter, Noted::Finish, note) => return Some(Deed::Finish { task, note }),
        (KeyCode::Enter, Noted::Fail, Some(error)) => return Some(Deed::Fail { task, error }),
        (KeyCode::Enter, Noted::Drop, reason) => {
            board.dialog = Some(confirm_drop(board, task, reason));
            return None;
        }
        // Nobody could mend what is not said.
        (KeyCode::Enter, Noted::Fail, None) => {}
        _ => {
            line.follow(key);
        }
    }
    board.dialog = Some(Dialog::Note {
        of,
        task,
        line,
        fault: None,
    });
    None
}

/// The question that led to a deed, with the words that were typed and why they were not taken. `None` for what needs no
/// words.
pub fn again(deed: &Deed, selected: Option<TaskNumber>, why: &str) -> Option<Dialog> {
    let note = |of, task: &TaskNumber, words: Option<&str>| {
        Some(Dialog::Note {
            of,
            task: *task,
            line: Field::line(words.unwrap_or_default()),
            fault: Some(why.to_owned()),
        })
    };
    match deed {
        Deed::Finish { task, note: words } => note(Noted::Finish, task, words.as_deref()),
        Deed::Fail { task, error } => note(Noted::Fail, task, Some(error)),
        Deed::Drop { task, reason } => note(Noted::Drop, task, reason.as_deref()),
        Deed::Raise(draft) => Some(Dialog::Raise(Raise::again(draft, selected, why))),
        _ => None,
    }
}

fn confirm_drop(board: &Board, task: TaskNumber, reason: Option<String>) -> Dialog {
    let dependents = board.picture.dependents(task);
    let mut question = vec![format!("Drop {}?", board.name(task))];
    question.extend(reason.as_ref().map(|reason| format!("Reason: {}", visible(reason))));
    if !dependents.is_empty() {
        let list = render::show::numbers::list(&dependents);
        question.push(format!("What waits for it stays, and is not released: {list}."));
    }
    Dialog::Confirm {
        question,
        deed: Deed::Drop { task, reason },
    }
}

fn clear(board: &mut Board, chosen: SignalId, key: KeyEvent) -> Option<Deed> {
    let signals = &board.picture.outlook.signals;
    let at = signals.iter().position(|signal| signal.id == chosen).unwrap_or(0);
    let next = match key.code {
        KeyCode::Enter => return Some(Deed::Clear(chosen)),
        KeyCode::Down | KeyCode::Char('j') => (at + 1).min(signals.len().saturating_sub(1)),
        KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
        _ => at,
    };
    // Where the last one is gone, there is nothing left to choose from.
    board.dialog = signals.get(next).map(|signal| Dialog::Clear {
        chosen: signal.id.clone(),
    });
    None
}

/// Text that comes in one piece goes where one types, and nowhere else.
pub fn paste(board: &mut Board, text: &str) {
    match &mut board.dialog {
        Some(Dialog::Search { line, .. }) => {
            line.paste(text);
            let words = line.text().to_owned();
            board.search(words);
        }
        Some(Dialog::Note { line, .. }) => line.paste(text),
        Some(Dialog::Raise(form)) => form.paste(text),
        _ => board.say(Tone::Bad, IGNORED_BURST),
    }
}

fn read_on(pane: &mut Pane, key: KeyEvent) {
    match key.code {
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => pane.scroll(1),
        KeyCode::Up | KeyCode::Char('k') => pane.scroll(-1),
        KeyCode::PageDown | KeyCode::Char(' ') => pane.scroll_page(1),
        KeyCode::PageUp => pane.scroll_page(-1),
        KeyCode::Home | KeyCode::Char('g') => pane.scroll_to_start(),
        KeyCode::End | KeyCode::Char('G') => pane.scroll_to_end(),
        _ => {}
    }
}

pub fn scrolled(scroll: usize, key: KeyEvent, page: usize) -> usize {
    match key.code {
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => scroll.saturating_add(1),
        KeyCode::Up | KeyCode::Char('k') => scroll.saturating_sub(1),
        KeyCode::PageDown | KeyCode::Char(' ') => scroll.saturating_add(page),
        KeyCode::PageUp => scroll.saturating_sub(page),
        KeyCode::Home | KeyCode::Char('g') => 0,
        _ => scroll,
    }
}
