use dialect::rawko::answer::{GcView, gc_json, gc_text};

use crate::rawko::call::{Answered, Call};

/// Remove archived plan files that have not changed for a while
///
/// Only files: `rawko plan history` and `planwright log` still know the plans. Files that were changed by hand stay.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  rawko plan gc --dry-run\n  rawko plan gc --older-than 0")]
pub struct Args {
    /// Days that a file must have been left alone
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    older_than: u32,
    /// Only say what would be removed
    #[arg(long)]
    dry_run: bool,
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    // Whoever says 0 means all of them, those of this very moment included.
    let before = engine.now().plus_millis(1 - DAY_MS * i64::from(args.older_than));
    let collected = engine.collect_plans(before, args.dry_run)?;
    let view = GcView {
        removed: &collected.removed,
        kept: collected.kept,
        is_dry_run: args.dry_run,
    };
    Ok(call.answer(|| gc_json(&view), || gc_text(&view)))
}
