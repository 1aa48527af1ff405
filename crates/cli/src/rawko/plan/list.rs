use dialect::rawko::answer::{PlanSummary, list_json, list_text};

use crate::rawko::call::{Answered, Call};

/// List the plans of the project, the newest first
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko plan list --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let plans: Vec<PlanSummary> = engine
        .plans()?
        .iter()
        .map(|plan| PlanSummary {
            is_current: plan.is_current,
            is_archived: plan.is_archived,
            ..PlanSummary::from(&plan.sheet)
        })
        .collect();
    Ok(call.answer(|| list_json(&plans), || list_text(&plans, engine.now(), call.columns())))
}
