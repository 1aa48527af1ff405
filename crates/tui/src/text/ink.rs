//! Words on their way to the screen.

use dialect::text::visible::{Part, parts};
use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::UnicodeWidthChar;

use crate::theme::Theme;

/// A tab is told from blanks: two lines that differ in nothing else must not look alike.
const TAB: &str = "→   ";
/// Nobody's writing piles more marks on a letter; a pile that covers its neighbors is spelled out.
const MARKS_MAX: usize = 4;

/// One line that is written piece by piece. What would hide or rearrange text becomes an escape that stands out.
pub struct Ink {
    theme: Theme,
    spans: Vec<Span<'static>>,
    /// Combining marks since the last letter; `None` where there is no letter to combine with.
    marks: Option<usize>,
}

impl Ink {
    pub fn new(theme: Theme) -> Self {
        Self {
            theme,
            spans: Vec::new(),
            marks: None,
        }
    }

    /// A line of one style.
    pub fn line(text: &str, style: Style, theme: Theme) -> Vec<Span<'static>> {
        let mut ink = Self::new(theme);
        ink.write(text, style);
        ink.dry()
    }

    pub fn write(&mut self, text: &str, style: Style) {
        for (index, piece) in text.split('\t').enumerate() {
            if index > 0 {
                self.put(TAB, self.theme.faint());
                self.marks = None;
            }
            for part in parts(piece) {
                match part {
                    Part::Plain(text) => self.plain(text, style),
                    Part::Escape(escape) => self.escape(&escape, style),
                }
            }
        }
    }

    pub fn dry(self) -> Vec<Span<'static>> {
        self.spans
    }

    fn plain(&mut self, text: &str, style: Style) {
        if text.is_ascii() {
            self.put(text, style);
            self.marks = Some(0);
            return;
        }
        for c in text.chars() {
            match (c.width().unwrap_or(0), self.marks) {
                (0, None | Some(MARKS_MAX..)) => {
                    let escape: String = c.escape_unicode().collect();
                    self.put(&escape, style.patch(self.theme.danger()));
                }
                (0, Some(marks)) => {
                    self.marks = Some(marks + 1);
                    self.join(c);
                }
                _ => {
                    self.marks = Some(0);
                    self.put(c.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
    }

    fn escape(&mut self, escape: &str, style: Style) {
        self.put(escape, style.patch(self.theme.danger()));
        self.marks = None;
    }

    /// Drawn together with the letter before it, whoever's style that has: on its own it would not be drawn at all.
    fn join(&mut self, c: char) {
        if let Some(span) = self.spans.last_mut() {
            span.content.to_mut().push(c);
        }
    }

    fn put(&mut self, text: &str, style: Style) {
        match self.spans.last_mut() {
            Some(span) if span.style == style => span.content.to_mut().push_str(text),
            _ if text.is_empty() => {}
            _ => self.spans.push(Span::styled(text.to_owned(), style)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEME: Theme = Theme::Color;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, bool)]) {
        let line = Ink::line(text, Style::new(), THEME);
        let found: Vec<_> = line
            .iter()
            .map(|span| (span.content.as_ref(), span.style == THEME.danger()))
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn danger_stands_out() {
        check("plain", &[("plain", false)]);
        check("a\u{202e}b", &[("a", false), (r"\u{202e}", true), ("b", false)]);
        check(r"a\u{202e}b", &[(r"a\u{202e}b", false)]);
        check("\u{1b}[8mx", &[(r"\u{1b}", true), ("[8mx", false)]);
    }

    #[test]
    fn a_tab_is_no_blank() {
        check("\tx", &[("→   ", false), ("x", false)]);
    }

    #[test]
    fn marks_are_drawn_with_a_letter_or_spelled_out() {
        check("e\u{301}", &[("e\u{301}", false)]);
        check("\u{301}e", &[(r"\u{301}", true), ("e", false)]);
        check(
            &format!("e{}x", "\u{301}".repeat(5)),
            &[
                ("e\u{301}\u{301}\u{301}\u{301}", false),
                (r"\u{301}", true),
                ("x", false),
            ],
        );
    }

    #[test]
    fn a_mark_joins_a_letter_of_another_style() {
        let mut ink = Ink::new(THEME);
        ink.write("e", THEME.good());
        ink.write("\u{301}x", THEME.bad());
        let line = ink.dry();
        let texts: Vec<_> = line.iter().map(|span| span.content.as_ref()).collect();
        assert_eq!(texts, ["e\u{301}", "x"]);
    }
}
