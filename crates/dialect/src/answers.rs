//! What language models answer, read as data.
//!
//! Models wrap their answers in prose, thoughts and fences, and slip in comments and commas. All of that is taken off
//! here; what is left is read strictly. Nothing is ever guessed inside of strings, and nothing is concluded from prose.

mod choice;
mod duplicates;
mod json;
mod judge;
mod misfit;
mod offline;
pub(crate) mod rawko;
mod repair;
pub(crate) mod rules;
pub(crate) mod step;
mod tasks;

pub use crate::teddy::{PlanFound, plan_in};
pub use choice::read_choice;
pub use duplicates::new_tasks;
pub use json::{JsonFound, Top, json_in};
pub use judge::{Judgment, read_judgment};
pub use misfit::misfit;
pub use offline::{Failing, TodoLine, offline};
pub use rawko::{PlanDraft, ReplanDraft, read_plan_draft, read_replan_draft};
pub use repair::{Form, repair_request};
pub use rules::{JSON, LIMIT, MENDED, SEVERAL, SHAPE};
pub use step::{StepDraft, StepLink};
pub use tasks::{read_decomposition, read_suggestions};
