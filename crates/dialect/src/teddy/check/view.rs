//! What a plan is checked against. Whoever owns the files, the memos and the session shows them through this.

use std::borrow::Cow;
use std::collections::BTreeSet;

use model::{RelPath, Resource};

pub trait View {
    fn entry(&self, path: &RelPath) -> Entry<'_>;

    fn memos(&self) -> &[String];

    /// Why nobody knows the memos, where their file cannot be read.
    fn memo_fault(&self) -> Option<&str> {
        None
    }

    /// The agents that control can be handed to; `None` where nobody knows them.
    fn agents(&self) -> Option<&[String]>;

    /// `None` outside of a session, where there is no context and nobody to return to.
    fn turn(&self) -> Option<&TurnView>;
}

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<'a> {
    Absent,
    Text(Cow<'a, str>),
    Folder,
    Opaque(OpaqueFile),
    /// A link that leads out of the project.
    Outside,
}

/// Why the text of a file is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpaqueFile {
    #[error("It is no text.")]
    NotText,
    #[error("It is not a regular file.")]
    Irregular,
    /// The file is too large, or another error.
    #[error("It cannot be read: {0}.")]
    Unreadable(String),
}

/// The turn that the plan belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnView {
    /// What `turn.context` lists.
    pub context: BTreeSet<Resource>,
    /// What the agent was shown: turn, session and global context. A folder stands for its files.
    pub shown: BTreeSet<Resource>,
    pub ending: Ending,
}

/// What a `CONCLUDE` would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Return to the turn that called.
    Return,
    /// Finish the task that the session was opened for.
    Finish,
    /// Nobody called, so it could only fail.
    Nowhere,
}

impl TurnView {
    /// Whether the agent has seen this file.
    pub fn has_shown(&self, path: &RelPath) -> bool {
        let shown = |path: RelPath| self.shown.contains(&Resource::File(path));
        shown(path.clone()) || path.folders().any(shown)
    }
}
