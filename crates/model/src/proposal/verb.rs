//! The names of the nine kinds of action.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    Create,
    Read,
    Edit,
    Execute,
    Research,
    Chat,
    Invoke,
    Conclude,
    Prune,
}

impl Verb {
    pub const ALL: [Self; 9] = [
        Self::Create,
        Self::Read,
        Self::Edit,
        Self::Execute,
        Self::Research,
        Self::Chat,
        Self::Invoke,
        Self::Conclude,
        Self::Prune,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Read => "READ",
            Self::Edit => "EDIT",
            Self::Execute => "EXECUTE",
            Self::Research => "RESEARCH",
            Self::Chat => "CHAT_WITH_USER",
            Self::Invoke => "INVOKE",
            Self::Conclude => "CONCLUDE",
            Self::Prune => "PRUNE",
        }
    }

    /// Whether it gives control to another agent, after which nothing can follow.
    pub fn is_handoff(self) -> bool {
        matches!(self, Self::Invoke | Self::Conclude)
    }

    /// Whether free text follows its fields.
    pub fn has_message(self) -> bool {
        matches!(self, Self::Chat | Self::Invoke | Self::Conclude)
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
