//! Verbs that say who should act next.

use engine::planner::{Progress, Spent, find};
use engine::rawko::Counsel;
use render::rawko::{arbiter_json, choice_json, choice_text};

use super::call::{Answered, Call};
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Asked};

#[derive(clap::Subcommand)]
pub enum Verb {
    /// Print the prompt that asks a model for the next agent
    #[command(after_help = "Example:\n  rawko arbiter prompt | claude -p")]
    Prompt,
    /// Choose the agent for the current step
    ///
    /// The agent that the step suggests, else the only configured agent, else the configured successor of the last agent, else
    /// the choice of the planner.
    #[command(after_help = "Example:\n  rawko arbiter select --json")]
    Select,
}

impl Verb {
    /// The answer of a planner is recorded.
    pub fn writes(&self) -> bool {
        matches!(self, Self::Select)
    }
}

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    let (setting, plan) = (&call.door.setting, call.plan());
    let mut engine = match verb {
        Verb::Prompt => call.reading()?,
        Verb::Select => call.writing(&plan)?,
    };
    Ok(match verb {
        Verb::Prompt => {
            let planner = find(setting, &call.door.variables(), Spent::default())?;
            let prompt = engine.arbitration(&plan, planner.is_some())?.prompt;
            call.answer(|| arbiter_json(&prompt), || prompt.clone())
        }
        Verb::Select => {
            let spent = engine.spent_on(setting, &plan)?;
            let planner = find(setting, &call.door.variables(), spent)?;
            let cancelled = heed_interrupts();
            let mut asked = Asked::new(terminal::is_present());
            let mut watch = |progress: Progress<'_>| asked.tell(progress);
            let counsel = planner.as_ref().map(|opened| Counsel {
                planner: opened.planner.as_ref(),
                cancelled: &cancelled,
                watch: &mut watch,
            });
            let selected = engine.select_agent(&plan, &call.person(), counsel);
            asked.finish();
            let selected = selected?;
            call.answer(|| choice_json(&selected), || choice_text(&selected))
        }
    })
}
