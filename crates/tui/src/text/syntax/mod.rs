//! Code in colors: comments, texts, numbers and the words of its language.
//!
//! A line is cut knowing only what the line before it left open. So a file of megabytes is gone through once, in no time
//! that anybody would notice, and only the lines that are seen are painted.

mod language;
mod languages;

use std::ops::Range;

use ratatui::style::Style;

use crate::theme::Theme;
pub use language::Language;
use language::Quote;

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
            Open::Comment => {
                let end = language.block_comment.map_or("", |(_, end)| end);
                match line[at..].find(end).filter(|_| !end.is_empty()) {
                    Some(length) => (at, open) = (at + length + end.len(), Open::Nothing),
                    None => at = line.len(),
                }
                Class::Comment
            }
            Open::Quote(index) => {
                let quote = language.quotes.get(usize::from(index));
                match quote.and_then(|quote| closed(line, at, quote)) {
                    Some(end) => (at, open) = (end, Open::Nothing),
                    None => at = line.len(),
                }
                Class::Literal
            }
        };
        piece(start..at, class);
    }
    match open {
        // What may not span lines is over, whether or not it was closed.
        Open::Quote(index)
            if language
                .quotes
                .get(usize::from(index))
                .is_some_and(|quote| !quote.spans_lines) =>
        {
            Open::Nothing
        }
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

fn closed(line: &str, from: usize, quote: &Quote) -> Option<usize> {
    let mut at = from;
    while at < line.len() {
        if quote.escapes && line[at..].starts_with('\\') {
            at += 1 + line[at + 1..].chars().next().map_or(0, char::len_utf8);
            continue;
        }
        if line[at..].starts_with(quote.close) {
            return Some(at + quote.close.len());
        }
        at += line[at..].chars().next().map_or(1, char::len_utf8);
    }
    None
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
#[path = "syntax_tests.rs"]
mod tests;
