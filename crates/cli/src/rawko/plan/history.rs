use dialect::rawko::answer::{FailedStep, HistoryEntry, PlanSummary, history_json, history_text};
use engine::rawko::Version;

use crate::rawko::call::{Answered, Call};

/// Show every version of a plan, the newest first
///
/// Each one with what was changed and why, what had been found out, and which step failed. Older versions are told from the
/// log, also where their files are gone.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko plan history --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let versions = engine.plan_history(&call.plan())?;
    let entry = |version: &Version| HistoryEntry {
        plan: PlanSummary {
            is_current: version.is_current,
            is_archived: engine.plan_file(&version.sheet.id).is_some_and(|file| file.is_archived),
            ..PlanSummary::from(&version.sheet)
        },
        created_at: version.sheet.created_at,
        created_by: version.sheet.created_by.clone(),
        changes: version.grounds.changes.clone(),
        reasoning: version.grounds.reasoning.clone(),
        discoveries: version.grounds.discoveries.clone(),
        failed: FailedStep::of(&version.sheet),
    };
    let entries: Vec<_> = versions.iter().map(entry).collect();
    Ok(call.answer(|| history_json(&entries), || history_text(&entries)))
}
