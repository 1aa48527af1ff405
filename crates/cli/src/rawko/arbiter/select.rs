use dialect::rawko::answer::{Choice, ChoiceView, choice_json, choice_text};
use engine::rawko::{Counsel, How};

use crate::interrupt::heed_interrupts;
use crate::rawko::call::{Answered, Call};
use crate::terminal::{self, Asked};

/// Choose the agent for the current step
///
/// The one that the step suggests, else the only one that is configured, else the one that follows the last one by your
/// configuration, else the one that the planner chooses. Its answer is read as data, never searched for words.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko arbiter select --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let spent = engine.spent_on(&call.door.setting, &call.plan())?;
    let opened = engine::planner::find(&call.door.setting, &call.door.variables(), spent)?;
    let cancelled = heed_interrupts();
    let mut asked = Asked::new(terminal::is_present());
    let mut watch = |progress: engine::planner::Progress<'_>| asked.tell(progress);
    let counsel = opened.as_ref().map(|opened| Counsel {
        planner: opened.planner.as_ref(),
        cancelled: &cancelled,
        watch: &mut watch,
    });
    let selected = engine.select_agent(&call.plan(), &call.person(), counsel);
    asked.finish();
    let selected = selected?;
    let view = ChoiceView {
        agent: selected.agent.as_str(),
        step_index: selected.step,
        by: match selected.how {
            How::Suggested => Choice::Suggested,
            How::Follows => Choice::Transition,
            How::Only => Choice::Only,
            How::Planner => Choice::Planner,
        },
        reasoning: "",
    };
    Ok(call.answer(|| choice_json(&view), || choice_text(&view)))
}
