//! One line that begins with a fence.

use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fence {
    /// The back-ticks or tildes.
    pub run: Range<usize>,
    /// Where the line ends, before its line break.
    pub line_end: usize,
    pub mark: u8,
    /// Whether nothing follows the marks, so that the line can close a block. With an info string it can only open one.
    pub bare: bool,
}

/// Deeper lines are indented code.
const INDENT_MAX: usize = 3;
const RUN_MIN: usize = 3;

impl Fence {
    /// Reads the line at `start..end`, if it is a fence.
    pub fn read(source: &[u8], start: usize, end: usize) -> Option<Self> {
        let line = &source[start..end];
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        let mark = *line.get(indent)?;
        if indent > INDENT_MAX || !matches!(mark, b'`' | b'~') {
            return None;
        }
        let length = line[indent..].iter().take_while(|byte| **byte == mark).count();
        let info = line[indent + length..].trim_ascii();
        if length < RUN_MIN || (mark == b'`' && info.contains(&b'`')) {
            return None;
        }
        Some(Self {
            run: start + indent..start + indent + length,
            line_end: end,
            mark,
            bare: info.is_empty(),
        })
    }

    pub fn length(&self) -> usize {
        self.run.len()
    }

    /// Whether a block opened by this fence would notice that one.
    pub fn notices(&self, other: &Self) -> bool {
        self.mark == other.mark && self.length() <= other.length()
    }

    pub fn info<'a>(&self, source: &'a str) -> &'a str {
        source[self.run.end..self.line_end].trim()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(usize, bool)> {
        Fence::read(line.as_bytes(), 0, line.len()).map(|fence| (fence.length(), fence.bare))
    }

    #[test]
    fn fences_are_told_from_other_lines() {
        for (line, expected) in [
            ("```", Some((3, true))),
            ("   ~~~~ \t\r", Some((4, true))),
            ("```rust", Some((3, false))),
            ("~~~ a`b", Some((3, false))),
            ("``` a`b", None),
            ("    ```", None),
            ("\t```", None),
            ("``", None),
            ("", None),
            ("   ", None),
        ] {
            assert_eq!(read(line), expected, "{line:?}");
        }
    }
}
