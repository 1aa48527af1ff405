//! Lines around a byte.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

/// One line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub start: usize,
    /// Without its end.
    pub text: &'a str,
    pub end: LineEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnd {
    Lf,
    CrLf,
    /// The last line of a file may have none.
    None,
}

impl LineEnd {
    fn len(self) -> usize {
        match self {
            Self::Lf => 1,
            Self::CrLf => 2,
            Self::None => 0,
        }
    }
}

impl<'a> Line<'a> {
    /// The line that begins at `start`.
    pub fn from(text: &'a str, start: usize) -> Self {
        let rest = &text[start..];
        let Some(newline) = memchr(b'\n', rest.as_bytes()) else {
            return Self {
                start,
                text: rest,
                end: LineEnd::None,
            };
        };
        match rest[..newline].strip_suffix('\r') {
            Some(line) => Self {
                start,
                text: line,
                end: LineEnd::CrLf,
            },
            None => Self {
                start,
                text: &rest[..newline],
                end: LineEnd::Lf,
            },
        }
    }

    /// The line that holds this byte.
    pub fn around(text: &'a str, byte: usize) -> Self {
        Self::from(text, start_of(text, byte))
    }

    /// The line after this one. There is none after the last line end.
    pub fn next(&self, text: &'a str) -> Option<Self> {
        let start = self.next_start();
        (start < text.len()).then(|| Self::from(text, start))
    }

    pub fn previous(&self, text: &'a str) -> Option<Self> {
        let newline = self.start.checked_sub(1)?;
        Some(Self::around(text, newline))
    }

    pub fn next_start(&self) -> usize {
        self.start + self.text.len() + self.end.len()
    }

    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub fn indent(&self) -> &'a str {
        indent(self.text)
    }
}

pub(super) fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

pub(super) fn start_of(text: &str, byte: usize) -> usize {
    memrchr(b'\n', &text.as_bytes()[..byte]).map_or(0, |newline| newline + 1)
}

/// The 1-based line numbers of ascending places.
pub(super) fn numbers(text: &str, places: &[usize]) -> Vec<usize> {
    let mut newlines = memchr_iter(b'\n', text.as_bytes()).peekable();
    let mut line = 1;
    let mut number = |place: &usize| {
        while newlines.next_if(|newline| newline < place).is_some() {
            line += 1;
        }
        line
    };
    places.iter().map(&mut number).collect()
}
