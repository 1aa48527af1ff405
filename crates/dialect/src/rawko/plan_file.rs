//! A plan in its file: `.rawko/plans/<id>.yaml`.

mod check;
mod fields;
mod loose;
mod read;
mod write;

#[cfg(test)]
mod contradiction_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
#[cfg(test)]
mod round_trip_tests;

pub(super) use fields::{id, phase, require, task};

pub(super) use read::STEP;
#[cfg(test)]
pub(super) use read::{METADATA, PLAN, PLAN_REQUIRED, STEP_REQUIRED};

pub use read::{read_edited_plan, read_plan};
pub use write::write_plan;
