//! The checklist on the screen.

use engine::turns::{Choosing, Item};
use model::Severity;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use render::show::width::clip;

use super::super::areas::{Focus, areas};
use super::super::details::details;
use super::super::keys::{FOOTER, HELP};
use super::super::rows::{Row, drawn, rows, severity, tally};
use super::{Checklist, Shown};
use crate::text::{Ink, Layout, Pane};
use crate::widget::{footer, framed, help};

/// Two versions beside each other need this much room.
const BESIDE_COLUMNS: u16 = 110;

impl Checklist {
    pub fn draw(&mut self, frame: &mut Frame<'_>, choosing: &Choosing<'_>) {
        let items = choosing.items();
        let rows = rows(&items);
        let found = areas(frame.area(), rows.len(), self.focus);
        self.is_blind = found.is_none();
        let Some(found) = found else {
            return self.draw_too_small(frame);
        };
        self.areas = found;
        self.draw_title(frame, choosing);
        if !found.list.is_empty() {
            self.draw_list(frame, &items, &rows);
        }
        if !found.details.is_empty() {
            self.draw_details(frame, choosing);
        }
        self.draw_status(frame, &items);
        footer(frame, found.footer, &FOOTER, self.theme);
        let area = frame.area();
        if let Some(dialog) = &mut self.dialog {
            dialog.draw(frame, self.theme);
        }
        if let Some(top) = self.help {
            let last = help(frame, area, "Keys", &HELP, top, self.theme);
            self.help = Some(top.min(last));
        }
    }

    fn draw_too_small(&self, frame: &mut Frame<'_>) {
        let sentence = "The window is too small to show the plan. Make it larger, or press q.";
        let mut prose = crate::text::Prose::default();
        prose.say(sentence, Style::new());
        let area = frame.area();
        Pane::new(prose, self.theme).draw(frame, area);
    }

    fn draw_title(&self, frame: &mut Frame<'_>, choosing: &Choosing<'_>) {
        let area = self.areas.title;
        let tally = tally(choosing);
        let room = usize::from(area.width).saturating_sub(Span::raw(&tally).width() + 2);
        let title = Ink::line(&self.title, self.theme.strong(), self.theme);
        let words: String = title.iter().map(|span| span.content.as_ref()).collect();
        let title = format!("▶ Reviewing Plan: \"{words}\"");
        let title = Span::styled(clip(&title, room).into_owned(), self.theme.strong());
        frame.buffer_mut().set_span(area.x, area.y, &title, area.width);
        let tally = Span::styled(tally, self.theme.faint());
        let x = area.right().saturating_sub(u16::try_from(tally.width()).unwrap_or(0));
        frame.buffer_mut().set_span(x, area.y, &tally, area.width);
    }

    fn draw_list(&mut self, frame: &mut Frame<'_>, items: &[Item<'_>], rows: &[Row]) {
        let title = self.heading("Plan", Focus::List);
        let inside = framed(frame, self.areas.list, title, self.theme);
        self.list = inside;
        self.cursor.at = self.cursor.at.min(items.len().saturating_sub(1));
        let is_here = |row: &Row| matches!(row, Row::Item { at, .. } if *at == self.cursor.at);
        let here = rows.iter().position(is_here).unwrap_or(0);
        // The heading above the first one is worth a row.
        let seen = match here <= 1 {
            true => self.cursor.window(0, rows.len(), inside.height),
            false => self.cursor.window(here, rows.len(), inside.height),
        };
        let first = seen.start;
        for (y, index) in (inside.top()..).zip(seen.clone()) {
            let line = drawn(rows[index], items, inside.width, self.theme);
            frame.buffer_mut().set_line(inside.x, y, &line, inside.width);
            if index == here {
                let row = Rect { y, height: 1, ..inside };
                frame.buffer_mut().set_style(row, self.theme.highlighted());
            }
        }
        if seen.len() < rows.len() {
            let place = format!("{}-{} of {}", first + 1, seen.end, rows.len());
            self.draw_position(frame, self.areas.list, &place);
        }
    }

    fn draw_details(&mut self, frame: &mut Frame<'_>, choosing: &Choosing<'_>) {
        let title = self.heading("Details", Focus::Details);
        let inside = framed(frame, self.areas.details, title, self.theme);
        let Some(pane) = self.details(choosing, inside.width) else {
            return;
        };
        pane.draw(frame, inside);
        if let Some(place) = pane.position() {
            self.draw_position(frame, self.areas.details, &place);
        }
    }

    /// Made again only if something else is to be seen; the same part stays where it was scrolled to.
    fn details(&mut self, choosing: &Choosing<'_>, width: u16) -> Option<&mut Pane> {
        let id = self.highlighted(choosing)?;
        let roomy = match width >= BESIDE_COLUMNS {
            true => Layout::Beside,
            false => Layout::Unified,
        };
        let layout = self.layout.unwrap_or(roomy);
        let revision = choosing.revision();
        let is_same = |shown: &Shown| (shown.id, shown.revision, shown.layout) == (id, revision, layout);
        if !self.shown.as_ref().is_some_and(is_same) {
            let text = details(choosing, id, layout, &mut self.shelf, self.theme);
            let mut pane = Pane::new(text, self.theme);
            if let Some(before) = self.shown.as_ref().filter(|shown| shown.id == id) {
                pane.stay_at(&before.pane);
            }
            self.shown = Some(Shown {
                id,
                revision,
                layout,
                pane,
            });
        }
        self.shown.as_mut().map(|shown| &mut shown.pane)
    }

    fn draw_status(&self, frame: &mut Frame<'_>, items: &[Item<'_>]) {
        let area = self.areas.status;
        let item = items.get(self.cursor.at);
        let trouble = item.and_then(|item| item.troubles.iter().min_by_key(|fault| fault.severity));
        let (text, style) = match (&self.notice, trouble, item.and_then(severity)) {
            (Some(notice), _, _) => (notice.as_str(), self.theme.warning()),
            (None, Some(fault), Some(Severity::Error)) => (fault.message.as_str(), self.theme.bad()),
            (None, Some(fault), _) => (fault.message.as_str(), self.theme.warning()),
            (None, None, _) => return,
        };
        // All of it stands in the details.
        let spans = Ink::line(text, style, self.theme);
        let words: String = spans.iter().map(|span| span.content.as_ref()).collect();
        let words = clip(&words, usize::from(area.width)).into_owned();
        frame
            .buffer_mut()
            .set_span(area.x, area.y, &Span::styled(words, style), area.width);
    }

    fn heading(&self, words: &'static str, focus: Focus) -> Vec<Span<'static>> {
        let style = match self.focus == focus {
            true => self.theme.strong(),
            false => self.theme.faint(),
        };
        vec![Span::styled(words, style)]
    }

    fn draw_position(&self, frame: &mut Frame<'_>, area: Rect, place: &str) {
        let line = Line::styled(format!(" {place} "), self.theme.faint());
        let width = u16::try_from(line.width()).unwrap_or(0);
        let x = area.right().saturating_sub(width + 2).max(area.x);
        frame.buffer_mut().set_line(x, area.bottom() - 1, &line, width);
    }
}
