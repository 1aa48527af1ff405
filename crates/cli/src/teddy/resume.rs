use engine::turns::{Resumption, TurnPlace};
use render::errors::Trouble;
use render::teddy::{over_json, over_text};

use super::call::{Answered, Call};
use super::execute::{ChosenPlan, How, execute};
use super::plan;
use crate::answer::exit;
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, ask_line};

const QUESTION: &str = "What should this turn do? (Enter for nothing to add) › ";

/// Continue a session
///
/// Executes the plan of the turn like `teddy execute`. If there is no plan yet, asks for one like `teddy plan`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy resume
  teddy resume -y --session 20260124-add-user-auth")]
pub struct Args {
    #[command(flatten)]
    how: How,
    /// The session's name or folder [default: the session of the current folder, or the latest]
    #[arg(long, value_name = "SESSION")]
    pub session: Option<String>,
    /// What the turn should achieve, if there is no plan yet
    #[arg(short = 'm', long, value_name = "TEXT")]
    message: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let bench = call.asking_bench(args.how.yes)?;
    let place = match bench.resumption(args.session.as_deref())? {
        Resumption::Execute(place) if args.message.is_some() => return Ok(unheard(call, &place)),
        Resumption::Execute(place) => place,
        Resumption::Plan(place) => {
            let typed = match args.message {
                None if terminal::is_present() => ask_line(QUESTION).filter(|said| !said.is_empty()),
                _ => None,
            };
            return plan::ask(call, &bench, &place, args.message.as_deref().or(typed.as_deref()));
        }
        Resumption::Over(place) => {
            let answer = call.answer(|| over_json(&place), || over_text(&place));
            return Ok(answer.with_code(exit::INVALID));
        }
    };
    let plan = bench.root().join(place.file("plan.md").as_str());
    let executed = execute(call, &bench, &args.how, &ChosenPlan::file(&plan), &heed_interrupts());
    executed.map(|(answer, _)| answer)
}

/// The plan was made without the message, and whoever gave it would believe that it was heard.
fn unheard(call: &Call<'_>, place: &TurnPlace) -> crate::Answer {
    let plan = place.file("plan.md");
    let trouble = Trouble::new(
        "plan_waits",
        format!("{plan} waits to be executed, so the message was not kept"),
    )
    .with_hint(format!(
        "execute the plan: {}, without -m; or remove it, to have another one",
        call.named.on("teddy resume")
    ))
    .with_exit(exit::CONFLICT);
    call.refused(&trouble)
}
