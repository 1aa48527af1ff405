//! Lines for a terminal, wrapped by us, because a terminal would begin what follows at its edge, where our own words
//! begin.

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use crate::show::style::{DIM, paint};

/// Before what belongs to the line above, so that it cannot pass for a line of its own.
pub const GOES_ON: &str = "↪ ";
/// A terminal that is narrower gets lines of this width.
const COLUMNS_MIN: usize = 40;

pub(crate) struct Sheet {
    pub text: String,
    columns: usize,
}

impl Sheet {
    pub fn new(columns: usize) -> Self {
        Self {
            text: String::new(),
            columns: columns.max(COLUMNS_MIN),
        }
    }

    /// Another one of the same width.
    pub fn like(other: &Self) -> Self {
        Self::new(other.columns)
    }

    pub fn gap(&mut self) {
        self.text.push('\n');
    }

    /// The text must be visible already.
    pub fn line(&mut self, indent: &str, text: &str) {
        self.styled(Style::new(), indent, text);
    }

    pub fn styled(&mut self, style: Style, indent: &str, text: &str) {
        let room = self.columns - indent.chars().count();
        let mut rest = text;
        let mut lead = String::new();
        loop {
            let used = if lead.is_empty() { 0 } else { GOES_ON.chars().count() };
            let end = fitting(rest, room - used);
            let blank = " ".repeat(if lead.is_empty() { 0 } else { indent.chars().count() });
            let indent = if lead.is_empty() { indent } else { &blank };
            self.text.extend([indent, &lead, &paint(style, &rest[..end]), "\n"]);
            rest = &rest[end..];
            if rest.is_empty() {
                return;
            }
            lead = paint(DIM, GOES_ON);
        }
    }
}

/// Bytes of the text that fit; at least one character. Styles within take no room.
fn fitting(text: &str, room: usize) -> usize {
    let mut used = 0;
    let mut is_style = false;
    for (at, c) in text.char_indices() {
        let width = match c {
            '\u{1b}' => {
                is_style = true;
                0
            }
            _ if is_style => 0,
            c => c.width().unwrap_or(0),
        };
        is_style = is_style && c != 'm';
        used += width;
        if used > room && at > 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planwright::testing::plain;

    #[test]
    fn long_lines_go_on_behind_a_mark() {
        let mut sheet = Sheet::new(0);
        sheet.line("  - ", &"ab".repeat(40));
        let expected = format!(
            "  - {}\n    ↪ {}\n    ↪ {}\n",
            "ab".repeat(18),
            "ab".repeat(17),
            "ab".repeat(5)
        );
        assert_eq!(plain(&sheet.text), expected);
        let mut sheet = Sheet::new(40);
        sheet.line("", &"日".repeat(21));
        assert_eq!(plain(&sheet.text), format!("{}\n↪ 日\n", "日".repeat(20)));
    }
}
