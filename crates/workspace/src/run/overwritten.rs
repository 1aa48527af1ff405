//! Removes text that a terminal would overwrite: the part of a line before a carriage return, as in progress bars.

/// A longer line is not a progress bar, and is shown before its end.
const LINE_BYTES: usize = 16 * 1024;

#[derive(Debug, Default)]
pub(super) struct Overwritten {
    /// The current line. A long line is passed on before its end.
    line: String,
    /// The next text replaces the line, unless it is a line feed.
    is_returned: bool,
}

impl Overwritten {
    /// Returns the complete lines.
    pub(super) fn push(&mut self, chunk: &str) -> String {
        let mut done = String::with_capacity(chunk.len());
        for piece in chunk.split_inclusive(['\r', '\n']) {
            match piece {
                "\n" if self.is_returned => self.end("\r\n", &mut done),
                "\r" => self.is_returned = true,
                piece => self.take(piece, &mut done),
            }
        }
        done
    }

    /// Returns the last line.
    pub(super) fn finish(&mut self) -> String {
        self.is_returned = false;
        std::mem::take(&mut self.line)
    }

    fn take(&mut self, piece: &str, done: &mut String) {
        if std::mem::take(&mut self.is_returned) {
            self.line.clear();
        }
        let text = piece.trim_end_matches(['\r', '\n']);
        self.line.push_str(text);
        match &piece[text.len()..] {
            "\n" => self.end("\n", done),
            "\r" => self.is_returned = true,
            _ if self.line.len() > LINE_BYTES => done.push_str(&std::mem::take(&mut self.line)),
            _ => {}
        }
    }

    fn end(&mut self, end: &str, done: &mut String) {
        self.is_returned = false;
        done.push_str(&self.line);
        done.push_str(end);
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(chunks: &[&str]) -> String {
        let mut overwritten = Overwritten::default();
        let mut text: String = chunks.iter().map(|chunk| overwritten.push(chunk)).collect();
        text.push_str(&overwritten.finish());
        text
    }

    #[test]
    fn text_before_a_carriage_return_is_removed() {
        for (text, shown) in [
            ("10%\r50%\r100%\ndone", "100%\ndone"),
            ("10%\r50%\r", "50%"),
            ("a\r\nb\r\n", "a\r\nb\r\n"),
            ("a\r\r\nb", "a\r\nb"),
            ("\rx\n\n\ry", "x\n\ny"),
            ("plain\ntext\n", "plain\ntext\n"),
        ] {
            assert_eq!(all(&[text]), shown, "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_shown_before_its_end() {
        let mut overwritten = Overwritten::default();
        let long = "x".repeat(LINE_BYTES + 1);
        assert_eq!(overwritten.push(&long), long);
        assert_eq!(overwritten.push("y\n"), "y\n");
    }

    proptest! {
        #[test]
        fn chunk_borders_do_not_matter(text in "[ab\r\n]{0,30}") {
            let characters: Vec<String> = text.chars().map(String::from).collect();
            let pieces: Vec<&str> = characters.iter().map(String::as_str).collect();
            prop_assert_eq!(all(&pieces), all(&[&text]));
        }
    }
}
