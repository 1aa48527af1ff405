//! The workspace as a plan is checked against it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use dialect::teddy::check::{Entry, OpaqueFile, TurnView, View};
use model::{RelPath, limits};
use workspace::{Digest, FileError, Root};

/// Remembers what it has shown, so that an approval can be bound to it.
pub(crate) struct Sight<'a> {
    tree: &'a Root,
    memos: Result<Vec<String>, String>,
    agents: Option<Vec<String>>,
    turn: Option<TurnView>,
    seen: RefCell<BTreeMap<RelPath, Seen>>,
}

/// What stood at a path when it was first looked at. Whoever asks again is shown the same.
type Seen = (Entry<'static>, Option<Digest>);

impl<'a> Sight<'a> {
    pub fn new(tree: &'a Root, memos: Result<Vec<String>, String>) -> Self {
        Self {
            tree,
            memos,
            agents: None,
            turn: None,
            seen: RefCell::default(),
        }
    }

    /// The same from within a session.
    #[must_use]
    pub fn in_turn(mut self, turn: TurnView, agents: Vec<String>) -> Self {
        self.turn = Some(turn);
        self.agents = Some(agents);
        self
    }

    /// What was shown of a path: a file's digest, or `None` for no file. Nothing at all if nobody looked.
    pub fn digest(&self, path: &RelPath) -> Option<Option<Digest>> {
        self.seen.borrow().get(path).map(|(_, digest)| *digest)
    }

    fn look(&self, path: &RelPath) -> Seen {
        match self.tree.read(path, limits::EDITED_FILE_BYTES) {
            Ok(content) => {
                let entry = match String::from_utf8(content.bytes) {
                    Ok(text) => Entry::Text(Cow::Owned(text)),
                    Err(_) => Entry::Opaque(OpaqueFile::NotText),
                };
                (entry, Some(content.digest))
            }
            Err(error) => (without_content(&error), None),
        }
    }
}

fn without_content(error: &FileError) -> Entry<'static> {
    match error {
        FileError::Missing { .. } => Entry::Absent,
        FileError::Outside { .. } => Entry::Outside,
        error if error.is_folder() => Entry::Folder,
        FileError::NotAFile { .. } => Entry::Opaque(OpaqueFile::Irregular),
        other => Entry::Opaque(OpaqueFile::Unreadable(other.to_string())),
    }
}

impl View for Sight<'_> {
    fn entry(&self, path: &RelPath) -> Entry<'_> {
        if let Some((entry, _)) = self.seen.borrow().get(path) {
            return entry.clone();
        }
        let seen = self.look(path);
        let entry = seen.0.clone();
        self.seen.borrow_mut().insert(path.clone(), seen);
        entry
    }

    fn memos(&self) -> &[String] {
        self.memos.as_deref().unwrap_or_default()
    }

    fn memo_fault(&self) -> Option<&str> {
        self.memos.as_ref().err().map(String::as_str)
    }

    fn agents(&self) -> Option<&[String]> {
        self.agents.as_deref()
    }

    fn turn(&self) -> Option<&TurnView> {
        self.turn.as_ref()
    }
}
