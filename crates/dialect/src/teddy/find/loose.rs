//! Whole lines that say the same, however far they are indented and however they end.

use std::ops::Range;

use super::line::{Line, LineEnd, indent};
use super::{Difference, PLACES_MAX};

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
/// A line with more blanks before or after its text is not compared.
const BLANKS_MAX: usize = 4096;

/// The line whose places [`places`] needs: the longest one, because it is probably the rarest.
pub(super) fn anchor(find: &str) -> Option<&str> {
    find.split('\n')
        .map(solid)
        .max_by_key(|line| line.len())
        .filter(|line| !line.is_empty())
}

/// `anchors` are the places of the [`anchor`] in the text.
pub(super) fn places<'a>(text: &'a str, find: &'a str, anchors: &[usize]) -> Vec<Place<'a>> {
    let wanted: Vec<&str> = find.split('\n').map(trim_end).collect();
    let longest = wanted.iter().map(|line| solid(line).len()).enumerate();
    let Some((anchor_index, _)) = longest.max_by_key(|(_, length)| *length) else {
        return Vec::new();
    };
    let mut compared = 0;
    let mut places: Vec<Place> = Vec::new();
    for at in anchors {
        let Some(first) = back(text, *at, &wanted[..=anchor_index], &mut compared) else {
            continue;
        };
        if let Some(place) = compare(text, Line::from(text, first), &wanted, &mut compared) {
            places.push(place);
        }
        if places.len() == PLACES_MAX || compared > COMPARED_MAX {
            break;
        }
    }
    places.dedup_by_key(|place| place.span.start);
    places
}

fn solid(line: &str) -> &str {
    trim_end(line).trim_start_matches([' ', '\t'])
}

fn trim_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\t', '\r'])
}

/// The start of the first line of `wanted`, if the file has these lines here and the last one begins at this byte,
/// without its indentation. Compares backward from `last`, because the length of a line in the file is not limited.
fn back(text: &str, last: usize, wanted: &[&str], compared: &mut usize) -> Option<usize> {
    let (anchor, before) = wanted.split_last()?;
    let after = &text[last + solid(anchor).len()..];
    if !matches!(after.as_bytes().get(blanks(after.bytes())), None | Some(b'\n')) {
        return None;
    }
    let mut start = line_start(text, last)?;
    for line in before.iter().rev() {
        *compared += 1;
        let end = start.checked_sub(1)?;
        let end = end - blanks(text[..end].bytes().rev());
        start = line_start(text, text[..end].strip_suffix(solid(line))?.len())?;
    }
    Some(start)
}

/// The start of the line, if only blanks are before this byte.
fn line_start(text: &str, byte: usize) -> Option<usize> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = byte
        - text.as_bytes()[..byte]
            .iter()
            .rev()
            .take(BLANKS_MAX)
            .take_while(|byte| blank(byte))
            .count();
    matches!(text[..start].bytes().next_back(), None | Some(b'\n')).then_some(start)
}

fn blanks(bytes: impl Iterator<Item = u8>) -> usize {
    bytes
        .take(BLANKS_MAX)
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
        .count()
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
