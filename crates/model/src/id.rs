//! Identity. Uids are for machines and merge across clones; numbers and names are for people.

use std::fmt;

use crate::limits;

/// A globally unique id (UUIDv7), made outside the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uid(pub [u8; 16]);

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl Uid {
    /// Reads the hyphenated form that `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'-').collect();
        if digits.len() != 32 {
            return None;
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} `{given}` is not valid: {why}")]
pub struct InvalidId {
    pub what: &'static str,
    pub given: String,
    pub why: &'static str,
}

/// Letters, digits, `.`, `_` and `-`, so that the name is safe in a path, a URL and a shell.
fn check_name(what: &'static str, given: &str) -> Result<String, InvalidId> {
    let fault = |why| {
        Err(InvalidId {
            what,
            given: given.chars().take(limits::NAME_CHARS).collect(),
            why,
        })
    };
    if given.is_empty() {
        return fault("it is empty");
    }
    if given.chars().count() > limits::NAME_CHARS {
        return fault("it is longer than 64 characters");
    }
    if given.starts_with('.') || given.starts_with('-') {
        return fault("it begins with a dot or a dash");
    }
    if !given
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
    {
        return fault("only letters, digits, `.`, `_` and `-` are allowed");
    }
    Ok(given.to_owned())
}

macro_rules! name {
    ($(#[$doc:meta])* $type:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(String);

        impl $type {
            pub fn new(name: &str) -> Result<Self, InvalidId> {
                check_name($what, name).map(Self)
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name!(
    /// The name of a session, unique in its store, such as `user-auth-1678886400`.
    SessionId,
    "session id"
);
name!(
    /// The name of a signal, unique in its thread, such as `test_failure`.
    SignalId,
    "signal id"
);

name!(
    /// The name of one version of a plan, such as `plan-20260123-auth-feature-v2`. Its file is called so.
    PlanId,
    "plan id"
);

/// A thread of a session; 1 is the primary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

impl ThreadId {
    pub const PRIMARY: Self = Self(1);
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread_{}", self.0)
    }
}

/// What people and agents call a task: 1-based, unique in its thread, never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskNumber(pub u32);

impl fmt::Display for TaskNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Grows with every claim of a session. A holder that shows an older fence than the task's has lost it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence(pub u64);

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_paths() {
        for bad in [
            "",
            ".",
            "..",
            "../x",
            ".x",
            "-x",
            "a/b",
            "a b",
            "é",
            "a\0",
            &"x".repeat(65),
        ] {
            assert!(SessionId::new(bad).is_err(), "{bad:?}");
        }
        for good in ["a", "user-auth-1678886400", "A.b_c-1", &"x".repeat(64)] {
            assert_eq!(SessionId::new(good).unwrap().as_str(), good);
        }
    }

    #[test]
    fn uid_text_round_trips() {
        let uid = Uid([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255]);
        assert_eq!(uid.to_string(), "01020304-0506-0708-090a-0b0c0d0e0fff");
        assert_eq!(Uid::parse(&uid.to_string()), Some(uid));
        assert_eq!(Uid::parse("nonsense"), None);
    }
}
