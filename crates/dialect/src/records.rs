//! Texts that the engine stores: in the log, in a task, in a report, in the record of an execution, in a lock file.
//!
//! They are written once and shown as they are, so they are part of a format and not of an answer. `thiserror` derives
//! the text of each value, also where the value is no error.

mod action;
mod clip;
mod consultation;
mod sandbox;
mod step;

pub use action::{ActionFailure, ActionNote, GitFinding, LostFile, OwnFilesDamage, OwnFilesGap, SkipReason};
pub use clip::{clip, clip_output};
pub use consultation::{ConsultationOutcome, shortened};
pub use sandbox::{CacheNote, SANDBOX_OFF, SANDBOX_OFF_APPROVED, SandboxLimits, sandbox_note};
pub use step::{
    LockOwner, StepFailure, StepNote, cascaded_skip, check_failed, check_not_run, decomposition_task,
    listed_dependents, on_one_line, program_failure, refusal_reasons, turn_note, with_dependents,
};
