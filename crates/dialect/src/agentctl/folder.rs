//! A thread's folder, before and after it was read.

use model::{AgentName, TaskKey};

/// What was found in a thread's folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FolderText {
    /// What stands before the file names in diagnostics, such as the absolute path of the folder.
    pub name: String,
    pub plan: Option<FileText>,
    /// Each file of `tasks/` by name, or why they could not be read as a whole. `None` if there is no such folder.
    pub tasks: Option<Result<Vec<(String, FileText)>, String>>,
}

/// The text of a file, or why it could not be read.
pub type FileText = Result<String, String>;

/// A folder that passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadPlan {
    pub title: String,
    pub body: String,
    /// By the number in their file names.
    pub tasks: Vec<TaskFile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskFile {
    /// Without the folder: `01-setup-db.md`.
    pub file: String,
    /// The number that the file name begins with.
    pub order: u32,
    pub id: TaskKey,
    /// The first line of the body, without heading marks.
    pub title: String,
    pub body: String,
    /// In the order written, each once.
    pub depends_on: Vec<TaskKey>,
    pub agent: Option<AgentName>,
    pub subtasks: Vec<String>,
}
