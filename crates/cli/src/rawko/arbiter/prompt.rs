use dialect::rawko::answer::arbiter_json;

use crate::rawko::call::{Answered, Call};

/// Print what an arbiter is asked about the plan as it stands
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko arbiter prompt | claude -p")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let arbitration = engine.arbitration(&call.plan())?;
    Ok(call.answer(|| arbiter_json(&arbitration.prompt), || arbitration.prompt.clone()))
}
