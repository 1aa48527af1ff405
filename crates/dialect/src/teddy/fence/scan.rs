//! Finds the few lines that matter among the many that do not.

use memchr::memchr_iter;

use super::line::Fence;
use super::slot::{Opening, Slot};

#[derive(Debug, Default)]
pub(super) struct Lines {
    pub fences: Vec<Fence>,
    pub openings: Vec<Opening>,
}

pub(super) fn scan(source: &str) -> Lines {
    let bytes = source.as_bytes();
    let mut lines = Lines::default();
    // A byte order mark is no part of the first line.
    let mut start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    for end in memchr_iter(b'\n', bytes) {
        lines.take(bytes, start, end);
        start = end + 1;
    }
    if start < bytes.len() {
        lines.take(bytes, start, bytes.len());
    }
    lines
}

impl Lines {
    #[inline]
    fn take(&mut self, source: &[u8], start: usize, end: usize) {
        match first_mark(&source[start..end]) {
            Some(b'`' | b'~') => self.take_marked(source, start, end),
            Some(b'#' | b'F' | b'R' | b'*') => self.take_opening(source, start, end),
            _ => {}
        }
    }

    #[cold]
    fn take_marked(&mut self, source: &[u8], start: usize, end: usize) {
        match Fence::read(source, start, end) {
            Some(fence) => self.fences.push(fence),
            None => self.take_opening(source, start, end),
        }
    }

    fn take_opening(&mut self, source: &[u8], start: usize, end: usize) {
        if let Some(slot) = Slot::opened_by(&source[start..end]) {
            self.openings.push(Opening { start, slot });
        }
    }

    /// Where the part ends that holds this byte.
    pub fn slot_end(&self, byte: usize) -> usize {
        let next = self.openings.partition_point(|opening| opening.start <= byte);
        self.openings.get(next).map_or(usize::MAX, |opening| opening.start)
    }

    /// What the part that holds this byte may contain.
    pub fn slot_of(&self, byte: usize) -> Slot {
        let next = self.openings.partition_point(|opening| opening.start <= byte);
        match next.checked_sub(1) {
            Some(last) => self.openings[last].slot,
            None => Slot::Free,
        }
    }

    /// The first fence at or after this byte.
    pub fn fence_from(&self, byte: usize) -> usize {
        self.fences.partition_point(|fence| fence.run.start < byte)
    }
}

#[inline]
fn first_mark(line: &[u8]) -> Option<u8> {
    let first = *line.first()?;
    if first != b' ' || line.starts_with(b"    ") {
        return Some(first);
    }
    line.iter().copied().find(|byte| *byte != b' ')
}
