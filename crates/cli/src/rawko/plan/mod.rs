//! Verbs on whole plans.

pub mod create;

use dialect::rawko::diff_by;
use engine::rawko::{PlanName, pairs};
use render::rawko::{
    archive_json, archive_text, diff_json, diff_text, gc_json, gc_text, history_json, history_text, list_json,
    list_text, show_json, show_text,
};

use super::call::{Answered, Call};

#[derive(clap::Subcommand)]
pub enum Verb {
    Create(create::Args),
    /// Show a plan with its steps
    ///
    /// Without an id, the current plan. The id of an older version shows that version as it stood when the next one took its
    /// place.
    #[command(after_help = "Examples:\n  rawko plan show\n  rawko plan show plan-20260123-login-form-v2 --json")]
    Show {
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// List the plans of the project, the newest first
    #[command(after_help = "Example:\n  rawko plan list --json")]
    List,
    /// Show every version of a plan, the newest first
    ///
    /// Each one with what was changed and why, what had been found out, and which step failed. Older versions are told from the
    /// log, also where their files are gone.
    #[command(after_help = "Example:\n  rawko plan history --json")]
    History,
    /// Compare two versions of a plan, step by step
    ///
    /// Steps are kept, changed, added or dropped. Versions go by number or by id.
    #[command(
        after_help = "Examples:\n  rawko plan diff 1 2\n  rawko plan diff plan-20260123-login-form plan-20260123-login-form-v2"
    )]
    Diff {
        #[arg(value_name = "OLD")]
        old: String,
        #[arg(value_name = "NEW")]
        new: String,
    },
    /// Put the files of finished plans into `.rawko/plans/archive`
    ///
    /// Without an id, all that are complete or failed. Nothing is deleted, and a plan that is taken up again comes back.
    #[command(after_help = "Examples:\n  rawko plan archive\n  rawko plan archive plan-20260123-login-form")]
    Archive {
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// Remove archived plan files that have not changed for a while
    ///
    /// Only files: `rawko plan history` and `planwright log` still know the plans. Files that were changed by hand stay.
    #[command(after_help = "Examples:\n  rawko plan gc --dry-run\n  rawko plan gc --older-than 0")]
    Gc {
        /// Days that a file must have been left alone
        #[arg(long, value_name = "DAYS", default_value_t = 30)]
        older_than: u32,
        /// Only say what would be removed
        #[arg(long)]
        dry_run: bool,
    },
}

impl Verb {
    pub fn writes(&self) -> bool {
        matches!(self, Self::Create(_) | Self::Archive { .. } | Self::Gc { .. })
    }
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    let columns = call.columns();
    Ok(match verb {
        Verb::Create(args) => create::run(args, call)?,
        Verb::Show { id } => {
            let mut engine = call.engine()?;
            let name = id.clone().map_or_else(|| call.plan(), |id| PlanName(Some(id)));
            let shown = engine.plan(&name)?;
            engine.rest()?;
            let file = engine.plan_file(&shown.sheet.id);
            let text = || show_text(&shown, file.as_ref(), engine.now(), columns);
            call.answer(|| show_json(&shown, file.as_ref()), text)
        }
        Verb::List => {
            let mut engine = call.engine()?;
            let plans = engine.plans()?;
            call.answer(|| list_json(&plans), || list_text(&plans, engine.now(), columns))
        }
        Verb::History => {
            let versions = call.engine()?.plan_history(&call.plan())?;
            call.answer(|| history_json(&versions), || history_text(&versions))
        }
        Verb::Diff { old, new } => {
            let [old, new] = call.engine()?.plan_versions(&call.plan(), [old, new])?;
            let diff = diff_by(&old.sheet, &new.sheet, &pairs(&old, &new));
            call.answer(|| diff_json(&diff), || diff_text(&diff, columns))
        }
        Verb::Archive { id } => {
            let name = id.clone().or_else(|| call.common.plan.clone());
            let archived = call.engine()?.archive_plans(&PlanName(name))?;
            call.answer(|| archive_json(&archived), || archive_text(&archived))
        }
        Verb::Gc { older_than, dry_run } => {
            let mut engine = call.engine()?;
            // With 0, files of this very moment are removed, too.
            let before = engine.now().plus_millis(1 - DAY_MS * i64::from(*older_than));
            let collected = engine.collect_plans(before, *dry_run)?;
            call.answer(|| gc_json(&collected, *dry_run), || gc_text(&collected, *dry_run))
        }
    })
}
