//! Finds the one place in a file that an edit means, or says where it might have meant.
//!
//! Exact bytes count first. Whole lines that differ only in how far they are indented, in trailing blanks or in line
//! ends count next. What is merely similar never matches: it is shown, with a small diff.

mod already;
mod budget;
mod diff;
mod exact;
mod grams;
mod index;
mod indexed_text;
mod line;
mod loose;
mod nearest;
mod needles;
mod replacement;
mod window;

#[cfg(test)]
mod find_tests;
#[cfg(test)]
mod index_tests;

use std::ops::Range;

pub use budget::NearestBudget;
pub(super) use exact::places;
pub use indexed_text::IndexedText;

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
    Nowhere,
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
    /// The budget is used up, so neither was searched for.
    pub is_over_budget: bool,
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

pub fn find(text: &IndexedText<'_>, wanted: Wanted<'_>) -> Found {
    let exact = text.places(wanted.find);
    match exact.as_slice() {
        [] => find_loosely(text, wanted),
        [start] => Found::Once(replacement::exact(
            text.text(),
            *start..*start + wanted.find.len(),
            wanted,
        )),
        several => Found::Several(text.lines(several)),
    }
}

fn find_loosely(text: &IndexedText<'_>, wanted: Wanted<'_>) -> Found {
    let Some(anchor) = loose::anchor(wanted.find) else {
        return Found::Nowhere;
    };
    let anchors = text.places(anchor);
    let places = loose::places(text.text(), wanted.find, &anchors);
    match places.as_slice() {
        [] => Found::Nowhere,
        [only] => Found::Once(replacement::loose(text.text(), only, wanted)),
        several => {
            let starts: Vec<usize> = several.iter().map(|place| place.span.start).collect();
            Found::Several(text.lines(&starts))
        }
    }
}

/// Describes a text that is not in the file: its closest match, if the budget allows the search.
pub fn nowhere(text: &IndexedText<'_>, wanted: Wanted<'_>, budget: &mut NearestBudget) -> Nowhere {
    let text = text.text();
    if !budget.spend(text.len()) {
        return Nowhere {
            already: None,
            nearest: None,
            is_over_budget: true,
        };
    }
    let window = window::best(text, wanted.find);
    Nowhere {
        already: already::line(text, wanted, window.as_ref()),
        nearest: window.map(|window| nearest::describe(text, wanted.find, &window)),
        is_over_budget: false,
    }
}
