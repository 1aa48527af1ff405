//! Lines that are longer than the screen is wide go on below, behind a mark.

use ratatui::text::{Line, Span};
use render::show::wrap::GOES_ON;

use super::pane::Ruled;
use crate::theme::Theme;

/// Less room than this is not worth a mark.
const MARKED_MIN: usize = 8;

/// The rows of one line. Measured as they are drawn, cluster by cluster, so that nothing falls off the edge.
pub fn wrap(line: Ruled, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let lead = line.lead.width();
    let room = usize::from(width).saturating_sub(lead).max(1);
    let mark = match room >= MARKED_MIN {
        true => GOES_ON,
        false => "",
    };
    if line.body.iter().map(Span::width).sum::<usize>() <= room {
        let mut spans = line.body;
        spans.insert(0, line.lead);
        return vec![Line::from(spans)];
    }
    let blank = Span::raw(" ".repeat(lead));
    let first = vec![line.lead];
    let next = vec![blank, Span::styled(mark, theme.faint())];
    let mut rows = Rows {
        done: Vec::new(),
        row: first,
        left: room,
        next,
        room: room.saturating_sub(mark.chars().count()).max(1),
    };
    for span in &line.body {
        rows.add(span);
    }
    rows.done.push(Line::from(rows.row));
    rows.done
}

struct Rows {
    done: Vec<Line<'static>>,
    row: Vec<Span<'static>>,
    left: usize,
    /// How the next row begins, and the room behind that.
    next: Vec<Span<'static>>,
    room: usize,
}

impl Rows {
    fn add(&mut self, span: &Span<'static>) {
        let mut text = String::new();
        for grapheme in span.styled_graphemes(span.style) {
            let width = Span::raw(grapheme.symbol).width();
            if width > self.left {
                self.row.push(Span::styled(std::mem::take(&mut text), span.style));
                self.break_row();
            }
            self.left = self.left.saturating_sub(width);
            text.push_str(grapheme.symbol);
        }
        self.row.push(Span::styled(text, span.style));
    }

    fn break_row(&mut self) {
        let row = std::mem::replace(&mut self.row, self.next.clone());
        self.done.push(Line::from(row));
        self.left = self.room;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, width: u16) -> Vec<String> {
        let line = Ruled {
            lead: Span::raw("1 "),
            body: vec![Span::raw(text.to_owned())],
        };
        let rows = wrap(line, width, Theme::Plain);
        rows.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_long_line_goes_on_behind_a_mark() {
        assert_eq!(rows("abcdefgh", 10), ["1 abcdefgh"]);
        assert_eq!(rows("abcdefghijklmnop", 10), ["1 abcdefgh", "  ↪ ijklmn", "  ↪ op"]);
        assert_eq!(rows("", 10), ["1 "]);
    }

    #[test]
    fn wide_letters_are_not_halved() {
        assert_eq!(rows("日本語日本", 10), ["1 日本語日", "  ↪ 本"]);
        assert_eq!(rows("a日本語日本", 10), ["1 a日本語", "  ↪ 日本"]);
    }

    #[test]
    fn marks_stay_with_their_letter() {
        assert_eq!(rows("abcdefghe\u{301}", 10), ["1 abcdefgh", "  ↪ e\u{301}"]);
    }

    #[test]
    fn no_width_is_too_small() {
        assert_eq!(rows("ab", 0).len(), 2);
        assert_eq!(rows("日", 1), ["1 ", "  日"]);
    }
}
