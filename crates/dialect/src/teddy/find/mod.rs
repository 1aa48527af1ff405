//! Finds the one place in a file that an edit means, or says where it might have meant.
//!
//! Exact bytes count first. Whole lines that differ only in how far they are indented, in trailing blanks or in line
//! ends count next. What is merely similar never matches: it is shown, with a small diff.

mod already;
mod diff;
mod exact;
mod grams;
mod line;
mod loose;
mod nearest;
mod replacement;
mod window;

#[cfg(test)]
mod find_tests;

use std::ops::Range;

pub(super) use exact::places;

/// What an edit asks for. Lines are separated by `\n`, and the last one has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted<'a> {
    pub find: &'a str,
    /// `None` removes what was found; whole lines go with their line end.
    pub replace: Option<&'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    Once(Match),
    /// The lines in which the places begin, 1-based and ascending, at most [`PLACES_MAX`] of them.
    Several(Vec<usize>),
    Nowhere(Nowhere),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The bytes of the file to be replaced.
    pub span: Range<usize>,
    /// What comes in their place, with the file's line ends and indentation.
    pub replacement: String,
    /// In what the FIND text and the file differ; empty for an exact match.
    pub differences: Vec<Difference>,
}

/// What may differ without being a different text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    Indentation,
    TrailingBlanks,
    LineEnds,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nowhere {
    /// The 1-based line at which the file already says what the edit would make it say.
    pub already: Option<usize>,
    pub nearest: Option<Nearest>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// 1-based, both inclusive.
    pub first_line: usize,
    pub last_line: usize,
    pub only: Option<OnlyIn>,
    /// `-` is the file, `+` is the FIND text, blanks at line ends shown as `·`.
    pub diff: String,
}

/// All that separates the FIND text from its nearest place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnlyIn {
    /// Lines are indented differently, and not all by the same.
    Indentation,
    WhiteSpace,
    Case,
}

/// More places than this are not searched for.
pub const PLACES_MAX: usize = 1_000;

pub fn find(text: &str, wanted: Wanted<'_>) -> Found {
    let exact = places(text, wanted.find);
    match exact.as_slice() {
        [] => find_loosely(text, wanted),
        [start] => Found::Once(replacement::exact(text, *start..*start + wanted.find.len(), wanted)),
        several => Found::Several(line::numbers(text, several)),
    }
}

fn find_loosely(text: &str, wanted: Wanted<'_>) -> Found {
    let places = loose::places(text, wanted.find);
    match places.as_slice() {
        [] => Found::Nowhere(nowhere(text, wanted)),
        [only] => Found::Once(replacement::loose(text, only, wanted)),
        several => {
            let starts: Vec<usize> = several.iter().map(|place| place.span.start).collect();
            Found::Several(line::numbers(text, &starts))
        }
    }
}

fn nowhere(text: &str, wanted: Wanted<'_>) -> Nowhere {
    let window = window::best(text, wanted.find);
    Nowhere {
        already: already::line(text, wanted, window.as_ref()),
        nearest: window.map(|window| nearest::describe(text, wanted.find, &window)),
    }
}
