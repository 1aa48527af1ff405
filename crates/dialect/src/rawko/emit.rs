//! YAML that people like to read and that no reader can take for anything else.

use crate::yaml;

/// Fields of a mapping, two blanks deeper with every level.
#[derive(Default)]
pub(super) struct Emitter {
    text: String,
    depth: usize,
    /// The next field stands behind the dash of a list.
    is_item: bool,
}

impl Emitter {
    pub fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.scalar(text);
    }

    /// In quotes, whatever it is.
    pub fn quoted(&mut self, key: &str, text: &str) {
        self.word(key, &yaml::quoted(text));
    }

    /// As it is: a number, or a word that is known to be plain.
    pub fn word(&mut self, key: &str, word: &str) {
        self.key(key);
        self.text.push(' ');
        self.text.push_str(word);
        self.text.push('\n');
    }

    /// Nothing at all if there is nothing to list.
    pub fn texts(&mut self, key: &str, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        self.key(key);
        self.text.push('\n');
        self.depth += 1;
        for text in texts {
            self.indent();
            self.text.push('-');
            self.scalar(text);
        }
        self.depth -= 1;
    }

    /// On one line.
    pub fn numbers(&mut self, key: &str, numbers: &[u32]) {
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        if !numbers.is_empty() {
            self.word(key, &format!("[{}]", numbers.join(", ")));
        }
    }

    pub fn map(&mut self, key: &str, fields: impl FnOnce(&mut Self)) {
        self.key(key);
        self.text.push('\n');
        self.depth += 1;
        fields(self);
        self.depth -= 1;
    }

    pub fn list<T>(&mut self, key: &str, items: &[T], mut fields: impl FnMut(&mut Self, &T)) {
        self.key(key);
        self.text.push_str(if items.is_empty() { " []\n" } else { "\n" });
        self.depth += 2;
        for item in items {
            self.is_item = true;
            fields(self, item);
        }
        self.depth -= 2;
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn key(&mut self, key: &str) {
        if std::mem::take(&mut self.is_item) {
            self.depth -= 1;
            self.indent();
            self.depth += 1;
            self.text.push_str("- ");
        } else {
            self.indent();
        }
        self.text.push_str(key);
        self.text.push(':');
    }

    fn scalar(&mut self, text: &str) {
        self.text.push(' ');
        let Some(mark) = block_mark(text) else {
            self.text.push_str(&yaml::scalar(text));
            self.text.push('\n');
            return;
        };
        self.text.push_str(mark);
        self.text.push('\n');
        self.depth += 1;
        for line in text.lines() {
            if !line.is_empty() {
                self.indent();
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
        self.depth -= 1;
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}

/// Longer texts stand in lines of their own, if nothing about them would be lost or hidden there.
fn block_mark(text: &str) -> Option<&'static str> {
    let is_odd = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    let begins = text.starts_with(|c: char| !c.is_whitespace());
    let is_clear = |line: &str| line.trim_end() == line;
    let is_block = text.contains('\n') && begins && !text.contains(is_odd) && text.lines().all(is_clear);
    match text.strip_suffix('\n') {
        _ if !is_block => None,
        None => Some("|-"),
        Some(rest) if !rest.ends_with('\n') => Some("|"),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nests_maps_and_lists() {
        let mut yaml = Emitter::default();
        yaml.text("id", "a");
        yaml.list("steps", &["x", "y: z"], |yaml, text| {
            yaml.text("description", text);
            yaml.numbers("dependsOn", &[1, 2]);
            yaml.numbers("nothing", &[]);
            yaml.texts("files", &["a".to_owned(), "two\nlines".to_owned(), "- b".to_owned()]);
        });
        yaml.map("metadata", |yaml| yaml.text("note", "one\n\n  two\n"));
        yaml.list("empty", &[(); 0], |_, ()| {});
        let expected = "\
id: a
steps:
  - description: x
    dependsOn: [1, 2]
    files:
      - a
      - |-
        two
        lines
      - \"- b\"
  - description: \"y: z\"
    dependsOn: [1, 2]
    files:
      - a
      - |-
        two
        lines
      - \"- b\"
metadata:
  note: |
    one

      two
empty: []
";
        assert_eq!(yaml.finish(), expected);
    }

    #[test]
    fn what_a_block_would_lose_is_quoted() {
        for text in [
            "a\n\n",
            " a\nb",
            "\na",
            "a \nb",
            "a\r\nb",
            "a\tb\nc",
            "a\n \nb",
            "a\u{2028}\nb",
            "\n",
        ] {
            assert_eq!(block_mark(text), None, "{text:?}");
        }
        assert_eq!(block_mark("a\n---\n...\n# b"), Some("|-"));
    }
}
