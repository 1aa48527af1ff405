//! Plans as rawko sees them: sessions whose primary thread holds a plan, its tasks in their order as steps.
//!
//! The store is the truth. The files below `.rawko` are its mirror, and what somebody writes into them by hand is taken
//! in like any other change, or refused.

mod arbiter;
mod archive;
mod ask;
mod create;
mod edits;
mod events;
mod handwriting;
mod history;
mod imports;
mod mirror;
mod name;
mod outdated;
mod replan;
mod replan_prompt;
mod show;
mod steps;
mod view;
mod written;

pub use arbiter::{Arbitration, How, Selected};
pub use archive::Collected;
pub use ask::Counsel;
pub use create::{NewPlan, Source};
pub use events::{Happened, Told};
pub(crate) use handwriting::Rejected;
pub use handwriting::{Edit, Refused, StrangePlan, UnappliedEdit};
pub use history::{Version, pairs};
pub use imports::has_current_task;
pub use name::PlanName;
pub(crate) use name::id_of;
pub use outdated::Outdated;
pub use replan::{NewSteps, ReplanRequest, Replanned};
pub use show::{Listing, PlanFile, Shown};
pub use steps::{NewStep, Stepped, Voice};

#[cfg(test)]
mod life_tests;
