//! How much of each field an answer shows.

use std::borrow::Cow;
use std::cell::Cell;

/// Limits for texts and lists, and the memory of whether they ever bit.
pub(super) struct Cut {
    chars: usize,
    entries: usize,
    has_bitten: Cell<bool>,
}

impl Cut {
    pub fn none() -> Self {
        Self::new(usize::MAX, usize::MAX)
    }

    pub fn new(chars: usize, entries: usize) -> Self {
        Self {
            chars,
            entries,
            has_bitten: Cell::new(false),
        }
    }

    pub fn has_bitten(&self) -> bool {
        self.has_bitten.get()
    }

    pub fn text<'a>(&self, text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
        let text = text.into();
        let Some((end, _)) = text.char_indices().nth(self.chars) else {
            return text;
        };
        self.has_bitten.set(true);
        Cow::Owned(format!("{}…", &text[..end]))
    }

    pub fn list<'a, T>(&self, list: &'a [T]) -> &'a [T] {
        if list.len() <= self.entries {
            return list;
        }
        self.has_bitten.set(true);
        &list[..self.entries]
    }

    pub fn texts<'a>(&self, list: &'a [String]) -> Vec<Cow<'a, str>> {
        self.list(list).iter().map(|text| self.text(text.as_str())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_between_characters_and_remembers() {
        let check = |chars, text: &str, expected: &str, bites| {
            let cut = Cut::new(chars, 9);
            assert_eq!(cut.text(text), expected);
            assert_eq!(cut.has_bitten(), bites, "{text}");
        };
        check(3, "日本語", "日本語", false);
        check(2, "日本語", "日本…", true);
        check(0, "x", "…", true);
        check(0, "", "", false);
        let cut = Cut::new(9, 1);
        assert_eq!(cut.list(&[1]), [1]);
        assert!(!cut.has_bitten());
        assert_eq!(cut.list(&[1, 2]), [1]);
        assert!(cut.has_bitten());
    }
}
