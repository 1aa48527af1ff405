//! Plans as rawko sees them: sessions whose primary thread holds a plan, its tasks in their order as steps.
//!
//! The store is the truth, and the files below `.rawko` show it. An edited file is never written again and never
//! imported without being asked for: `rawko plan import` and `rawko plan discard` do that.

mod arbiter;
mod archive;
mod ask;
mod choice;
mod create;
mod events;
mod history;
mod import;
mod mirror;
mod name;
mod plan_files;
mod replan;
mod replan_prompt;
mod restatement;
mod show;
mod steps;
mod survey;
mod view;
mod written;

pub use arbiter::{Arbitration, How, Selected};
pub use archive::Collected;
pub use ask::Counsel;
pub use choice::PlanSource;
pub use create::{NewPlan, Source};
pub use events::{Happened, Told};
pub use history::{Version, pairs};
pub use import::{Discarded, Imported};
pub use mirror::finish_plan_files;
pub use name::PlanName;
pub(crate) use name::id_of;
pub use replan::{NewSteps, ReplanRequest, Replanned};
pub use show::{Listing, PlanFile, Plans, Shown};
pub use steps::{NewStep, Stepped, Voice};
pub use survey::PlanFileWarning;

#[cfg(test)]
mod life_tests;
