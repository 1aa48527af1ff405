use std::io::Read;
use std::path::{Path, PathBuf};

use engine::EngineError;
use engine::planner::Progress;
use engine::turns::{Ended, PlanRequest, Planned, PlannedBy, Replan, TurnPlace, Workbench};
use model::Verdict;
use render::teddy::{Replanned, handed_json, handed_text, planned_json, planned_text};

use super::call::{Answered, Call};
use crate::interrupt::heed_interrupts;
use crate::stdin;
use crate::terminal::{self, Asked};

/// Ask a planner for the plan of this turn
///
/// Writes the context again, asks the planner that `planwright planner` shows, repairs the code fences of its plan and
/// saves the plan as plan.md. If no planner is configured, the prompt is written to prompt.md and copied to the clipboard:
/// ask any model, and pass its answer with --answer.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy plan -m \"Start with the login form\"
  PLANWRIGHT_PLANNER_COMMAND='claude -p' teddy plan
  teddy plan --answer answer.md      the answer of another model
  pbpaste | teddy plan --answer -")]
pub struct Args {
    /// What the turn should achieve
    #[arg(short = 'm', long, value_name = "TEXT")]
    message: Option<String>,
    /// The answer of a model that you asked yourself; `-` for standard input
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// The session's name or folder [default: the session of the current folder, or the latest]
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
        Some(text) => {
            let by = PlannedBy::Answer(&text);
            told(call, bench.plan_in(&place, &PlanRequest { message, by }, &mut |_| {})?)
        }
        None => ask(call, &bench, &place, message),
    }
}

/// For every verb that asks.
pub fn ask(call: &Call<'_>, bench: &Workbench, place: &TurnPlace, message: Option<&str>) -> Answered {
    told(call, asked(call, bench, place, message)?)
}

fn asked(call: &Call<'_>, bench: &Workbench, place: &TurnPlace, message: Option<&str>) -> Result<Planned, EngineError> {
    let Some(opened) = bench.planner(&place.session)? else {
        let by = PlannedBy::Nobody;
        return bench.plan_in(place, &PlanRequest { message, by }, &mut |_| {});
    };
    let cancelled = heed_interrupts();
    let by = PlannedBy::Planner {
        planner: opened.planner.as_ref(),
        cancelled: &cancelled,
    };
    let mut asked = Asked::new(terminal::is_present() && !call.wants_json);
    let mut watch = |progress: Progress<'_>| asked.tell(progress);
    let planned = bench.plan_in(place, &PlanRequest { message, by }, &mut watch);
    asked.finish();
    planned
}

/// The next turn is planned by itself after a plan that was refused or skipped, if somebody can be asked and this does
/// not go on for ever. Where the plan lies, or why there is none.
pub fn again(call: &Call<'_>, bench: &Workbench, ended: &Ended) -> Option<Replanned> {
    let (turn, next) = ended.turn.as_ref().zip(ended.next.as_ref())?;
    let wants_plan = matches!(ended.report.verdict, Verdict::Invalid | Verdict::Skipped);
    let planner = wants_plan.then(|| bench.planner(&next.session))?;
    let planned = planner.transpose()?.and_then(|_| match bench.replan(turn)? {
        Replan::TooOften(times) => Ok(Err(format!(
            "more than {} plans in a row were refused; read them, and then: {}",
            times.saturating_sub(1),
            call.named.on("teddy plan -m \"…\"")
        ))),
        Replan::Now => asked(call, bench, next, None).map(Ok),
    });
    match planned {
        Ok(Ok(Planned::Written(written))) => Some(Ok(written.path.to_string())),
        Ok(Ok(Planned::Handed { .. })) => None,
        Ok(Err(why)) => Some(Err(why)),
        Err(error) => Some(Err(error.to_string())),
    }
}

fn told(call: &Call<'_>, planned: Planned) -> Answered {
    Ok(match planned {
        Planned::Written(written) => call.answer(|| planned_json(&written), || planned_text(&written, call.named)),
        Planned::Handed { place, path, text } => {
            let is_copied = call.door.desktop.copy(&text).is_ok();
            call.answer(
                || handed_json(call.named, &place, &path, is_copied),
                || handed_text(call.named, &path, is_copied),
            )
        }
    })
}
