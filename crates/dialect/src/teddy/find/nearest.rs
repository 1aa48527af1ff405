//! Describes the place that is most like a text.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::window::{Window, line_text};
use super::{Nearest, OnlyIn, diff};

/// Lines around the window that may belong to the place, when lines were added to the file.
const MARGIN: usize = 3;
/// Longer texts are shown as far as the window reaches.
const FITTED_LINES_MAX: usize = 200;

pub(super) fn describe(text: &str, find: &str, window: &Window) -> Nearest {
    let wanted: Vec<&str> = find.split('\n').collect();
    let lines = fit(text, &wanted, window);
    let have: Vec<&str> = lines
        .clone()
        .map(|line| line_text(text, &window.starts, line))
        .collect();
    Nearest {
        first_line: lines.start + 1,
        last_line: lines.end,
        only: only(&have, &wanted),
        diff: diff::small(&have, &wanted),
    }
}

/// Moves the ends of the window to the first and last line that have a counterpart.
fn fit(text: &str, wanted: &[&str], window: &Window) -> Range<usize> {
    if wanted.len() > FITTED_LINES_MAX {
        return window.lines.clone();
    }
    let start = window.lines.start.saturating_sub(MARGIN);
    let end = (window.lines.end + MARGIN).min(window.starts.len());
    let have: Vec<&str> = (start..end)
        .map(|line| line_text(text, &window.starts, line).trim())
        .collect();
    let wanted: Vec<&str> = wanted.iter().map(|line| line.trim()).collect();
    let ops = capture_diff_slices(Algorithm::Myers, &have, &wanted);
    if !ops.iter().any(|op| matches!(op, DiffOp::Equal { .. })) {
        return window.lines.clone();
    }
    let surplus = |op: Option<&DiffOp>| op.map_or(0, |op| op.old_range().len().saturating_sub(op.new_range().len()));
    let (before, after) = (surplus(ops.first()), surplus(ops.last()));
    start + before..end - after
}

fn only(have: &[&str], wanted: &[&str]) -> Option<OnlyIn> {
    let trimmed = |lines: &[&str]| lines.iter().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    let blackened = |lines: &[&str]| lines.concat().split_whitespace().collect::<String>();
    let lower = |lines: &[&str]| lines.join("\n").to_lowercase();
    if trimmed(have) == trimmed(wanted) {
        return Some(OnlyIn::Indentation);
    }
    if blackened(have) == blackened(wanted) {
        return Some(OnlyIn::WhiteSpace);
    }
    (lower(have) == lower(wanted)).then_some(OnlyIn::Case)
}
