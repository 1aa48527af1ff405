use dialect::rawko::answer::{diff_json, diff_text};
use dialect::rawko::diff_by;
use engine::rawko::pairs;

use crate::rawko::call::{Answered, Call};

/// Compare two versions of a plan, step by step
///
/// Steps are kept, changed, added or dropped. Versions go by number or by id.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  rawko plan diff 1 2\n  rawko plan diff plan-20260123-login-form plan-20260123-login-form-v2"
)]
pub struct Args {
    #[arg(value_name = "OLD")]
    old: String,
    #[arg(value_name = "NEW")]
    new: String,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let [old, new] = engine.plan_versions(&call.plan(), [&args.old, &args.new])?;
    let diff = diff_by(&old.sheet, &new.sheet, &pairs(&old, &new));
    Ok(call.answer(|| diff_json(&diff), || diff_text(&diff, call.columns())))
}
