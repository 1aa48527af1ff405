use dialect::rawko::plan_schema;

use super::call::{Answered, Call};
use crate::answer::Answer;

/// Print the JSON Schema of a plan file
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko schema > plan.schema.json")]
pub struct Args;

pub fn run(_: &Args, _: &Call<'_>) -> Answered {
    Ok(Answer::done(plan_schema()))
}
