//! Verbs on whole plans.

pub mod create;

use std::path::PathBuf;

use dialect::rawko::{diff_by, plan_id};
use engine::rawko::{PlanFile, PlanName, pairs};
use engine::{Engine, EngineError, PlanFileError};
use render::rawko::{
    archive_json, archive_text, diff_json, diff_text, discard_json, discard_text, gc_json, gc_text, history_json,
    history_text, import_json, import_text, list_json, list_text, show_json, show_text,
};

use super::call::{Answered, Call};

#[derive(clap::Subcommand)]
pub enum Verb {
    Create(create::Args),
    /// Show a plan with its steps
    ///
    /// The ID of an older version shows the last state of that version.
    #[command(after_help = "Examples:\n  rawko plan show\n  rawko plan show plan-20260123-login-form-v2 --json")]
    Show {
        /// The ID of a plan or of an older version [default: the current plan]
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// List the plans of the project, the newest first
    #[command(after_help = "Example:\n  rawko plan list --json")]
    List,
    /// Show every version of a plan, the newest first
    ///
    /// Each version is shown with its changes, their reason, the discoveries and the failed step. Older versions come from the
    /// log, so their files are not needed.
    #[command(after_help = "Example:\n  rawko plan history --json")]
    History,
    /// Compare two versions of a plan, step by step
    ///
    /// Shows which steps were kept, changed, added or dropped.
    #[command(
        after_help = "Examples:\n  rawko plan diff 1 2\n  rawko plan diff plan-20260123-login-form plan-20260123-login-form-v2"
    )]
    Diff {
        /// The number or ID of the old version
        #[arg(value_name = "OLD")]
        old: String,
        /// The number or ID of the new version
        #[arg(value_name = "NEW")]
        new: String,
    },
    /// Apply the edits of a plan file to the plan
    ///
    /// Applies the differences from the text that planwright wrote, as one operation. If the same step was also changed in
    /// the plan, this is an error. A plan that is only in a file becomes a plan of the project.
    #[command(
        after_help = "Examples:\n  rawko plan import --dry-run\n  rawko plan import .rawko/plans/plan-20260123-login-form.yaml"
    )]
    Import {
        /// A file below `.rawko/plans` [default: the file of the current plan]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Only show what would change
        #[arg(long)]
        dry_run: bool,
    },
    /// Discard the edits of a plan file
    ///
    /// The edited text is kept as `.rawko/plans/archive/NAME.orig.yaml`, and the file shows the stored plan again.
    #[command(
        after_help = "Examples:\n  rawko plan discard .rawko/plans/plan-20260123-login-form.yaml\n  rawko plan discard .rawko/current-task.yaml"
    )]
    Discard {
        /// An edited file below `.rawko/plans`, or `.rawko/current-task.yaml`
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Move the files of finished plans to `.rawko/plans/archive`
    ///
    /// Nothing is deleted. The file of a plan that is reopened returns to `.rawko/plans`.
    #[command(after_help = "Examples:\n  rawko plan archive\n  rawko plan archive plan-20260123-login-form")]
    Archive {
        /// The ID of the plan [default: all plans that are complete or failed]
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// Remove old archived plan files
    ///
    /// Only files are removed: `rawko plan history` and `planwright log` still show the plans. Edited files stay.
    #[command(after_help = "Examples:\n  rawko plan gc --dry-run\n  rawko plan gc --older-than 0")]
    Gc {
        /// The minimum age of the files, in days
        #[arg(long, value_name = "DAYS", default_value_t = 30)]
        older_than: u32,
        /// Only list the files
        #[arg(long)]
        dry_run: bool,
    },
}

impl Verb {
    pub fn writes(&self) -> bool {
        match self {
            Self::Create(_) | Self::Discard { .. } | Self::Archive { .. } => true,
            Self::Import { dry_run, .. } | Self::Gc { dry_run, .. } => !dry_run,
            Self::Show { .. } | Self::List | Self::History | Self::Diff { .. } => false,
        }
    }
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    let columns = call.columns();
    Ok(match verb {
        Verb::Create(args) => create::run(args, call)?,
        Verb::Show { id } => {
            let name = id.clone().map_or_else(|| call.plan(), |id| PlanName(Some(id)));
            let setting = &call.door.setting;
            let (shown, file) = match Engine::open_for_plan(setting, &name, None) {
                Err(EngineError::PlanFile(PlanFileError::PlanNotImported { path, .. })) => {
                    let shown = Engine::unknown_plan(setting, &path)?;
                    let is_archived = false;
                    (shown, Some(PlanFile { path, is_archived }))
                }
                opened => {
                    let mut engine = opened?.0;
                    let shown = engine.plan(&name)?;
                    let file = engine.plan_file(&shown.sheet.id);
                    (shown, file)
                }
            };
            let text = || show_text(&shown, file.as_ref(), setting.clock.now(), columns);
            call.answer(|| show_json(&shown, file.as_ref()), text)
        }
        Verb::List => {
            let plans = Engine::all_plans(&call.door.setting)?;
            let at = call.door.setting.clock.now();
            call.answer(|| list_json(&plans), || list_text(&plans, at, columns))
        }
        Verb::History => {
            let versions = call.reading()?.plan_history(&call.plan())?;
            call.answer(|| history_json(&versions), || history_text(&versions))
        }
        Verb::Diff { old, new } => {
            let is_number = |word: &String| plan_id::read_version(word).is_some();
            // Ids name the plan themselves.
            let named = [old, new].into_iter().find(|word| !is_number(word)).cloned();
            let name = PlanName(named.or(call.plan().0));
            let mut engine = Engine::open_for_plan(&call.door.setting, &name, None)?.0;
            let [old, new] = engine.plan_versions(&call.plan(), [old, new])?;
            let diff = diff_by(&old.sheet, &new.sheet, &pairs(&old, &new));
            call.answer(|| diff_json(&diff), || diff_text(&diff, columns))
        }
        Verb::Import { file, dry_run } => {
            let (setting, by) = (&call.door.setting, call.person());
            let imported = Engine::import(setting, file.as_deref(), &call.plan(), &by, *dry_run)?;
            call.answer(
                || import_json(&imported, *dry_run),
                || import_text(&imported, *dry_run, columns),
            )
        }
        Verb::Discard { file } => {
            let discarded = Engine::discard(&call.door.setting, file)?;
            call.answer(|| discard_json(&discarded), || discard_text(&discarded))
        }
        Verb::Archive { id } => {
            let name = PlanName(id.clone().or_else(|| call.common.plan.clone()));
            let mut engine = match name.0 {
                Some(_) => call.writing(&name)?,
                None => Engine::open(&call.door.setting)?,
            };
            let archived = engine.archive_plans(&name)?;
            call.answer(|| archive_json(&archived), || archive_text(&archived))
        }
        Verb::Gc { older_than, dry_run } => {
            let mut engine = Engine::open(&call.door.setting)?;
            // With 0, files of this very moment are removed, too.
            let before = engine.now().plus_millis(1 - DAY_MS * i64::from(*older_than));
            let collected = engine.collect_plans(before, *dry_run)?;
            call.answer(|| gc_json(&collected, *dry_run), || gc_text(&collected, *dry_run))
        }
    })
}
