//! A fenced block of text.

use std::ops::Range;

use super::Spanned;

/// Whole lines between two fences. Line ends are `\n`, and every line has one, so no lines at all and one empty line
/// are different blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    info: String,
    text: Spanned<String>,
}

impl Block {
    /// `info` is what follows the opening fence; `span` is where the lines stand.
    pub fn new(info: &str, text: String, span: Range<usize>) -> Self {
        let info = info.replace(['`', '\n', '\r'], "");
        let text = match text.contains('\r') {
            true => with_plain_newlines(&text),
            false => text,
        };
        let text = match text.is_empty() || text.ends_with('\n') {
            true => text,
            // A carriage return before the newline would become part of it.
            false => text.trim_end_matches('\r').to_owned() + "\n",
        };
        Self {
            info: info.trim().to_owned(),
            text: Spanned::new(text, span),
        }
    }

    /// The language, and whatever else follows the opening fence.
    pub fn info(&self) -> &str {
        &self.info
    }

    /// All lines with their ends: the content of a file.
    pub fn text(&self) -> &str {
        &self.text.value
    }

    /// The same without the last line's end, which belongs to the fence: a piece of a file.
    pub fn bare(&self) -> &str {
        let text = self.text();
        text.strip_suffix('\n').unwrap_or(text)
    }

    /// Whether there is not even an empty line.
    pub fn is_empty(&self) -> bool {
        self.text().is_empty()
    }

    /// Where the lines stand, without the fences.
    pub fn span(&self) -> Range<usize> {
        self.text.span.clone()
    }
}

/// The text without carriage returns at the ends of lines.
pub fn with_plain_newlines(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                plain.push_str(line.trim_end_matches('\r'));
                plain.push('\n');
            }
            None => plain.push_str(line),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole() {
        for (given, text, bare) in [
            ("", "", ""),
            ("\n", "\n", ""),
            ("a", "a\n", "a"),
            ("a\r\nb\r\n", "a\nb\n", "a\nb"),
            ("a\r", "a\n", "a"),
            ("a\r\r\n\r\n", "a\n\n", "a\n"),
            ("a\rb\n\n", "a\rb\n\n", "a\rb\n"),
        ] {
            let block = Block::new("", given.to_owned(), 0..0);
            assert_eq!((block.text(), block.bare()), (text, bare), "{given:?}");
        }
        assert_eq!(Block::new(" rust `x`\n", String::new(), 0..0).info(), "rust x");
    }
}
