//! agentctl's words: thread plans as folders of Markdown files, the rules they obey, and the answers agents get.
//!
//! A folder comes in as text and goes out as text. Whether it lies on a disk is not known here.

mod adopt;
mod arguments;
mod cut;
mod draft;
mod environment;
mod folder;
mod front;
mod known_agents;
mod name;
mod prompt;
mod read;
pub mod rules;
mod schema;
mod title;
mod write;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod yaml_tests;

pub use adopt::{into_adopted, plan_fingerprint};
pub use arguments::{TopicFault, read_thread_id, read_topic};
pub use environment::plan_dirs;
pub use folder::{FileText, FolderText, TaskFile, ThreadPlan};
pub use prompt::overseer;
pub use read::read_folder_for;
pub use schema::{plan_schema, task_schema};
pub use write::{WriteFault, write_folder};

/// The file with a thread's title and narrative.
pub const PLAN_FILE: &str = "plan.md";
/// The folder beside it with one file per task.
pub const TASKS_FOLDER: &str = "tasks";
/// File names have two digits, `00` to `99`.
pub const TASKS_MAX: usize = 100;
