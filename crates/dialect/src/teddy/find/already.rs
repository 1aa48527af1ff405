//! Whether an edit has been made before.

use super::window::Window;
use super::{Wanted, exact, line, loose};

/// The 1-based line at which the new text stands: in the one place where it occurs, or where the old text would be.
pub(super) fn line(text: &str, wanted: Wanted<'_>, window: Option<&Window>) -> Option<usize> {
    let replace = wanted.replace.filter(|replace| !replace.trim().is_empty())?;
    let mut starts = exact::places(text, replace);
    if starts.is_empty() {
        let anchors = loose::anchor(replace).map_or_else(Vec::new, |anchor| exact::places(text, anchor));
        starts = loose::places(text, replace, &anchors)
            .iter()
            .map(|place| place.span.start)
            .collect();
    }
    let lines = line::numbers(text, &starts);
    let size = replace.split('\n').count();
    let overlaps = |line: &&usize| {
        window.is_some_and(|window| **line <= window.lines.end && window.lines.start < **line + size - 1)
    };
    match lines.as_slice() {
        [only] => Some(*only),
        several => several.iter().find(overlaps).copied(),
    }
}
