//! TeDDy's words: a proposal as a Markdown file that people read first and machines second.
//!
//! Text comes in, a proposal and everything that is wrong with it go out. What the workspace holds is asked through a
//! view of it.

mod actions;
mod alone;
mod answered;
mod blocks;
pub mod check;
mod choice;
mod command_line;
mod config;
mod context_file;
mod edited;
mod editing;
mod fault_list;
mod feedback;
pub mod fence;
mod fields;
pub mod find;
mod groups;
mod head;
mod heading;
pub mod input;
pub mod legacy;
mod line_end;
pub(crate) mod lines;
mod link;
pub(crate) mod markdown;
mod memo_file;
mod memos;
mod meta;
mod notes;
pub mod prompts;
mod prose;
mod rationale;
mod read;
pub mod record;
mod report;
pub mod rules;
mod start;
mod subject;
mod target;
mod trial;
mod unified;
pub(crate) mod write;

pub use alone::{check_written, check_written_memo, read_action, read_memo, write_memo};
pub use answered::{PlanFound, plan_in};
pub use choice::{ChoiceCause, ChoiceProblem, PartProblem, caused_by, caused_by_memo, choice_problem};
pub use command_line::{join_command, split_command};
pub use config::{TeddyConfig, read_config};
pub use context_file::{SESSION_CONTEXT, add_to_context, read_context, remove_from_context, write_context};
pub use edited::{Edited, edit_text};
pub use editing::edit_between;
pub use feedback::{feedback, without_feedback};
pub use memo_file::{ChangeFault, change_memos, read_memos};
pub use meta::{Extra, Meta, read_meta, set_undone, write_meta};
pub use read::{Broken, Reading, read};
pub use report::{LEFT_OUT, reported_plan, write_details, write_report, write_report_of};
pub use subject::{Subjects, subject_of};
pub use unified::{hunks, unified_diff};
pub use write::{write, write_action};

#[cfg(test)]
mod artifact_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
#[cfg(test)]
mod repaired_tests;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod testing;
