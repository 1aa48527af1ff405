//! Code in colors: comments, texts, numbers and the words of its language.
//!
//! A line is cut knowing only what the line before it left open. So a file of megabytes is gone through once, in no time
//! that anybody would notice, and only the lines that are seen are painted.

mod language;
mod languages;
mod skim;

use std::ops::Range;

use ratatui::style::Style;

use crate::theme::Theme;
pub use language::Language;
pub use skim::Skim;

/// What a line leaves open for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Open {
    #[default]
    Nothing,
    Comment,
    /// By its place among those of the language.
    Quote(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Plain,
    Comment,
    Literal,
    Number,
    Keyword,
}

impl Class {
    pub fn style(self, theme: Theme) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Comment => theme.faint(),
            Self::Literal => theme.literal(),
            Self::Number => theme.number(),
            Self::Keyword => theme.keyword(),
        }
    }
}

/// Cuts one line, and says what it leaves open. The pieces cover all of it.
pub fn cut(language: &Language, line: &str, open: Open, mut piece: impl FnMut(Range<usize>, Class)) -> Open {
    let mut at = 0;
    let mut open = open;
    while at < line.len() {
        let start = at;
        let class = match open {
            Open::Nothing => {
                let (end, class, leaves) = token(language, line, at);
                (at, open) = (end, leaves);
                class
            }
            Open::Comment | Open::Quote(_) => {
                let class = match open {
                    Open::Comment => Class::Comment,
                    _ => Class::Literal,
                };
                match closed(language, line, at, open) {
                    Some(end) => (at, open) = (end, Open::Nothing),
                    None => at = line.len(),
                }
                class
            }
        };
        piece(start..at, class);
    }
    ended(language, open)
}

/// What is open at the end of a line goes on in the next one, unless it may not span lines: then it is over, whether or
/// not it was closed.
fn ended(language: &Language, open: Open) -> Open {
    let spans_lines = |index: u8| {
        let quote = language.quotes.get(usize::from(index));
        quote.is_none_or(|quote| quote.spans_lines)
    };
    match open {
        Open::Quote(index) if !spans_lines(index) => Open::Nothing,
        open => open,
    }
}

/// The next piece where nothing is open: where it ends, what it is, and what it leaves open.
fn token(language: &Language, line: &str, at: usize) -> (usize, Class, Open) {
    let rest = &line[at..];
    let is_start = at == 0 || line[..at].ends_with(char::is_whitespace);
    for mark in language.line_comments {
        if rest.starts_with(mark) && (is_start || !language.comments_follow_blanks) {
            return (line.len(), Class::Comment, Open::Nothing);
        }
    }
    if let Some((begin, _)) = language.block_comment
        && rest.starts_with(begin)
    {
        return (at + begin.len(), Class::Comment, Open::Comment);
    }
    for (index, quote) in language.quotes.iter().enumerate() {
        if rest.starts_with(quote.open) {
            let open = u8::try_from(index).map_or(Open::Nothing, Open::Quote);
            return (at + quote.open.len(), Class::Literal, open);
        }
    }
    if language.has_chars
        && let Some(length) = character(rest)
    {
        return (at + length, Class::Literal, Open::Nothing);
    }
    let first = rest.chars().next().unwrap_or(' ');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if !is_word(first) {
        return (at + first.len_utf8(), Class::Plain, Open::Nothing);
    }
    let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    let class = match first.is_ascii_digit() {
        true => Class::Number,
        false if language.knows(&rest[..end]) => Class::Keyword,
        false => Class::Plain,
    };
    (at + end, class, Open::Nothing)
}

/// Where what is open ends; `None` if not in this line.
fn closed(language: &Language, line: &str, from: usize, open: Open) -> Option<usize> {
    let (close, escapes) = match open {
        Open::Nothing => return Some(from),
        Open::Comment => (language.block_comment?.1, false),
        Open::Quote(index) => {
            let quote = language.quotes.get(usize::from(index))?;
            (quote.close, quote.escapes)
        }
    };
    let bytes = line.as_bytes();
    let first = *close.as_bytes().first()?;
    let mut at = from;
    loop {
        let is_telling = |byte: &u8| *byte == first || (escapes && *byte == b'\\');
        at += bytes.get(at..)?.iter().position(is_telling)?;
        if escapes && bytes[at] == b'\\' {
            at += 1 + line[at + 1..].chars().next().map_or(0, char::len_utf8);
        } else if line[at..].starts_with(close) {
            return Some(at + close.len());
        } else {
            at += 1;
        }
    }
}

/// `'x'` or `'\n'`, but not the `'a` of a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    if inner.starts_with('\\') {
        let end = inner.get(2..)?.find('\'')?;
        return (end <= 10).then_some(end + 4);
    }
    let c = inner.chars().next()?;
    inner[c.len_utf8()..].starts_with('\'').then_some(c.len_utf8() + 2)
}

#[cfg(test)]
#[path = "syntax/syntax_tests.rs"]
mod tests;
