use engine::{Engine, EngineError};
use model::{Level, SignalDraft, SignalId, TaskNumber};
use render::planloop;

use super::call::Call;
use crate::answer::Answer;
use crate::flags;
use crate::planwright::signal;

/// Raise a signal, or clear it with --close
///
/// An open blocker stops every agent on the thread. Both ways may be repeated without harm.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop alert --id test_failure --task-id 1 --level blocker \\
      --message \"Tests fail: test_user\"
  planloop alert --id test_failure --close")]
pub struct Args {
    /// The signal's name
    #[arg(long, value_name = "ID", value_parser = signal::id)]
    id: SignalId,
    /// Clear it
    #[arg(long, conflicts_with_all = ["message", "level", "task_id", "link"])]
    close: bool,
    /// The task that it is about
    #[arg(long, value_name = "N")]
    task_id: Option<u32>,
    /// blocker, warning or info; needed unless it is cleared
    #[arg(long, value_parser = signal::level, required_unless_present = "close")]
    level: Option<Level>,
    /// What is the matter; needed unless it is cleared
    #[arg(long, value_name = "TEXT", value_parser = flags::words, required_unless_present = "close")]
    message: Option<String>,
    /// Where to read more
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Accepted for symmetry: the answer is always JSON
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
