use std::time::Instant;

use engine::EngineError;
use engine::planner::{self, Asking, Expected, Progress, Spent};
use render::planwright::{planner_json, planner_test_json, planner_test_text, planner_text};

use super::call::{Answered, Call};
use crate::interrupt;

/// Show which planner and model are used, and why
///
/// The environment has priority: PLANWRIGHT_PLANNER_COMMAND is a program that reads a prompt and prints an answer, and
/// PLANWRIGHT_MODEL is a model as `provider/model`. Else `[planner]` in your configuration decides, else the key that is
/// set: OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY (or GOOGLE_API_KEY). Keys are never shown.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright planner            show the planner
  planwright planner test       send a small request
  PLANWRIGHT_PLANNER_COMMAND='claude -p' planwright planner test
  PLANWRIGHT_MODEL=openai/qwen3 OPENAI_BASE_URL=http://localhost:11434/v1 \\
      planwright planner test")]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Send a small request, and show its duration and cost
    #[command(after_help = "Example:\n  planwright planner test --json")]
    Test,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    match args.verb {
        None => show(call),
        Some(Verb::Test) => test(call),
    }
}

fn show(call: &Call<'_>) -> Answered {
    let chosen = planner::choice(&call.door.setting, &call.door.variables())?;
    Ok(call.answer(|| planner_json(&chosen), || planner_text(&chosen)))
}

const QUESTION: Asking<'static> = Asking {
    system: "You answer questions about software projects.",
    prompt: "This only checks that you can be reached. Answer with the single word: ready",
    answer: Expected::Text,
};

fn test(call: &Call<'_>) -> Answered {
    let opened = planner::open(&call.door.setting, &call.door.variables(), Spent::default())?;
    let cancelled = interrupt::heed_interrupts();
    let since = Instant::now();
    let mut watch = |progress: Progress<'_>| {
        // A program that reads JSON gets nothing else.
        if let (Progress::Retrying { why, in_seconds, .. }, false) = (progress, call.common.json) {
            anstream::eprintln!("{why}; once more in {in_seconds} s");
        }
    };
    let answer = opened
        .planner
        .ask(&QUESTION, &mut watch, &cancelled)
        .map_err(EngineError::from)?;
    let text = call.door.setting.discretion.redact(answer.text.trim());
    let milliseconds = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(call.answer(
        || planner_test_json(&opened.choice, &answer, &text, milliseconds),
        || planner_test_text(&answer, &text, milliseconds),
    ))
}
