use dialect::rawko::answer::arbiter_json;
use engine::planner::Spent;

use crate::rawko::call::{Answered, Call};

/// Print what an arbiter is asked about the plan as it stands
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko arbiter prompt | claude -p")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let planner = engine::planner::find(&call.door.setting, &call.door.variables(), Spent::default())?;
    let arbitration = engine.arbitration(&call.plan(), planner.is_some())?;
    Ok(call.answer(|| arbiter_json(&arbitration.prompt), || arbitration.prompt.clone()))
}
