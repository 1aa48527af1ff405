//! Text for people, built line by line; it ends in exactly one line break.

use super::style::{BOLD, paint};

#[derive(Default)]
pub(crate) struct Page(String);

impl Page {
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref().trim_end());
        self.0.push('\n');
    }

    pub fn indented(&mut self, line: impl AsRef<str>) {
        self.line(format!("  {}", line.as_ref()));
    }

    /// Sets off what follows, if anything stands before it.
    pub fn gap(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with("\n\n") {
            self.0.push('\n');
        }
    }

    /// A heading with its lines indented below; nothing at all if there are no lines.
    pub fn section(&mut self, heading: &str, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut lines = lines.into_iter().peekable();
        if lines.peek().is_none() {
            return;
        }
        self.gap();
        self.line(paint(BOLD, heading));
        for line in lines {
            self.indented(line);
        }
    }

    pub fn finish(self) -> String {
        self.0
    }
}
