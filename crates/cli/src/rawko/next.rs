use dialect::rawko::answer::{next_json, next_text};

use super::call::{Answered, Call};

/// Show the step that runs or comes next
///
/// The lowest step that runs, else the lowest that is ready; or why there is none.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko next --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let shown = engine.plan(&call.plan())?;
    Ok(call.answer(|| next_json(&shown.sheet), || next_text(&shown.sheet)))
}
