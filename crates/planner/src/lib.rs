//! Language models: who is asked, how, and for how much.
//!
//! It knows wire formats, programs that answer, patience and budgets. It does not know what is asked or what becomes of
//! the answer, and it touches neither files nor processes nor the environment: what it needs of them is given to it.

mod answer;
mod attempt;
mod budget;
mod call;
mod choose;
mod clock;
mod command;
mod error;
mod key;
mod open;
mod price;
mod provider;
mod remote;
mod text;
mod wait;
mod wire;

use std::sync::atomic::AtomicBool;

use model::limits;

pub use answer::{Answer, Asking, Expected, Progress, Usage};
pub use budget::{Bound, Purse, Spent};
pub use choose::{Choice, Environment, choose};
pub use clock::{Clock, SystemClock};
pub use command::{Ending, ProgramCall, ProgramEnd, RunProgram};
pub use error::PlannerError;
pub use model::{PlannerConfig, Provider};
pub use open::{Opening, open};
pub use price::Price;

/// Somebody who answers questions.
pub trait Planner: Send + Sync {
    /// Asks, shows through `watch` what is going on, and ends soon after `cancelled` is set.
    fn ask(
        &self,
        asking: &Asking<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<Answer, PlannerError>;

    /// For people: the model or the program.
    fn name(&self) -> &str;
}

fn check_size(asking: &Asking<'_>) -> Result<(), PlannerError> {
    let max_bytes = limits::PLANNER_PROMPT_BYTES;
    match asking.system.len().saturating_add(asking.prompt.len()) > max_bytes {
        true => Err(PlannerError::LongQuestion { max_bytes }),
        false => Ok(()),
    }
}
