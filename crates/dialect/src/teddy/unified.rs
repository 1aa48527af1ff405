//! Two texts as a unified diff.
//!
//! The time is bounded whatever the texts are: lines that both have once pin them to each other, and what lies between
//! two pins is compared only if it is small.

mod pins;

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

const CONTEXT: usize = 3;
/// Lines of both texts that are compared exhaustively: all at once, and between two pins.
const WHOLE_LINES: usize = 4_000;
const PIECE_LINES: usize = 500;

/// With three lines of context; empty if nothing differs.
pub fn unified_diff(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (old, new) = (lines(before), lines(after));
    let path = super::markdown::inline(path);
    let mut diff = format!("--- a/{path}\n+++ b/{path}\n");
    for hunk in group_diff_ops(compare(&old, &new), CONTEXT) {
        write_hunk(&mut diff, &hunk, &old, &new);
    }
    diff
}

/// Where two texts differ, from the first place to the last.
pub fn hunks(old: &[&str], new: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let ops = compare(old, new).into_iter();
    let differing = ops.filter(|op| !matches!(op, DiffOp::Equal { .. }));
    differing.map(|op| (op.old_range(), op.new_range())).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn compare(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tails = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = tails.take_while(|(a, b)| a == b).count();
    // Numbers are quicker to compare, but only what lies between is worth one.
    let mut numbers = HashMap::new();
    let mut number = |line| {
        let next = numbers.len();
        *numbers.entry(line).or_insert(next)
    };
    let old: Vec<usize> = old[start..old.len() - end].iter().map(|line| number(*line)).collect();
    let new: Vec<usize> = new[start..new.len() - end].iter().map(|line| number(*line)).collect();

    let mut script = Script::default();
    script.equal(start);
    let middle = (&old[..], &new[..]);
    let limit = match middle.0.len() + middle.1.len() <= WHOLE_LINES {
        true => WHOLE_LINES,
        false => PIECE_LINES,
    };
    let pins = match limit {
        WHOLE_LINES => Vec::new(),
        _ => pins::pins(middle.0, middle.1),
    };
    let mut done = (0, 0);
    for pin in pins {
        script.piece(&middle.0[done.0..pin.0], &middle.1[done.1..pin.1], limit);
        script.equal(1);
        done = (pin.0 + 1, pin.1 + 1);
    }
    script.piece(&middle.0[done.0..], &middle.1[done.1..], limit);
    script.equal(end);
    script.ops
}

/// Steps that lead from one text to the other, neighbors of a kind made one.
#[derive(Default)]
struct Script {
    ops: Vec<DiffOp>,
    old: usize,
    new: usize,
}

impl Script {
    fn piece(&mut self, old: &[usize], new: &[usize], limit: usize) {
        if old.len() + new.len() > limit {
            return self.replace(old.len(), new.len());
        }
        for op in capture_diff_slices(Algorithm::Myers, old, new) {
            match op {
                DiffOp::Equal { len, .. } => self.equal(len),
                op => self.replace(op.old_range().len(), op.new_range().len()),
            }
        }
    }

    fn equal(&mut self, count: usize) {
        match self.ops.last_mut() {
            _ if count == 0 => return,
            Some(DiffOp::Equal { len, .. }) => *len += count,
            _ => self.ops.push(DiffOp::Equal {
                old_index: self.old,
                new_index: self.new,
                len: count,
            }),
        }
        self.old += count;
        self.new += count;
    }

    fn replace(&mut self, old: usize, new: usize) {
        match self.ops.last_mut() {
            _ if old + new == 0 => return,
            Some(DiffOp::Replace { old_len, new_len, .. }) => {
                *old_len += old;
                *new_len += new;
            }
            _ => self.ops.push(DiffOp::Replace {
                old_index: self.old,
                old_len: old,
                new_index: self.new,
                new_len: new,
            }),
        }
        self.old += old;
        self.new += new;
    }
}

fn write_hunk(diff: &mut String, hunk: &[DiffOp], old: &[&str], new: &[&str]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else {
        return;
    };
    let olds = first.old_range().start..last.old_range().end;
    let news = first.new_range().start..last.new_range().end;
    // Writing to a string cannot fail.
    let _ = writeln!(diff, "@@ -{} +{} @@", place(&olds), place(&news));
    for op in hunk {
        match op {
            DiffOp::Equal { .. } => write_lines(diff, ' ', &old[op.old_range()]),
            op => {
                write_lines(diff, '-', &old[op.old_range()]);
                write_lines(diff, '+', &new[op.new_range()]);
            }
        }
    }
}

/// An empty range names the line before it.
fn place(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

fn write_lines(diff: &mut String, mark: char, lines: &[&str]) {
    for line in lines {
        diff.push(mark);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
#[path = "unified/unified_tests.rs"]
mod tests;
