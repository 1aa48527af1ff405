//! Removes known values from a stream. Overlapping values are hidden as one.
//!
//! Invisible characters between the bytes of a value are skipped, and hidden with the value.

use super::automaton::{Automaton, START, StateId};
use super::{MARK, invisible};

/// Bytes of invisible characters within one value. A value with more is not recognized, because a possible value is
/// kept in memory until it is complete.
const INVISIBLE_BYTES_MAX: usize = 64 * 1024;

#[derive(Debug)]
pub(super) struct KnownStage<'a> {
    automaton: &'a Automaton,
    state: StateId,
    /// Bytes that may belong to a value.
    held: Vec<u8>,
    /// Skipped invisible characters in `held`: sorted, without overlap.
    passed: Vec<ByteRange>,
    /// Ranges of `held` to hide: sorted, without overlap.
    hidden: Vec<ByteRange>,
    /// The first range started earlier, and its mark is already written.
    is_marked: bool,
}

#[derive(Debug)]
struct ByteRange {
    start: usize,
    end: usize,
}

impl<'a> KnownStage<'a> {
    pub(super) fn new(automaton: &'a Automaton) -> Self {
        Self {
            automaton,
            state: START,
            held: Vec::new(),
            passed: Vec::new(),
            hidden: Vec::new(),
            is_marked: false,
        }
    }

    /// A chunk must not begin or end within a character.
    pub(super) fn push(&mut self, mut chunk: &[u8], clean: &mut Vec<u8>) {
        while !chunk.is_empty() {
            if self.state == START {
                let (skipped, rest) = chunk.split_at(self.automaton.skip(chunk));
                self.held.extend_from_slice(skipped);
                chunk = rest;
            } else if let Some(length) = invisible::leading(chunk) {
                let (character, rest) = chunk.split_at(length);
                self.pass(character);
                chunk = rest;
                continue;
            }
            if let Some((&byte, rest)) = chunk.split_first() {
                self.take(byte);
                chunk = rest;
            }
        }
        self.release(self.back(self.automaton.depth(self.state)), clean);
    }

    pub(super) fn finish(&mut self, clean: &mut Vec<u8>) {
        self.release(self.held.len(), clean);
    }

    fn take(&mut self, byte: u8) {
        self.held.push(byte);
        self.state = self.automaton.step(self.state, byte);
        let found = self.automaton.found(self.state);
        if found > 0 {
            self.hide(self.back(found));
        }
    }

    fn pass(&mut self, character: &[u8]) {
        let start = self.held.len();
        self.held.extend_from_slice(character);
        let end = self.held.len();
        match self.passed.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => self.passed.push(ByteRange { start, end }),
        }
        let depth = self.automaton.depth(self.state);
        if end - self.back(depth) > depth + INVISIBLE_BYTES_MAX {
            self.state = START;
        }
    }

    /// The start of the last `count` bytes, not counting skipped characters.
    fn back(&self, count: usize) -> usize {
        let mut start = self.held.len() - count;
        for part in self.passed.iter().rev() {
            if part.end <= start {
                break;
            }
            start -= part.end - part.start;
        }
        start
    }

    fn hide(&mut self, mut start: usize) {
        while let Some(last) = self.hidden.pop_if(|last| start < last.end) {
            start = start.min(last.start);
        }
        let end = self.held.len();
        self.hidden.push(ByteRange { start, end });
    }

    /// Nothing before `safe` can become part of a value any more.
    fn release(&mut self, safe: usize, clean: &mut Vec<u8>) {
        let mut done = 0;
        let mut still_hidden = None;
        let begun = self.hidden.partition_point(|part| part.start < safe);
        for part in self.hidden.drain(..begun) {
            clean.extend_from_slice(&self.held[done..part.start]);
            if !std::mem::take(&mut self.is_marked) {
                clean.extend_from_slice(MARK.as_bytes());
            }
            done = part.end.min(safe);
            still_hidden = (part.end > safe).then_some(ByteRange {
                start: safe,
                end: part.end,
            });
        }
        clean.extend_from_slice(&self.held[done..safe]);
        self.is_marked |= still_hidden.is_some();
        self.hidden.splice(0..0, still_hidden);
        self.held.drain(..safe);
        for part in &mut self.hidden {
            part.start -= safe;
            part.end -= safe;
        }
        self.passed.retain(|part| part.start >= safe);
        for part in &mut self.passed {
            part.start -= safe;
            part.end -= safe;
        }
    }
}
