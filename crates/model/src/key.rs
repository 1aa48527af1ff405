//! The short kebab-case name of a task.

use std::fmt;

use crate::id::{InvalidId, TaskNumber, Uid};
use crate::limits;

/// Matches `^[a-z0-9]+(-[a-z0-9]+)*$`. We never suggest a bare number, but a plan file may use one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskKey(String);

impl TaskKey {
    pub fn new(text: &str) -> Result<Self, InvalidId> {
        let fault = |why| {
            Err(InvalidId {
                what: "task key",
                given: text.chars().take(limits::KEY_CHARS).collect(),
                why,
            })
        };
        if text.chars().count() > limits::KEY_CHARS {
            return fault("it is longer than 80 characters");
        }
        let parts_are_plain = text
            .split('-')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
        if !parts_are_plain {
            return fault("it must be lower-case words and digits joined by single dashes");
        }
        Ok(Self(text.to_owned()))
    }

    /// The task that asks for the goal to be taken apart.
    pub fn decomposition() -> Self {
        Self("decompose".to_owned())
    }

    /// The key that a title suggests. Every title suggests one, however odd it is.
    pub fn from_title(title: &str) -> Self {
        const WORD_ROOM: usize = 48;
        let mut slug = String::new();
        for word in title
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
        {
            let gap = usize::from(!slug.is_empty());
            let room = WORD_ROOM.saturating_sub(slug.len() + gap);
            if room < word.len() && !slug.is_empty() {
                break;
            }
            if gap == 1 {
                slug.push('-');
            }
            slug.extend(word.chars().take(room).map(|c| c.to_ascii_lowercase()));
        }
        if slug.bytes().all(|b| b.is_ascii_digit()) {
            slug = if slug.is_empty() {
                "task".into()
            } else {
                format!("task-{slug}")
            };
        }
        Self(slug)
    }

    /// The same key made distinct by the task's own number.
    #[must_use]
    pub fn numbered(&self, number: TaskNumber) -> Self {
        Self(format!("{}-{number}", self.0))
    }

    /// The same key made distinct beyond doubt, for when a person already took the numbered one.
    #[must_use]
    pub fn with_uid(&self, uid: Uid) -> Self {
        let tail: String = uid.0[10..].iter().map(|byte| format!("{byte:02x}")).collect();
        Self(format!("{}-{tail}", self.0))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TaskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_suggest_keys() {
        let check = |title: &str, key: &str| {
            assert_eq!(TaskKey::from_title(title).as_str(), key);
            assert!(TaskKey::new(key).is_ok(), "{key}");
        };
        check("Add `password_hash` to User model", "add-password-hash-to-user-model");
        check("  --  ", "task");
        check("", "task");
        check("2026", "task-2026");
        check("日本語", "task");
        check("Write the v2 docs", "write-the-v2-docs");
        check(&"x".repeat(100), &"x".repeat(48));
        check(&format!("first {}", "y".repeat(60)), "first");
    }

    #[test]
    fn keys_are_kebab_case() {
        for bad in ["", "-", "a-", "-a", "a--b", "A", "a_b", "a b", "é"] {
            assert!(TaskKey::new(bad).is_err(), "{bad:?}");
        }
        for good in ["a", "a1", "1a", "setup-db", "1-2"] {
            assert!(TaskKey::new(good).is_ok(), "{good:?}");
        }
    }
}
