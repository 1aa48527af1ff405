use render::planwright::{usage_json, usage_text};

use super::call::{Answered, Call};

/// Show what language models were asked, and what it cost
///
/// By session, task and model; costs only where prices are known.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright usage\n  planwright usage --json")]
pub struct Args {}

pub fn run(call: &Call<'_>) -> Answered {
    let lines = engine::usage(&call.door.setting)?;
    Ok(call.answer(|| usage_json(&lines), || usage_text(&lines)))
}
