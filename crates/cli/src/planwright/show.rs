use super::args;
use super::call::{Answered, Call};
use dialect::native::{ShowView, TaskView, show_json, show_text};
use model::TaskRef;

/// Show one task in full, with its history
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright show 3\n  planwright show write-the-login-form --json")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = args::task)]
    task: TaskRef,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let shown = engine.show(&call.target(), &args.task)?;
    let view = ShowView {
        address: call.address(),
        task: TaskView {
            task: &shown.task,
            blocked_by: &shown.blocked_by,
        },
        thread: call.target().thread(),
        history: &shown.history,
        at: engine.now(),
    };
    Ok(call.answer(|| show_json(&view), || show_text(&view)))
}
