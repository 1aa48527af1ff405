//! Dialogs on the screen: what there is to read, and below it the question.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use render::show::width::clip;

use super::{Ask, Dialog};
use crate::text::Ink;
use crate::theme::Theme;
use crate::widget::{Binding, centered, footer, framed};

const COLUMNS: u16 = 90;
/// Fewest rows of a field that holds several lines.
const FIELD_ROWS: u16 = 3;
/// The frame's own.
const FRAME: u16 = 2;

impl Dialog {
    pub fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        let window = frame.area();
        let width = COLUMNS
            .min(window.width.saturating_sub(2))
            .max(window.width.min(COLUMNS) / 2);
        let room = width.saturating_sub(FRAME + 2);
        let asked = self.question_rows(room, window.height);
        let most = window.height.saturating_sub(FRAME + asked);
        let told = self.pane.height(room, most);
        let is_roomy = told > 0 && told + asked + FRAME < window.height;
        // What is typed stands right below the question.
        let gap = u16::from(is_roomy && !matches!(self.ask, Ask::Path { .. }));
        let area = centered(window, width, told + gap + asked + FRAME);
        let title = clip(&self.title, usize::from(area.width.saturating_sub(FRAME + 2)));
        let title = Ink::line(&title, theme.strong(), theme);
        let inside = framed(frame, area, title, theme);
        // A blank on both sides.
        let inside = Rect {
            x: inside.x + 1,
            width: inside.width.saturating_sub(2),
            ..inside
        };
        let pane = Rect { height: told, ..inside };
        self.pane.draw(frame, pane);
        if let Some(place) = self.pane.position() {
            let span = Span::styled(format!(" {place} "), theme.faint());
            let x = area
                .right()
                .saturating_sub(u16::try_from(span.width()).unwrap_or(0) + 2);
            frame.buffer_mut().set_span(x, area.bottom() - 1, &span, area.width);
        }
        if let Some(notice) = self.notice {
            let room = usize::from(area.width.saturating_sub(FRAME + 4));
            let span = Span::styled(format!(" {} ", clip(notice, room)), theme.warning());
            frame
                .buffer_mut()
                .set_span(area.x + 2, area.bottom() - 1, &span, area.width);
        }
        let y = inside.y + told + gap;
        let question = Rect {
            y,
            height: inside.bottom().saturating_sub(y),
            ..inside
        };
        if !question.is_empty() {
            self.draw_question(frame, question, theme);
        }
    }

    fn question_rows(&self, width: u16, window: u16) -> u16 {
        match &self.ask {
            Ask::View { .. } => 1,
            Ask::Typing { field, .. } => {
                // One more than it has, to show that there is room for it.
                let wanted = field.height(width, window).saturating_add(1).max(FIELD_ROWS);
                wanted.min(window.saturating_sub(FRAME + 4)).max(1) + 1
            }
            Ask::Path { .. } => 2,
            Ask::Finished { .. } | Ask::Trust { .. } => 1,
        }
    }

    fn draw_question(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let last = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let keys = self.keys();
        match &mut self.ask {
            Ask::View { can_edit: true, .. } => say(frame, area, "(e)dit or (c)lose ›", theme.strong()),
            Ask::View { .. } => say(frame, area, "(c)lose ›", theme.strong()),
            Ask::Typing { field, .. } => {
                let box_of_field = Rect {
                    height: area.height.saturating_sub(1),
                    ..area
                };
                field.draw(frame, box_of_field, theme);
            }
            Ask::Path { field, .. } => {
                let row = Rect {
                    height: 1.min(area.height.saturating_sub(1)),
                    ..area
                };
                field.draw(frame, row, theme);
            }
            Ask::Finished { .. } | Ask::Trust { .. } => {}
        }
        footer(frame, last, &keys, theme);
    }

    fn keys(&self) -> Vec<Binding> {
        let keys: &[(&'static str, &'static str)] = match &self.ask {
            Ask::View { .. } => &[],
            Ask::Typing { field, .. } if field.has_lines() => {
                &[("enter", "new line"), ("esc", "keep"), ("ctrl-c", "discard")]
            }
            Ask::Typing { .. } => &[("enter", "keep"), ("esc", "discard")],
            Ask::Path { .. } => &[("tab", "change this path"), ("esc", "cancel")],
            Ask::Finished { .. } => &[("y", "take what was saved"), ("n", "leave it as it was")],
            Ask::Trust { .. } => &[("y", "run it"), ("n", "show it here")],
        };
        keys.iter().map(|(keys, what)| Binding::new(keys, what)).collect()
    }
}

fn say(frame: &mut Frame<'_>, area: Rect, words: &'static str, style: Style) {
    frame
        .buffer_mut()
        .set_span(area.x, area.y, &Span::styled(words, style), area.width);
}
