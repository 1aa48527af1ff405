use std::io::Read;
use std::path::{Path, PathBuf};

use super::call::{Answered, Call};
use crate::answer::exit;
use crate::interrupt::heed_interrupts;
use crate::stdin;
use crate::terminal::{self, Asked};
use dialect::teddy::answer::{PlannedView, handed_json, handed_text, planned_json, planned_text};
use engine::turns::{Ended, PlanRequest, Planned, PlannedBy, Replan, TurnError, TurnPlace, Workbench};
use model::Verdict;

/// Ask for the plan of this turn
///
/// Gathers the context anew, asks the planner that `planwright planner` names, and saves its plan, with the code fences
/// mended, as plan.md. Where no planner is configured, the question is written to prompt.md and copied to the clipboard:
/// ask whoever you like, and hand the answer in with --answer.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy plan -m \"Start with the login form\"
  PLANWRIGHT_PLANNER_COMMAND='claude -p' teddy plan
  teddy plan --answer answer.md      one that you got elsewhere
  pbpaste | teddy plan --answer -")]
pub struct Args {
    /// What you want from this turn
    #[arg(short = 'm', long, value_name = "TEXT")]
    message: Option<String>,
    /// The answer of a model that you asked yourself; `-` for standard input
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// The session's name or folder; otherwise the one you stand in, or the latest
    #[arg(long, value_name = "SESSION")]
    pub session: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>, input: &mut dyn Read) -> Answered {
    let bench = call.asking_bench(false)?;
    let place = bench.to_plan(args.session.as_deref())?;
    let brought = match args.answer.as_deref() {
        Some(path) if path == Path::new("-") => Some(stdin::text(input)?),
        Some(path) => Some(bench.read_answer(path)?),
        None => None,
    };
    let message = args.message.as_deref();
    match brought {
        Some(text) => told(
            call,
            bench.plan_in(&place, &request(message, PlannedBy::Answer(&text)), &mut |_| {})?,
        ),
        None => ask(call, &bench, &place, message),
    }
}

/// For every verb that asks.
pub fn ask(call: &Call<'_>, bench: &Workbench, place: &TurnPlace, message: Option<&str>) -> Answered {
    told(call, asked(call, bench, place, message)?)
}

fn asked(call: &Call<'_>, bench: &Workbench, place: &TurnPlace, message: Option<&str>) -> Result<Planned, TurnError> {
    let Some(opened) = bench.planner(&place.session)? else {
        return bench.plan_in(place, &request(message, PlannedBy::Nobody), &mut |_| {});
    };
    let cancelled = heed_interrupts();
    let by = PlannedBy::Planner {
        planner: opened.planner.as_ref(),
        cancelled: &cancelled,
    };
    let mut asked = Asked::new(terminal::is_present() && !call.wants_json);
    let planned = bench.plan_in(place, &request(message, by), &mut |progress| asked.tell(progress));
    asked.finish();
    planned
}

/// The next turn is planned by itself after a plan that was refused or skipped, if somebody can be asked and this does
/// not go on for ever. Where the plan lies, or why there is none.
pub fn again(call: &Call<'_>, bench: &Workbench, ended: &Ended) -> Option<Result<String, String>> {
    let (turn, next) = ended.turn.as_ref().zip(ended.next.as_ref())?;
    let wants_plan = matches!(ended.report.verdict, Verdict::Invalid | Verdict::Skipped);
    let told = |error: TurnError| error.to_string();
    match wants_plan.then(|| bench.planner(&next.session))? {
        Ok(None) => return None,
        Ok(Some(_)) => {}
        Err(error) => return Some(Err(told(error))),
    }
    match bench.replan(turn) {
        Ok(Replan::TooOften(times)) => Some(Err(format!(
            "more than {} plans in a row were refused; read them, and then: {}",
            times.saturating_sub(1),
            call.named.on("teddy plan -m \"…\"")
        ))),
        Ok(Replan::Now) => match asked(call, bench, next, None) {
            Ok(Planned::Written(written)) => Some(Ok(written.path.to_string())),
            Ok(Planned::Handed { .. }) => None,
            Err(error) => Some(Err(told(error))),
        },
        Err(error) => Some(Err(told(error))),
    }
}

fn request<'a>(message: Option<&'a str>, by: PlannedBy<'a>) -> PlanRequest<'a> {
    PlanRequest { message, by }
}

fn told(call: &Call<'_>, planned: Planned) -> Answered {
    match planned {
        Planned::Written(written) => {
            let turn = written.place.folder();
            let view = PlannedView {
                named: call.named,
                turn: turn.as_str(),
                path: written.path.as_str(),
                raw: written.raw.as_ref().map(model::RelPath::as_str),
                model: written.model.as_deref(),
                input_tokens: written.usage.input_tokens,
                output_tokens: written.usage.output_tokens,
                cost: written.usage.cost.map(|cost| cost.to_string()),
            };
            Ok(call.answer(|| planned_json(&view), || planned_text(&view)))
        }
        Planned::Handed { place, path, text } => {
            let is_copied = call.door.desktop.copy(&text).is_ok();
            let turn = place.folder();
            let answer = call.answer(
                || handed_json(call.named, turn.as_str(), path.as_str(), is_copied),
                || handed_text(call.named, path.as_str(), is_copied),
            );
            Ok(answer.with_code(exit::DONE))
        }
    }
}
