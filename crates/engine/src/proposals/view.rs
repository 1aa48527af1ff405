//! The workspace as a plan is checked against it, outside of any session.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use dialect::teddy::check::{Entry, TurnView, View};
use model::{RelPath, limits};
use workspace::Text;

pub(super) struct WorkspaceView {
    root: PathBuf,
    memos: Result<Vec<String>, String>,
}

impl WorkspaceView {
    /// The memos, or why they cannot be read.
    pub fn new(root: &Path, memos: Result<Vec<String>, String>) -> Self {
        Self {
            root: root.to_owned(),
            memos,
        }
    }
}

impl View for WorkspaceView {
    fn entry(&self, path: &RelPath) -> Entry<'_> {
        match workspace::look_at(&self.root, path.as_str(), limits::EDITED_FILE_BYTES) {
            Text::Absent => Entry::Absent,
            Text::Folder => Entry::Folder,
            Text::Outside => Entry::Outside,
            Text::Read(text) => Entry::Text(Cow::Owned(text)),
            Text::Unreadable(why) => Entry::Opaque(why),
        }
    }

    fn memos(&self) -> &[String] {
        self.memos.as_deref().unwrap_or_default()
    }

    fn memo_fault(&self) -> Option<&str> {
        self.memos.as_ref().err().map(String::as_str)
    }

    fn agents(&self) -> Option<&[String]> {
        None
    }

    fn turn(&self) -> Option<&TurnView> {
        None
    }
}
