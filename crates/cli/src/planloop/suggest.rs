use super::call::Call;
use crate::answer::Answer;
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Asked};
use dialect::planloop::answer::{self, SuggestView};
use engine::planner;
use engine::prompts::PromptName;
use engine::{Engine, EngineError, Suggested, Suggesting};

/// Suggest new tasks
///
/// Asks the planner that `planwright planner` names; without one, or with --offline, the suggestions come from TODO and
/// FIXME remarks and from open signals. Only tasks that are not in the plan yet and that pass the gates are suggested.
/// Nothing is added without --apply.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop suggest --offline
  planloop suggest --count 3 --apply")]
pub struct Args {
    /// Add the tasks to the plan
    #[arg(long)]
    apply: bool,
    /// Ask nobody
    #[arg(long)]
    offline: bool,
    /// How many, at most
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    count: u16,
    /// Accepted for symmetry: the answer is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answer {
    match suggest(args, call) {
        Ok(suggested) => Answer::done(answer::suggested(&SuggestView {
            address: call.address(),
            planner: suggested.planner.as_deref(),
            tasks: &suggested.tasks,
            added: &suggested.added,
            version: suggested.version,
        })),
        Err(error) => call.failed(&error),
    }
}

fn suggest(args: &Args, call: &Call<'_>) -> Result<Suggested, EngineError> {
    let mut engine = Engine::open(&call.door.setting)?;
    let opened = match args.offline {
        true => None,
        false => planner::find(
            &call.door.setting,
            &call.door.variables(),
            engine.spent(&call.door.setting, &call.target())?,
        )?,
    };
    let prompts = engine::prompts::load(&call.door.setting)?;
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
    let suggested = engine.suggest(&call.target(), &call.asker(), &asked, &mut |progress| {
        shown.tell(progress);
    });
    shown.finish();
    suggested
}
