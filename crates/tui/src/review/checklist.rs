//! The list, the details beside it, and what keys do to them.

mod drawing;

use engine::turns::{Choosing, ItemId, Program};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use render::review::objection;

use super::areas::{Areas, Focus};
use super::dialog::{Dialog, Said};
use super::rows::{Row, rows};
use crate::screen::{IGNORED_BURST, Input};
use crate::text::{Layout, Pane, Shelf};
use crate::theme::Theme;
use crate::widget::Cursor;

/// Rows that a turn of the wheel scrolls.
const WHEEL: isize = 3;
/// Where a row's box ends.
const BOX_COLUMNS: u16 = 7;

/// What whoever holds the screen is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    Stay,
    Submit,
    Back,
    /// Ctrl-C outside of an editor.
    Leave,
    Preview(ItemId),
    /// The user trusts this program from now on.
    Trust(Program, ItemId),
}

/// The screen while somebody chooses. What is chosen is not its own.
pub struct Checklist {
    pub(super) title: String,
    pub(super) theme: Theme,
    cursor: Cursor,
    focus: Focus,
    /// `None`: as the room allows.
    layout: Option<Layout>,
    pub(super) dialog: Option<Dialog>,
    help: Option<usize>,
    /// What came of the last key, if that cannot be seen otherwise.
    pub(super) notice: Option<String>,
    shown: Option<Shown>,
    pub(super) shelf: Shelf,
    areas: Areas,
    /// The window shows nothing of the plan, so nothing can be decided about it.
    is_blind: bool,
    /// Where the rows of the list are, without its frame.
    list: ratatui::layout::Rect,
}

/// The details, and what they were made of.
struct Shown {
    id: ItemId,
    revision: u64,
    layout: Layout,
    pane: Pane,
}

impl Checklist {
    pub fn new(title: &str, theme: Theme) -> Self {
        Self {
            title: title.to_owned(),
            theme,
            cursor: Cursor::default(),
            focus: Focus::List,
            layout: None,
            dialog: None,
            help: None,
            notice: None,
            shown: None,
            shelf: Shelf::default(),
            areas: Areas::default(),
            is_blind: false,
            list: ratatui::layout::Rect::default(),
        }
    }

    pub fn follow(&mut self, input: &Input, choosing: &mut Choosing<'_>) -> Wish {
        if self.is_blind {
            return match input {
                Input::Key(key) if matches!(key.code, KeyCode::Char('q') | KeyCode::Esc) => Wish::Back,
                Input::Interrupted => Wish::Leave,
                _ => Wish::Stay,
            };
        }
        if let Some(mut dialog) = self.dialog.take() {
            let said = dialog.follow(input);
            return self.heed(said, dialog, choosing);
        }
        match input {
            Input::Key(key) if self.help.is_some() => self.leaf_through(*key),
            Input::Key(key) => return self.press(*key, choosing),
            Input::BurstKey(key) => self.press_in_burst(*key, choosing),
            Input::Interrupted => return Wish::Leave,
            Input::Mouse(mouse) => self.point(*mouse, choosing),
            // There is nothing to type into.
            Input::Pasted(_) => self.notice = Some(IGNORED_BURST.to_owned()),
            Input::Resized | Input::Quiet | Input::Gone => {}
        }
        Wish::Stay
    }

    /// The part that one looks at; `None` if the plan has none.
    pub fn highlighted(&self, choosing: &Choosing<'_>) -> Option<ItemId> {
        choosing.items().get(self.cursor.at).map(|item| item.id)
    }

    fn press(&mut self, key: KeyEvent, choosing: &mut Choosing<'_>) -> Wish {
        self.notice = None;
        // Whoever saves with Ctrl-S by habit has not approved anything.
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Wish::Stay;
        }
        let Some(id) = self.highlighted(choosing) else {
            return match key.code {
                KeyCode::Char('q') | KeyCode::Esc => Wish::Back,
                _ => Wish::Stay,
            };
        };
        match key.code {
            KeyCode::Char('s') => return self.submit(choosing),
            KeyCode::Char('q') | KeyCode::Esc => return Wish::Back,
            KeyCode::Char('p') => return Wish::Preview(id),
            KeyCode::Char(' ') | KeyCode::Enter => self.toggle(id, choosing),
            KeyCode::Char('a') => choosing.toggle_all(),
            KeyCode::Char('u') => self.restore(id, choosing),
            KeyCode::Char('d') => self.turn_layout(),
            KeyCode::Char('?') => self.help = Some(0),
            KeyCode::Tab | KeyCode::BackTab => self.turn_focus(),
            KeyCode::Char('J') => self.scroll(1),
            KeyCode::Char('K') => self.scroll(-1),
            _ if self.focus == Focus::Details => self.scroll_by_key(key),
            _ => {
                self.cursor.follow(key, choosing.items().len());
            }
        }
        Wish::Stay
    }

    /// Moves and scrolls. Ignores any other key: the person may have meant it for another program.
    fn press_in_burst(&mut self, key: KeyEvent, choosing: &Choosing<'_>) {
        // The notice stays until a single key shows that the person is reading.
        self.notice.take_if(|notice| notice != IGNORED_BURST);
        let is_chord = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let has_moved = !is_chord
            && match (self.focus, &mut self.shown) {
                (Focus::Details, Some(shown)) => shown.pane.follow(key),
                _ => self.cursor.follow(key, choosing.items().len()),
            };
        if !has_moved {
            self.notice = Some(IGNORED_BURST.to_owned());
        }
    }

    /// Refused while something does not fit; then that is what one looks at.
    fn submit(&mut self, choosing: &Choosing<'_>) -> Wish {
        let Some(why) = choosing.objection() else {
            return Wish::Submit;
        };
        self.notice = Some(format!("Not yet: {}", objection(why)));
        if let Some(bad) = choosing.items().iter().position(engine::turns::Item::has_error) {
            self.cursor.at = bad;
        }
        Wish::Stay
    }

    fn toggle(&mut self, id: ItemId, choosing: &mut Choosing<'_>) {
        match choosing.item(id).is_some_and(|item| item.fixed) {
            true => self.notice = Some("This was carried out before; it cannot be left out any more.".to_owned()),
            false => choosing.toggle(id),
        }
    }

    fn restore(&mut self, id: ItemId, choosing: &mut Choosing<'_>) {
        match choosing.item(id).is_some_and(|item| item.modified && !item.fixed) {
            true => {
                choosing.restore(id);
                self.notice = Some("It is the plan's version again.".to_owned());
            }
            false => self.notice = Some("This is the plan's version.".to_owned()),
        }
    }

    fn turn_focus(&mut self) {
        self.focus = match self.focus {
            Focus::List => Focus::Details,
            Focus::Details => Focus::List,
        };
    }

    fn turn_layout(&mut self) {
        let now = self.shown.as_ref().map_or(Layout::Unified, |shown| shown.layout);
        self.layout = Some(match now {
            Layout::Unified => Layout::Beside,
            Layout::Beside => Layout::Unified,
        });
    }

    fn scroll(&mut self, rows: isize) {
        if let Some(shown) = &mut self.shown {
            shown.pane.scroll(rows);
        }
    }

    fn scroll_by_key(&mut self, key: KeyEvent) {
        if let Some(shown) = &mut self.shown {
            shown.pane.follow(key);
        }
    }

    fn leaf_through(&mut self, key: KeyEvent) {
        let top = self.help.unwrap_or(0);
        self.help = match key.code {
            KeyCode::Down | KeyCode::Char('j') | KeyCode::PageDown => Some(top + 1),
            KeyCode::Up | KeyCode::Char('k') | KeyCode::PageUp => Some(top.saturating_sub(1)),
            _ => None,
        };
    }

    fn point(&mut self, mouse: MouseEvent, choosing: &mut Choosing<'_>) {
        let place = Position::new(mouse.column, mouse.row);
        let is_over_details = self.areas.details.contains(place);
        let rows_of_wheel = match mouse.kind {
            MouseEventKind::ScrollDown => WHEEL,
            MouseEventKind::ScrollUp => -WHEEL,
            MouseEventKind::Down(MouseButton::Left) if self.help.is_some() => {
                self.help = None;
                return;
            }
            MouseEventKind::Down(MouseButton::Left) => return self.click(mouse, is_over_details, choosing),
            _ => return,
        };
        match is_over_details {
            true => self.scroll(rows_of_wheel),
            false => self.cursor.go(rows_of_wheel, choosing.items().len()),
        }
    }

    /// A row is looked at with the first click and toggled with the next; its box is toggled at once.
    fn click(&mut self, mouse: MouseEvent, is_over_details: bool, choosing: &mut Choosing<'_>) {
        self.notice = None;
        if is_over_details {
            self.focus = Focus::Details;
            return;
        }
        let Some(row) = self.cursor.clicked(self.list, mouse.column, mouse.row) else {
            return;
        };
        self.focus = Focus::List;
        let items = choosing.items();
        let Some(Row::Item { at, .. }) = rows(&items).get(row).copied() else {
            return;
        };
        let id = items[at].id;
        let is_on_box = mouse.column < self.list.x + BOX_COLUMNS;
        if is_on_box || self.cursor.at == at {
            self.toggle(id, choosing);
        }
        self.cursor.at = at;
    }

    fn heed(&mut self, said: Said, dialog: Dialog, choosing: &mut Choosing<'_>) -> Wish {
        match said {
            Said::Nothing => self.dialog = Some(dialog),
            Said::Close => {}
            Said::Discard => self.notice = Some("Your changes were discarded.".to_owned()),
            Said::Leave => return Wish::Leave,
            Said::Type(id) => self.dialog = dialog.typing(choosing, id, self.theme),
            Said::Keep => self.keep(dialog, choosing),
            Said::Path(path) => self.dialog = Some(dialog.with_path(&path, self.theme)),
            Said::Trust(program, id) => return Wish::Trust(program, id),
            Said::Distrust(id) => self.view(choosing, id, &["It was not run."]),
        }
        Wish::Stay
    }
}
