//! The positions of a plan's FIND texts in a file, updated while the file is edited.
//!
//! One pass over the file finds all texts. After an edit, only the inserted text and its surroundings are searched.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr_iter;

use super::needles::Needles;
use super::{PLACES_MAX, exact};

/// Of a longer text, only a prefix of this length is searched; then the rest is compared.
const HEAD_BYTES: usize = 256;
const HEAD_BYTES_MIN: usize = 8;
/// Bytes of all prefixes together. If there are very many texts, their prefixes are shorter.
const HEADS_BYTES: usize = 4 * 1024 * 1024;
/// Edits remove places. A reserve avoids a new search after each edit for a text with very many places.
const KEPT_MAX: usize = PLACES_MAX + 200;

pub(super) struct Index<'a> {
    /// The prefix of each text, by its number in `heads`. Several texts may share a prefix.
    head_of: HashMap<&'a str, usize>,
    heads: Vec<Head<'a>>,
    needles: Needles,
    /// The length of the longest prefix, minus one.
    reach: usize,
    /// Places in inserted text, in order, each with the number of its prefix.
    added: Vec<(usize, u32)>,
    /// The line ends at the time of the pass.
    newlines: Vec<u32>,
    /// The parts that edits changed since the pass: in order, not overlapping.
    changed: Vec<Changed>,
}

/// The prefix of a text.
struct Head<'a> {
    bytes: &'a [u8],
    /// Its places at the time of the pass, at most [`KEPT_MAX`].
    places: Vec<u32>,
    /// How many of its places are in `Index::added`.
    added: usize,
}

/// A part of the file that has changed since the pass.
struct Changed {
    old: Range<usize>,
    new: Range<usize>,
    /// Lines that this part and all earlier parts added.
    lines_added: isize,
}

impl<'a> Index<'a> {
    pub fn new(text: &str, needles: impl IntoIterator<Item = &'a str>) -> Self {
        let mut texts: Vec<&str> = needles.into_iter().filter(|needle| !needle.is_empty()).collect();
        texts.sort_unstable();
        texts.dedup();
        let head_bytes = (HEADS_BYTES / texts.len().max(1)).clamp(HEAD_BYTES_MIN, HEAD_BYTES);
        let mut heads: Vec<Head<'_>> = Vec::new();
        let mut head_of = HashMap::new();
        for text in texts {
            let bytes = &text.as_bytes()[..text.len().min(head_bytes)];
            // The texts are sorted, so texts with the same prefix are neighbors.
            if heads.last().is_none_or(|last| last.bytes != bytes) {
                heads.push(Head {
                    bytes,
                    places: Vec::new(),
                    added: 0,
                });
            }
            head_of.insert(text, heads.len() - 1);
        }
        let mut needles = Needles::new(heads.iter().map(|head| head.bytes));
        needles.scan(text.as_bytes(), |number, end| {
            let head = &mut heads[number as usize];
            head.places.push((end - head.bytes.len()) as u32);
            !head.is_cut()
        });
        Self {
            head_of,
            needles,
            reach: heads.iter().map(|head| head.bytes.len() - 1).max().unwrap_or_default(),
            heads,
            added: Vec::new(),
            newlines: memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32).collect(),
            changed: Vec::new(),
        }
    }

    /// Returns what [`exact::places`] would return. `text` is the file as it is now.
    pub fn places(&self, text: &str, needle: &str) -> Vec<usize> {
        let Some(number) = self.head_of.get(needle).copied() else {
            return exact::places(text, needle);
        };
        let head = &self.heads[number];
        if head.is_lost() || (head.is_cut() && needle.len() > head.bytes.len()) {
            return exact::places(text, needle);
        }
        let mut places = self.unchanged(head);
        let known_to = places.last().copied();
        match head.is_cut() {
            true => places.extend(self.near_changes(text, needle)),
            false => {
                let added = self.added.iter().filter(|(_, of)| *of as usize == number);
                places.extend(added.map(|(place, _)| *place));
            }
        }
        places.sort_unstable();
        places.dedup();
        places.retain(|place| text.as_bytes()[*place..].starts_with(needle.as_bytes()));
        if head.is_cut() {
            // Places after the last known one were not recorded.
            places.retain(|place| known_to.is_some_and(|last| *place <= last));
            if places.len() < PLACES_MAX {
                return exact::places(text, needle);
            }
        }
        places.truncate(PLACES_MAX);
        places
    }

    /// The 1-based line of a byte. `text` is the file as it is now.
    pub fn line(&self, text: &str, at: usize) -> usize {
        let after = self.changed.partition_point(|part| part.new.end <= at);
        let before = after.checked_sub(1).map(|before| &self.changed[before]);
        let start = self.changed.get(after).map_or(at, |part| part.new.start.min(at));
        let old = start.saturating_add_signed(-before.map_or(0, Changed::bytes_added));
        let newlines = self.newlines.partition_point(|newline| (*newline as usize) < old);
        let within = memchr_iter(b'\n', &text.as_bytes()[start..at]).count();
        1 + newlines.saturating_add_signed(before.map_or(0, |part| part.lines_added)) + within
    }

    /// Records a change: at `start`, `text` now has `length` bytes instead of `removed`.
    pub fn replace(&mut self, text: &str, start: usize, removed: &str, length: usize) {
        let lines = newlines(&text[start..start + length]) - newlines(removed);
        let removed = start..start + removed.len();
        self.note_change(removed.clone(), length, lines);
        self.note_places(text, removed, length);
    }

    fn note_change(&mut self, span: Range<usize>, length: usize, lines: isize) {
        let first = self.changed.partition_point(|part| part.new.end < span.start);
        let behind = self.changed.partition_point(|part| part.new.start <= span.end);
        let before = first.checked_sub(1).map(|before| &self.changed[before]);
        let to_end = self.changed[..behind].last();
        let mut new = span.clone();
        if let [one, ..] = &self.changed[first..behind] {
            new.start = new.start.min(one.new.start);
            new.end = new.end.max(to_end.map_or(0, |last| last.new.end));
        }
        let old = Range {
            start: new.start.saturating_add_signed(-before.map_or(0, Changed::bytes_added)),
            end: new.end.saturating_add_signed(-to_end.map_or(0, Changed::bytes_added)),
        };
        let lines_added = to_end.map_or(0, |last| last.lines_added) + lines;
        let grown = length as isize - span.len() as isize;
        new.end = new.end.saturating_add_signed(grown);
        for part in &mut self.changed[behind..] {
            part.new.start = part.new.start.saturating_add_signed(grown);
            part.new.end = part.new.end.saturating_add_signed(grown);
            part.lines_added += lines;
        }
        self.changed.splice(first..behind, [Changed { old, new, lines_added }]);
    }

    fn note_places(&mut self, text: &str, removed: Range<usize>, length: usize) {
        let Self {
            heads, needles, added, ..
        } = self;
        added.retain_mut(|(place, number)| {
            let head = &mut heads[*number as usize];
            let is_kept = !reaches_into(*place, head.bytes.len(), &removed) && !head.is_lost();
            head.added -= usize::from(!is_kept && !head.is_lost());
            if *place >= removed.end {
                *place = *place + length - removed.len();
            }
            is_kept
        });
        let new = removed.start..removed.start + length;
        let from = new.start.saturating_sub(self.reach);
        let to = text.len().min(new.end + self.reach);
        let mut found = Vec::new();
        needles.scan(&text.as_bytes()[from..to], |number, end| {
            let head = &mut heads[number as usize];
            let place = from + end - head.bytes.len();
            if reaches_into(place, head.bytes.len(), &new) {
                found.push((place, number));
                head.added += 1;
            }
            !head.is_lost()
        });
        added.extend(found);
        added.sort_unstable();
    }

    /// The current positions of places that no change touched.
    fn unchanged(&self, head: &Head<'_>) -> Vec<usize> {
        let now = |place: &u32| {
            let place = *place as usize;
            let after = self.changed.partition_point(|part| part.old.end <= place);
            let is_touched = |part: &Changed| reaches_into(place, head.bytes.len(), &part.old);
            if self.changed.get(after).is_some_and(is_touched) {
                return None;
            }
            let before = after.checked_sub(1).map(|before| &self.changed[before]);
            Some(place.saturating_add_signed(before.map_or(0, Changed::bytes_added)))
        };
        head.places.iter().filter_map(now).collect()
    }

    /// Places that overlap with a changed part.
    fn near_changes(&self, text: &str, needle: &str) -> Vec<usize> {
        let reach = needle.len() - 1;
        let mut places = Vec::new();
        for part in &self.changed {
            let from = part.new.start.saturating_sub(reach);
            let to = (part.new.end + reach).min(text.len());
            let found = exact::places_in(&text.as_bytes()[from..to], needle.as_bytes());
            places.extend(found.into_iter().map(|place| from + place));
        }
        places
    }
}

impl Head<'_> {
    /// Whether there may be more places than the recorded ones.
    fn is_cut(&self) -> bool {
        self.places.len() == KEPT_MAX
    }

    /// Whether edits inserted so many places that they are no longer recorded.
    fn is_lost(&self) -> bool {
        self.added > KEPT_MAX
    }
}

impl Changed {
    /// Bytes that this part and all earlier parts added.
    fn bytes_added(&self) -> isize {
        self.new.end as isize - self.old.end as isize
    }
}

fn reaches_into(place: usize, length: usize, part: &Range<usize>) -> bool {
    place < part.end && place + length > part.start
}

fn newlines(text: &str) -> isize {
    memchr_iter(b'\n', text.as_bytes()).count() as isize
}
