//! The stretch of a file that is most like a text, found in one pass over its lines.

use std::ops::Range;

use memchr::memchr_iter;
use similar::{Algorithm, capture_diff_slices, diff_ratio};

use super::grams::{Grams, count};

/// Lines of a file, 0-based, and all their starts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Window {
    pub lines: Range<usize>,
    pub starts: Vec<usize>,
}

/// Below this, a place has nothing to do with the text.
const LIKENESS_MIN: f64 = 0.3;
/// Candidates whose order of lines is looked at too.
const CANDIDATES: usize = 4;
/// The beginning of a longer text shows well enough where it might be.
const SEARCHED_LINES_MAX: usize = 200;

pub(super) fn best(text: &str, find: &str) -> Option<Window> {
    let lines = find.split('\n').count();
    let wanted: Vec<&str> = find.split('\n').take(SEARCHED_LINES_MAX).map(str::trim).collect();
    let (starts, scores) = score(text, &Grams::of(&wanted));
    let ordered = candidates(&scores, &wanted).into_iter().map(|(likeness, lines)| {
        let have: Vec<&str> = lines
            .clone()
            .map(|line| line_text(text, &starts, line).trim())
            .collect();
        let ops = capture_diff_slices(Algorithm::Myers, &have, &wanted);
        let ratio = diff_ratio(&ops, have.len(), wanted.len());
        (likeness + f64::from(ratio), lines)
    });
    let found = largest(ordered)?;
    Some(Window {
        lines: found.start..(found.start + lines).max(found.end).min(starts.len()),
        starts,
    })
}

/// The first of the largest.
fn largest(candidates: impl Iterator<Item = (f64, Range<usize>)>) -> Option<Range<usize>> {
    let better = |best: (f64, Range<usize>), next: (f64, Range<usize>)| if next.0 > best.0 { next } else { best };
    candidates.reduce(better).map(|(_, lines)| lines)
}

/// Without its line end.
pub(super) fn line_text<'a>(text: &'a str, starts: &[usize], line: usize) -> &'a str {
    let end = starts.get(line + 1).copied().unwrap_or(text.len());
    let line = &text[starts[line]..end];
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

#[derive(Clone, Copy, Default)]
struct Score {
    hits: u64,
    pieces: u64,
}

fn score(text: &str, grams: &Grams) -> (Vec<usize>, Vec<Score>) {
    let bytes = text.as_bytes();
    let mut starts = Vec::new();
    let mut scores = Vec::new();
    let mut start = 0;
    for end in memchr_iter(b'\n', bytes).chain([bytes.len()]) {
        // What ends the last line begins no other.
        if start == bytes.len() && start > 0 {
            break;
        }
        let line = bytes[start..end].trim_ascii();
        starts.push(start);
        scores.push(Score {
            hits: grams.hits(line),
            pieces: count(line.len()),
        });
        start = end + 1;
    }
    (starts, scores)
}

/// The best few stretches of as many lines as the text has, none overlapping the next, in the file's order.
fn candidates(scores: &[Score], wanted: &[&str]) -> Vec<(f64, Range<usize>)> {
    let size = wanted.len().min(scores.len());
    let pieces: u64 = wanted.iter().map(|line| count(line.len())).sum();
    let mut candidates: Vec<(f64, Range<usize>)> = Vec::new();
    let (mut hits, mut all) = (0, 0);
    for end in 1..=scores.len() {
        hits += scores[end - 1].hits;
        all += scores[end - 1].pieces;
        let Some(start) = end.checked_sub(size) else { continue };
        if hits > 0 {
            let likeness = (2 * hits.min(pieces)) as f64 / (all + pieces) as f64;
            offer(&mut candidates, likeness, start..end);
        }
        hits -= scores[start].hits;
        all -= scores[start].pieces;
    }
    candidates
}

fn offer(candidates: &mut Vec<(f64, Range<usize>)>, likeness: f64, lines: Range<usize>) {
    if likeness < LIKENESS_MIN {
        return;
    }
    if let Some(last) = candidates.last_mut()
        && lines.start < last.1.end
    {
        if likeness > last.0 {
            *last = (likeness, lines);
        }
        return;
    }
    if candidates.len() == CANDIDATES {
        let worst = (0..candidates.len())
            .rev()
            .min_by(|a, b| candidates[*a].0.total_cmp(&candidates[*b].0));
        match worst.filter(|worst| candidates[*worst].0 < likeness) {
            Some(worst) => drop(candidates.remove(worst)),
            None => return,
        }
    }
    candidates.push((likeness, lines));
}
