//! Line numbers of many places in one text.

use memchr::memchr_iter;

pub(crate) struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    pub fn new(text: &'a str) -> Self {
        let after = memchr_iter(b'\n', text.as_bytes()).map(|newline| newline + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(after).collect(),
        }
    }

    /// 1-based.
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte)
    }

    /// 1-based line and column, in characters. A byte order mark takes no column.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let line = self.line(byte);
        let before = &self.text[self.starts[line - 1]..byte];
        (line, before.trim_start_matches('\u{feff}').chars().count() + 1)
    }
}
