use engine::{Engine, EngineError};
use model::{Level, SignalDraft, SignalId, TaskNumber};
use render::planloop;

use super::call::Call;
use crate::answer::Answer;
use crate::flags;
use crate::planwright::signal;

/// Raise a signal, or clear it with --close
///
/// An open blocker stops every agent on the thread. Raising or clearing a signal twice has no further effect.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop alert --id test_failure --task-id 1 --level blocker \\
      --message \"Tests fail: test_user\"
  planloop alert --id test_failure --close")]
pub struct Args {
    /// The name of the signal
    #[arg(long, value_name = "ID", value_parser = signal::id)]
    id: SignalId,
    /// Clear the signal
    #[arg(long, conflicts_with_all = ["message", "level", "task_id", "link"])]
    close: bool,
    /// The task of the signal
    #[arg(long, value_name = "N")]
    task_id: Option<u32>,
    /// blocker, warning or info; required unless --close is given
    #[arg(long, value_parser = signal::level, required_unless_present = "close")]
    level: Option<Level>,
    /// What is wrong; required unless --close is given
    #[arg(long, value_name = "TEXT", value_parser = flags::words, required_unless_present = "close")]
    message: Option<String>,
    /// A page with more information
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Accepted, but not needed: the answer is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Result<Answer, EngineError> {
    let mut engine = Engine::open(&call.door.setting)?;
    let (target, asker) = (call.target(), call.asker());
    let signaled = match (args.level, &args.message) {
        (Some(level), Some(message)) if !args.close => {
            let draft = SignalDraft {
                id: args.id.clone(),
                task: args.task_id.map(TaskNumber),
                level,
                message: message.clone(),
                link: args.link.clone(),
            };
            engine.raise(&target, &asker, draft)?
        }
        _ => engine.clear(&target, &asker, &args.id)?,
    };
    Ok(Answer::done(planloop::alert_json(&call.address(), &signaled)))
}
