use model::TaskRef;
use render::planwright::{show_json, show_text};

use super::call::{Answered, Call};
use crate::flags;

/// Show a task with its history
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright show 3\n  planwright show write-the-login-form --json")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let shown = engine.show(&call.target(), &args.task)?;
    let (thread, at) = (call.target().thread(), engine.now());
    Ok(call.answer(
        || show_json(&shown, thread, at),
        || show_text(&shown, thread, &call.address(), at),
    ))
}
