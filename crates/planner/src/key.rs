//! Keys are sent and never shown.

use std::fmt;

/// What stands in place of a key.
const MARK: &str = "[redacted]";
/// Shorter ones are placeholders such as `none`, and taking them out would garble every sentence.
const CHARS_MIN: usize = 6;

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Key(String);

impl Key {
    pub(crate) fn new(value: &str) -> Self {
        Self(value.trim().to_owned())
    }

    /// For the header of a request, and nothing else.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

/// Takes keys out of what others say: servers and programs repeat them in their complaints.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scrub(Vec<Key>);

impl Scrub {
    pub(crate) fn new(keys: impl IntoIterator<Item = Key>) -> Self {
        let mut keys: Vec<Key> = keys
            .into_iter()
            .filter(|key| key.0.chars().count() >= CHARS_MIN)
            .collect();
        // One may be the beginning of another.
        keys.sort_by_key(|key| std::cmp::Reverse(key.0.len()));
        Self(keys)
    }

    pub(crate) fn clean(&self, text: &str) -> String {
        let clean = |text: String, key: &Key| text.replace(key.reveal(), MARK);
        self.0.iter().fold(text.to_owned(), clean)
    }

    /// On one line, without control characters, and not longer than people read.
    pub(crate) fn line(&self, text: &str, chars: usize, keep: Keep) -> String {
        let clean = self.clean(text);
        let words = clean.split(|c: char| c.is_whitespace() || c.is_control());
        let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let length = line.chars().count();
        match keep {
            _ if length <= chars => line,
            Keep::Start => line.chars().take(chars).chain(['…']).collect(),
            Keep::End => ['…'].into_iter().chain(line.chars().skip(length - chars)).collect(),
        }
    }
}

/// Which part of a long text matters.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Keep {
    Start,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_itself_to_nobody() {
        assert_eq!(format!("{:?}", Key::new("sk-secret")), "Key");
    }

    #[test]
    fn keys_are_taken_out_of_what_others_say() {
        let scrub = Scrub::new(["sk-abc", "sk-abcdef", "ab"].map(Key::new));
        assert_eq!(scrub.clean("bad key sk-abcdef, ab"), "bad key [redacted], ab");
        assert_eq!(scrub.line("a\n\x1b[1mb  sk-abc", 100, Keep::Start), "a [1mb [redacted]");
    }

    #[test]
    fn long_complaints_are_cut() {
        let scrub = Scrub::default();
        assert_eq!(scrub.line("abcdef", 3, Keep::Start), "abc…");
        assert_eq!(scrub.line("abcdef", 3, Keep::End), "…def");
    }
}
