//! What comes after a block: the best witness for where the author meant it to end.

use super::line::Fence;
use super::slot::Slot;

/// Whether a block of this slot may end here, judged by the next line that is not blank.
pub(super) fn fits(source: &str, closer: &Fence, slot: Slot) -> bool {
    let next = next_line(source, closer.line_end);
    match slot {
        Slot::Free => true,
        Slot::Single => ends_part(next),
        Slot::Several => ends_part(next) || Fence::read(next.as_bytes(), 0, next.len()).is_some(),
    }
}

fn ends_part(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed.is_empty() || trimmed == "---" || trimmed.starts_with("<!--") || Slot::opened_by(line.as_bytes()).is_some()
}

/// Empty at the end of the text.
fn next_line(source: &str, line_end: usize) -> &str {
    let rest = source[line_end..].trim_start();
    if rest.is_empty() {
        return "";
    }
    let start = source.len() - rest.len();
    let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    source[line_start..].split('\n').next().unwrap_or_default()
}
