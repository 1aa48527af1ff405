//! Whole lines that say the same, however far they are indented and however they end.

use std::ops::Range;

use super::line::{Line, LineEnd, indent};
use super::{Difference, PLACES_MAX, exact};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place<'a> {
    /// Whole lines, without the end of the last.
    pub span: Range<usize>,
    pub shift: Shift<'a>,
    pub differences: Vec<Difference>,
}

/// How the file's lines are indented, compared with those that were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift<'a> {
    /// The file has this in front of every line.
    Deeper(&'a str),
    /// The file lacks this in front of every line.
    Shallower(&'a str),
}

/// Lines compared before the search is given up. Only a file made to be slow needs more.
const COMPARED_MAX: usize = 1_000_000;

pub(super) fn places<'a>(text: &'a str, find: &'a str) -> Vec<Place<'a>> {
    let wanted: Vec<&str> = find.split('\n').map(trim_end).collect();
    let Some((anchor_index, anchor)) = anchor(&wanted) else {
        return Vec::new();
    };
    let mut compared = 0;
    let mut places: Vec<Place> = Vec::new();
    for at in exact::places(text, anchor) {
        let line = Line::around(text, at);
        let Some(first) = back(text, line, anchor_index) else {
            continue;
        };
        if let Some(place) = compare(text, first, &wanted, &mut compared) {
            places.push(place);
        }
        if places.len() == PLACES_MAX || compared > COMPARED_MAX {
            break;
        }
    }
    places.dedup_by_key(|place| place.span.start);
    places
}

fn trim_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\t', '\r'])
}

/// The longest line is the rarest.
fn anchor<'a>(wanted: &[&'a str]) -> Option<(usize, &'a str)> {
    let trimmed = wanted.iter().map(|line| line.trim_start_matches([' ', '\t']));
    let (index, line) = trimmed.enumerate().max_by_key(|(_, line)| line.len())?;
    (!line.is_empty()).then_some((index, line))
}

fn back<'a>(text: &'a str, mut line: Line<'a>, count: usize) -> Option<Line<'a>> {
    for _ in 0..count {
        line = line.previous(text)?;
    }
    Some(line)
}

fn compare<'a>(text: &'a str, first: Line<'a>, wanted: &[&'a str], compared: &mut usize) -> Option<Place<'a>> {
    let mut shift = None;
    let mut differences = Vec::new();
    let mut line = first;
    for (index, want) in wanted.iter().enumerate() {
        *compared += 1;
        if index > 0 {
            line = line.next(text)?;
        }
        let have = trim_end(line.text);
        if have.trim_start_matches([' ', '\t']) != want.trim_start_matches([' ', '\t']) {
            return None;
        }
        if have.len() < line.text.len() {
            differences.push(Difference::TrailingBlanks);
        }
        if line.end == LineEnd::CrLf && index + 1 < wanted.len() {
            differences.push(Difference::LineEnds);
        }
        if !want.is_empty() {
            let here = shift_of(line.indent(), indent(want))?;
            if *shift.get_or_insert(here) != here {
                return None;
            }
        }
    }
    let shift = shift.unwrap_or(Shift::Deeper(""));
    if !matches!(shift, Shift::Deeper("")) {
        differences.push(Difference::Indentation);
    }
    differences.sort_unstable();
    differences.dedup();
    // The FIND text itself has blanks at the end of a line where the file has none.
    if differences.is_empty() {
        differences.push(Difference::TrailingBlanks);
    }
    Some(Place {
        span: first.start..line.span().end,
        shift,
        differences,
    })
}

fn shift_of<'a>(have: &'a str, want: &'a str) -> Option<Shift<'a>> {
    if let Some(more) = have.strip_suffix(want) {
        return Some(Shift::Deeper(more));
    }
    want.strip_suffix(have).map(Shift::Shallower)
}
