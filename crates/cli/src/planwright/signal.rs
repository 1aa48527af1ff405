use model::{Level, SignalDraft, SignalId, TaskNumber};
use render::planwright::{signal_json, signal_text, signals_json, signals_text};

use super::call::{Answered, Call};
use crate::flags;

/// Raise or clear a signal, or list the open ones
///
/// An open blocker stops all agents on the thread until it is cleared.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright signal                                           list open signals
  planwright signal test_failure \"Tests fail\" --task 2         stop all agents
  planwright signal slow_ci \"CI is slow\" --level warning
  planwright signal test_failure --close")]
pub struct Args {
    /// The name of the signal [default: list open signals]
    #[arg(value_parser = id, requires = "what")]
    id: Option<SignalId>,
    /// What is wrong
    #[arg(group = "what", value_parser = flags::words)]
    message: Option<String>,
    /// Clear the signal
    #[arg(long, group = "what", requires = "id")]
    close: bool,
    /// The level: blocker, warning or info
    #[arg(long, default_value = "blocker", value_parser = level)]
    level: Level,
    /// The number of the task of the signal
    #[arg(long, value_name = "N")]
    task: Option<u32>,
    /// A page with more information
    #[arg(long, value_name = "URL")]
    link: Option<String>,
}

impl Args {
    /// Whether a signal is raised or cleared, rather than listed.
    pub fn names_one(&self) -> bool {
        self.id.is_some()
    }
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let (target, asker) = (call.target(), call.asker());
    let signaled = match (&args.id, &args.message) {
        (Some(id), Some(message)) => {
            let draft = SignalDraft {
                id: id.clone(),
                task: args.task.map(TaskNumber),
                level: args.level,
                message: message.clone(),
                link: args.link.clone(),
            };
            engine.raise(&target, &asker, draft)?
        }
        (Some(id), None) => engine.clear(&target, &asker, id)?,
        (None, _) => {
            let outlook = engine.next(&target, &asker)?.outlook;
            let (signals, version, at) = (&outlook.signals, outlook.session.version, engine.now());
            return Ok(call.answer(
                || signals_json(signals, version),
                || signals_text(signals, at, call.columns()),
            ));
        }
    };
    Ok(call.answer(|| signal_json(&signaled), || signal_text(&signaled, &call.address())))
}

pub fn id(text: &str) -> Result<SignalId, String> {
    SignalId::new(text).map_err(|error| error.to_string())
}

pub fn level(word: &str) -> Result<Level, String> {
    Level::from_word(word).ok_or_else(|| "a level is one of blocker, warning, info".to_owned())
}
