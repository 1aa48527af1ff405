//! Text measured in terminal columns: wide characters take two, combining ones none.
//!
//! The text must be [`visible`](dialect::text::visible::visible) and unstyled; styles are put around it afterwards.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

const ELLIPSIS: &str = "…";

pub fn width(text: &str) -> usize {
    columns(text).map(|(_, columns)| columns).sum()
}

/// At most `room` columns of the text; a cut is marked with `…`.
pub fn clip(text: &str, room: usize) -> Cow<'_, str> {
    let (mut used, mut kept) = (0_usize, 0);
    for (end, columns) in columns(text) {
        used = used.saturating_add(columns);
        if used > room {
            let mark = if room == 0 { "" } else { ELLIPSIS };
            return Cow::Owned(format!("{}{mark}", &text[..kept]));
        }
        if used < room {
            kept = end;
        }
    }
    Cow::Borrowed(text)
}

/// The text with blanks behind it, `room` columns in all.
pub fn pad(text: &str, room: usize) -> String {
    format!("{text}{}", blanks(text, room))
}

/// The blanks that `text` leaves of `room` columns.
pub fn blanks(text: &str, room: usize) -> String {
    " ".repeat(room.saturating_sub(width(text)))
}

/// Where each character ends, and the columns it adds.
fn columns(text: &str) -> impl Iterator<Item = (usize, usize)> {
    const COLORED: char = '\u{fe0f}';
    let mut before = 0;
    text.char_indices().map(move |(start, c)| {
        let own = match c {
            COLORED if before == 1 => 1,
            c => c.width().unwrap_or(0),
        };
        before = own;
        (start + c.len_utf8(), own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_what_a_terminal_shows() {
        for (text, columns) in [
            ("", 0),
            ("plain", 5),
            ("日本語", 6),
            ("e\u{301}te\u{301}", 3),
            ("✓▶○·✗–", 6),
            ("⚠\u{fe0f}", 2),
            ("🦀", 2),
            ("가나", 4),
        ] {
            assert_eq!(width(text), columns, "{text}");
        }
    }

    #[test]
    fn clipping_counts_columns_and_says_so() {
        let check = |text: &str, room, expected: &str| assert_eq!(clip(text, room), expected, "{room}");
        check("plain", 5, "plain");
        check("plain", 4, "pla…");
        check("plain", 1, "…");
        check("plain", 0, "");
        check("", 0, "");
        check("日本語", 6, "日本語");
        check("日本語", 5, "日本…");
        check("日本語", 4, "日…");
        check("cafe\u{301}s", 5, "cafe\u{301}s");
        check("cafe\u{301}s!", 5, "cafe\u{301}…");
        check("plain", usize::MAX, "plain");
    }

    #[test]
    fn padding_fills_to_the_column() {
        assert_eq!(pad("日本", 6), "日本  ");
        assert_eq!(pad("too long", 3), "too long");
    }

    #[test]
    fn a_pile_of_combining_characters_is_linear() {
        let pile = format!("a{}", "\u{301}".repeat(500_000));
        assert_eq!(width(&pile), 1);
        assert_eq!(clip(&format!("{pile}bc"), 2).chars().count(), 500_002);
    }
}
