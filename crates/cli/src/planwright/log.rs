use render::planwright::{log_json, log_text};

use super::call::{Answered, Call};

/// Show the operations on the plan, the newest first
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright log\n  planwright log --limit 100 --json")]
pub struct Args {
    /// The maximum number of operations
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let history = engine.log(&call.target(), args.limit)?;
    let thread = call.target().thread();
    Ok(call.answer(
        || log_json(&history),
        || log_text(&history, thread, &call.address(), engine.now()),
    ))
}
