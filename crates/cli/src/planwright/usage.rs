use render::planwright::{usage_json, usage_text};

use super::call::{Answered, Call};

/// Show requests to language models and their cost
///
/// Grouped by session, task and model. Costs are shown only if the prices are known.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright usage\n  planwright usage --json")]
pub struct Args {}

pub fn run(call: &Call<'_>) -> Answered {
    let lines = engine::usage(&call.door.setting)?;
    Ok(call.answer(|| usage_json(&lines), || usage_text(&lines)))
}
