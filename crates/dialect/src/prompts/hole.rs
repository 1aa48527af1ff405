//! The places of a prompt that are filled in.

/// `{{name}}` in the text of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole {
    pub name: &'static str,
    /// What is filled in.
    pub stands_for: &'static str,
    /// A prompt without it would pass over what somebody has said, or ask for what cannot be read.
    pub is_needed: bool,
}

pub(super) const fn needed(name: &'static str, stands_for: &'static str) -> Hole {
    Hole {
        name,
        stands_for,
        is_needed: true,
    }
}

pub(super) const fn free(name: &'static str, stands_for: &'static str) -> Hole {
    Hole {
        is_needed: false,
        ..needed(name, stands_for)
    }
}
