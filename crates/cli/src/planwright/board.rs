use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::EngineError;
use engine::turns::LinkedTurn;
use model::Verdict;
use render::Address;
use render::errors::{Trouble, engine_error};
use render::planwright::verbs;
use tui::board::{BoardError, Desk};
use tui::{Screen, Theme};

use super::call::{Answered, Call};
use super::list;
use crate::answer::{Answer, exit};
use crate::door::Door;
use crate::interrupt::{self, heed_interrupts, requests};
use crate::{teddy, terminal, trouble};

/// Watch the plan live, full screen, and act on it
///
/// Shows who works on which task, what is ready, and what is blocked and why, while agents work. With a key you claim,
/// finish, fail, drop or reopen a task, raise or clear a signal, or review a waiting proposal. Press ? for the keys.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright board
  planwright board --agent ada       act as ada
  planwright board --once            print the plan once and exit
  planwright board --json            print it once as JSON")]
pub struct Args {
    /// Print the board once and exit
    #[arg(long)]
    once: bool,
}

impl Args {
    /// Whether the board is interactive.
    pub fn is_live(&self, call: &Call<'_>) -> bool {
        !self.once && !call.common.json
    }
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    if !args.is_live(call) {
        return list::run(&list::Args::default(), call);
    }
    if !terminal::is_present() {
        let trouble = Trouble::new("no_terminal", "the board needs a terminal to be drawn on")
            .with_exit(exit::USAGE)
            .with_hint(format!(
                "`{}` and `{}` print the plan, and so does `{}`",
                call.address().on(verbs::LIST),
                call.address().on("planwright graph"),
                call.address().on("planwright board --once")
            ));
        return Ok(trouble::answer(&trouble, false));
    }
    watch(call)
}

fn watch(call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let cancelled = heed_interrupts();
    let mut review = |turn: &LinkedTurn| reviewed(call.door, turn, &cancelled);
    let mut desk = Desk {
        engine: &mut engine,
        setting: &call.door.setting,
        target: call.target(),
        by: call.asker(),
        tell,
        theme: Theme::new(call.door.no_color()),
        review: &mut review,
    };
    match tui::board::run(|| Screen::enter(requests(Arc::clone(&cancelled))), &mut desk) {
        Ok(()) => Ok(Answer::done(String::new()).with_code(interrupt::code().unwrap_or(exit::DONE))),
        Err(BoardError::Engine(error)) => Err(error),
        Err(error @ BoardError::Terminal(_)) => {
            let trouble = Trouble::new("io", error.to_string()).with_exit(exit::IO);
            Ok(trouble::answer(&trouble, false))
        }
    }
}

/// What went wrong and what to do about it, in one sentence.
fn tell(error: &EngineError) -> String {
    // The board is steered by keys, so what it suggests is not typed as it stands.
    let trouble = engine_error(error, &Address::NONE);
    let details = trouble.details.join("; ");
    let parts = [Some(trouble.message), Some(details), trouble.hint];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// As `teddy execute` does it, in lines, until the person has seen what came of it.
fn reviewed(door: &Door, turn: &LinkedTurn, cancelled: &AtomicBool) -> (bool, String) {
    let (answer, verdict) = teddy::review(door, turn, cancelled);
    let (plan, report) = (turn.plan(), turn.report());
    let text = match verdict {
        Some(Verdict::Completed) => format!("{plan} is executed; its report is {report}"),
        Some(Verdict::Skipped) => format!("{plan} was skipped, and nothing was done; its report is {report}"),
        Some(Verdict::Partial | Verdict::Failed | Verdict::Invalid) => {
            format!("{plan} was not carried out to its end; o opens its report")
        }
        None if answer.code == exit::REFUSED => {
            format!("{plan} was not approved; nothing was done, and it still waits")
        }
        None => format!("{plan} was not carried out, and it still waits"),
    };
    terminal::show(&answer.stdout);
    terminal::show(&answer.stderr);
    let _ = terminal::ask_line("Enter goes back to the board › ");
    (matches!(verdict, Some(Verdict::Completed | Verdict::Skipped)), text)
}
