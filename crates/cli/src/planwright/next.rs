use model::Now;
use render::planwright::{next_json, next_text};

use super::call::{Answered, Call};
use crate::answer::exit;

/// Show the next task, or claim it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright next\n  planwright next --claim --agent ada")]
pub struct Args {
    /// Claim the task, so that no other agent gets it
    #[arg(long)]
    pub claim: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let (target, asker) = (call.target(), call.asker());
    let next = if args.claim {
        engine.claim_next(&target, &asker)?
    } else {
        engine.next(&target, &asker)?
    };
    let at = engine.now();
    let answer = call.answer(|| next_json(&next, at), || next_text(&next, &call.address(), at));
    // Nothing can be taken while something is in the way; a script should notice without reading.
    Ok(match next.now() {
        Now::Wait(_) | Now::Replan(_) | Now::Review(..) | Now::Held(_) | Now::Blocked(_) => {
            answer.with_code(exit::CONFLICT)
        }
        Now::Resume(_) | Now::Work(_) | Now::Decompose | Now::Summarize | Now::Rest(_) => answer,
    })
}
