use dialect::rawko::answer::{ShowView, show_json, show_text};
use engine::rawko::PlanName;

use crate::rawko::call::{Answered, Call};

/// Show a plan with its steps
///
/// Without an id, the current plan. The id of an older version shows that version as it stood when the next one took its
/// place.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  rawko plan show\n  rawko plan show plan-20260123-login-form-v2 --json")]
pub struct Args {
    #[arg(value_name = "ID")]
    id: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let name = args.id.clone().map_or_else(|| call.plan(), |id| PlanName(Some(id)));
    let shown = engine.plan(&name)?;
    engine.rest()?;
    let file = engine.plan_file(&shown.sheet.id);
    let view = ShowView {
        plan: &shown.sheet,
        path: file.as_ref().map(|file| file.path.as_str()),
        is_current: shown.is_current,
        replans: Some((shown.replans, shown.replans_max)),
        checks: &shown.checks,
        is_archived: file.as_ref().is_some_and(|file| file.is_archived),
    };
    Ok(call.answer(|| show_json(&view), || show_text(&view, engine.now(), call.columns())))
}
