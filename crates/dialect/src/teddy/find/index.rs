//! Where the texts that a plan looks for are in a file, kept up to date while the file is edited.
//!
//! One pass over the file finds all of them. After an edit only the text that it has put in is searched, together with
//! what is right before and after it.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr_iter;

use super::needles::Needles;
use super::{PLACES_MAX, exact};

/// Longer texts are looked for by their beginning and then compared.
const HEAD_BYTES: usize = 256;
const HEAD_BYTES_MIN: usize = 8;
/// Bytes of all beginnings together. Very many texts are looked for by less of each.
const HEADS_BYTES: usize = 4 * 1024 * 1024;
/// Edits take places away. With some in reserve, a text with very many places is not searched for again each time.
const KEPT_MAX: usize = PLACES_MAX + 200;

pub(super) struct Index<'a> {
    /// Which of the beginnings a text has. Several texts may have the same one.
    head_of: HashMap<&'a str, usize>,
    heads: Vec<Head<'a>>,
    needles: Needles,
    /// The length of the longest beginning, less one.
    reach: usize,
    /// Places that edits have made, in order, and the number of the beginning that is there.
    added: Vec<(usize, u32)>,
    /// Where lines ended when the pass was made.
    newlines: Vec<u32>,
    /// What edits have changed since the pass, in order, apart from each other.
    changed: Vec<Changed>,
}

/// The beginning of a text.
struct Head<'a> {
    bytes: &'a [u8],
    /// Where it was when the pass was made, at most [`KEPT_MAX`] places.
    places: Vec<u32>,
    /// Of the places that edits have made.
    added: usize,
}

/// A part of the file that has changed since the pass.
struct Changed {
    old: Range<usize>,
    new: Range<usize>,
    /// Lines that this part and all before it have added.
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
            // Texts with the same beginning are neighbors.
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

    /// The same as [`exact::places`]. `text` is the file as it is now.
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
            // What follows the last place that is known was cut off.
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

    /// Takes note of a change: `removed` was at this byte, and `text` has `length` other bytes there now.
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

    /// Places that no change has touched, where they are now.
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

    /// Places that reach into a part that has changed.
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
    /// There are more places than those that are known.
    fn is_cut(&self) -> bool {
        self.places.len() == KEPT_MAX
    }

    /// Edits have made so many places that they are no longer followed.
    fn is_lost(&self) -> bool {
        self.added > KEPT_MAX
    }
}

impl Changed {
    /// By this part and all before it.
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
