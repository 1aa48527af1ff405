//! Prose in lines that fit, broken between words.

use super::width::width;

/// Lines of at most so many columns. For what is read and not judged letter by letter; the text must be visible already. Blanks at the beginning are kept, so that lists and code stay readable.
pub fn flow(text: &str, columns: usize) -> Vec<String> {
    let mut flowing = Flowing {
        lines: Vec::new(),
        line: String::new(),
        used: 0,
        columns: columns.max(1),
    };
    for word in text.split_inclusive(' ') {
        flowing.take(word);
    }
    flowing.end_line();
    flowing.lines
}

struct Flowing {
    lines: Vec<String>,
    line: String,
    used: usize,
    columns: usize,
}

impl Flowing {
    /// A word, and the blank behind it.
    fn take(&mut self, word: &str) {
        let solid = word.trim_end_matches(' ');
        let wide = width(solid);
        if self.used + wide > self.columns && !self.line.trim().is_empty() {
            self.end_line();
        }
        if self.used + wide > self.columns {
            self.break_up(solid);
        } else {
            self.line.push_str(solid);
            self.used += wide;
        }
        let blanks = word.len() - solid.len();
        self.line.extend(std::iter::repeat_n(' ', blanks));
        self.used += blanks;
    }

    fn break_up(&mut self, word: &str) {
        for c in word.chars() {
            let wide = width(c.encode_utf8(&mut [0; 4]));
            if self.used + wide > self.columns && !self.line.is_empty() {
                self.end_line();
            }
            self.line.push(c);
            self.used += wide;
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.lines.push(line.trim_end().to_owned());
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, columns: usize, expected: &[&str]) {
        assert_eq!(flow(text, columns), expected, "{text:?} in {columns}");
    }

    #[test]
    fn lines_break_between_words() {
        check("", 10, &[""]);
        check("one two three", 7, &["one two", "three"]);
        check("one two three", 80, &["one two three"]);
        check("  - a list item", 9, &["  - a", "list item"]);
    }

    #[test]
    fn what_is_too_long_breaks_anywhere_and_nothing_is_lost() {
        check("abcdefgh", 3, &["abc", "def", "gh"]);
        check("a bcdefgh i", 4, &["a", "bcde", "fgh", "i"]);
        check("日本語", 4, &["日本", "語"]);
        check("日本", 1, &["日", "本"]);
        let long = "x".repeat(1_000_000);
        assert_eq!(flow(&long, 7).concat(), long);
    }
}
