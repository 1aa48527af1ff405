//! Texts that the engine stores: in the log, in a task, in a report, in the record of an execution, in a lock file.
//!
//! They are written once and shown as they are, so they are part of a format and not of an answer.

mod action;
mod clip;
mod consultation;
mod sandbox;
mod step;

pub use action::{ActionFailure, ActionNote, GitFinding, LostFile, OwnFilesDamage, OwnFilesGap, SkipReason};
pub use clip::{clip, clip_output};
pub use consultation::{ConsultationOutcome, shortened};
pub use sandbox::{CacheNote, SandboxLimits, SandboxNote};
pub use step::{
    CheckFailure, LockOwner, StepBuilder, StepFailure, StepNote, cascaded_skip, decomposition_task, listed_builders,
    on_one_line, refusal_reasons, with_builders,
};
