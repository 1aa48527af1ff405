use super::call::{Answered, Call};
use dialect::teddy::answer::{ContextView, WeightView, context_json, context_text};

/// Write what the agent of this turn gets to see: input.md
///
/// Gathers the project's structure, the memos, and everything that turn.context, session.context and global.context
/// list. Shows about how many tokens each resource costs.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy context
  teddy context --session 20260124-add-user-auth")]
pub struct Args {
    /// The session's name or folder; otherwise the one you stand in, or the latest
    #[arg(long, value_name = "SESSION")]
    pub session: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let gathered = call.asking_bench(false)?.gather(args.session.as_deref())?;
    let turn = gathered.place.folder();
    let weights = gathered.weights.iter().map(|weight| WeightView {
        resource: weight.resource.to_string(),
        tokens: weight.tokens,
        trouble: weight.trouble.as_deref(),
    });
    let view = ContextView {
        turn: turn.as_str(),
        path: gathered.path.as_str(),
        bytes: gathered.bytes,
        tokens: gathered.tokens,
        resources: weights.collect(),
    };
    Ok(call.answer(|| context_json(&view), || context_text(&view)))
}
