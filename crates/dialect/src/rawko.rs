//! rawko's words: plans as YAML files, the steps they are made of, and the answers people and agents get.
//!
//! Files come in as text and go out as text. What a plan may do is the model's business; whether a file may be believed
//! is decided here.

mod arbiter;
mod circle;
mod diff;
mod document;
mod draft;
mod emit;
mod merge;
mod paths;
mod plan_file;
pub mod plan_id;
mod refused;
pub mod rules;
mod schema;
mod shape;
mod sheet;
mod task_file;
mod time;

#[cfg(test)]
mod testing;

pub use arbiter::{arbiter_prompt, last_error};
pub use diff::{FieldChange, PlanDiff, StepPair, diff, diff_by};
pub use document::has_comments;
pub use draft::{read_plan_input, read_replan_input, unknown_kept_step};
pub use merge::{check_plan_name, merge_plan};
pub use paths::{
    ARCHIVE_FOLDER, CURRENT_TASK_FILE, FOLDER, PLANS_FOLDER, archived_path, id_of_path, original_path, plan_path,
};
pub use plan_file::{read_edited_plan, read_plan, write_plan};
pub use refused::{StepIndexes, step_reason, step_reasons, too_early};
pub use schema::plan_schema;
pub use shape::{PlanShape, StepShape};
pub use sheet::{PlanSheet, StepSheet, current_step_index, is_ready, step_status, step_status_word};
pub use task_file::{CurrentTask, read_current_task, write_current_task};
pub use time::written;
