use super::call::{Answered, Call};
use crate::flags;

/// Close the session when all tasks are done or dropped
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright close \"Login works; all tests pass\"")]
pub struct Args {
    /// A summary of the result
    #[arg(value_parser = flags::words)]
    summary: String,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let changed = engine.close(&call.target(), &call.asker(), &args.summary)?;
    Ok(call.changed(&engine, &changed))
}
