//! The names of the nine kinds of action.

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Verb {
        Create = "CREATE",
        Read = "READ",
        Edit = "EDIT",
        Execute = "EXECUTE",
        Research = "RESEARCH",
        Chat = "CHAT_WITH_USER",
        Invoke = "INVOKE",
        Conclude = "CONCLUDE",
        Prune = "PRUNE",
    }
}

impl Verb {
    /// Whether it gives control to another agent, after which nothing can follow.
    pub fn is_handoff(self) -> bool {
        matches!(self, Self::Invoke | Self::Conclude)
    }

    /// Whether free text follows its fields.
    pub fn has_message(self) -> bool {
        matches!(self, Self::Chat | Self::Invoke | Self::Conclude)
    }
}
