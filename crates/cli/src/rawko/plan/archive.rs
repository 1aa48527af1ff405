use dialect::rawko::answer::{ArchiveView, archive_json, archive_text};
use engine::rawko::PlanName;

use crate::rawko::call::{Answered, Call};

/// Put the files of finished plans into `.rawko/plans/archive`
///
/// Without an id, all that are complete or failed. Nothing is deleted, and a plan that is taken up again comes back.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  rawko plan archive\n  rawko plan archive plan-20260123-login-form")]
pub struct Args {
    #[arg(value_name = "ID")]
    id: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let name = args.id.clone().or_else(|| call.common.plan.clone());
    let archived = engine.archive_plans(&PlanName(name))?;
    let view = ArchiveView { archived: &archived };
    Ok(call.answer(|| archive_json(&view), || archive_text(&view)))
}
