use engine::planner;
use engine::prompts::PromptName;
use engine::{Engine, EngineError, Suggesting};
use render::planloop;

use super::call::Call;
use crate::answer::Answer;
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Asked};

/// Suggest new tasks
///
/// Asks the planner that `planwright planner` shows. Without a planner, or with --offline, the suggestions come from TODO
/// and FIXME comments and from open signals. All suggestions are new to the plan and pass the quality gates. Only --apply
/// adds them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop suggest --offline
  planloop suggest --count 3 --apply")]
pub struct Args {
    /// Add the suggested tasks to the plan
    #[arg(long)]
    apply: bool,
    /// Do not ask a planner
    #[arg(long)]
    offline: bool,
    /// The maximum number of suggestions
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    count: u16,
    /// Accepted, but not needed: the answer is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Result<Answer, EngineError> {
    let (setting, target) = (&call.door.setting, call.target());
    let mut engine = Engine::open(setting)?;
    let opened = match args.offline {
        true => None,
        false => planner::find(setting, &call.door.variables(), engine.spent(setting, &target)?)?,
    };
    let prompts = engine::prompts::load(setting)?;
    if opened.is_some() {
        prompts.demand(&[PromptName::Suggest])?;
    }
    let cancelled = heed_interrupts();
    let asked = Suggesting {
        planner: opened.as_ref().map(|opened| opened.planner.as_ref()),
        prompts: &prompts,
        count: usize::from(args.count),
        apply: args.apply,
        cancelled: &cancelled,
    };
    let mut shown = Asked::new(terminal::is_present());
    let suggested = engine.suggest(&target, &call.asker(), &asked, &mut |progress| shown.tell(progress));
    shown.finish();
    Ok(Answer::done(planloop::suggest_json(&call.address(), &suggested?)))
}
