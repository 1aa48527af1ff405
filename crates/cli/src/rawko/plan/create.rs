use std::path::PathBuf;

use engine::planner::{Opened, Progress, Spent};
use engine::rawko::{Counsel, NewPlan, Shown, Source};
use engine::{Engine, EngineError, Target};
use model::{PlanMetadata, SessionId};
use render::rawko::{create_json, create_text};

use crate::flags;
use crate::interrupt::heed_interrupts;
use crate::rawko::call::{Answered, Call};
use crate::terminal::{self, Asked};
use crate::trouble;

/// Create a plan for a task and make it the current plan
///
/// The steps come from a file, from the command line, or from the planner that `planwright planner` shows. Without these,
/// or with --direct, the plan has one step: the task.
#[derive(clap::Args, Default)]
#[command(after_help = "Examples:
  rawko plan create --task \"Fix the typo in README.md\" --direct
  rawko plan create --task \"Add a login\" --from steps.yaml --complexity 5
  rawko plan create --task \"Add a login\" --steps '[
      {\"description\": \"Write it\"},
      {\"description\": \"Try it\", \"dependsOn\": [0], \"suggestedAgent\": \"tester\"}]'
  PLANWRIGHT_PLANNER_COMMAND='claude -p' rawko plan create \\
      --task \"Add a login\" --file src/auth.rs")]
pub struct Args {
    /// The task
    #[arg(long, value_name = "TEXT", value_parser = flags::words)]
    task: String,
    /// The steps, as YAML or JSON; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["steps", "direct"])]
    from: Option<PathBuf>,
    /// The steps as JSON or YAML
    #[arg(long, value_name = "JSON", conflicts_with = "direct")]
    steps: Option<String>,
    /// Make a plan of one step without asking a planner
    #[arg(long)]
    direct: bool,
    /// A file that the planner should know; may be repeated
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<String>,
    /// A fact that was learned earlier; may be repeated
    #[arg(long = "memory", value_name = "TEXT")]
    memories: Vec<String>,
    /// A constraint for the planner; may be repeated
    #[arg(long = "constraint", value_name = "TEXT")]
    constraints: Vec<String>,
    /// A tag of the plan; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// The complexity of the task, from 1 to 10
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    complexity: Option<u8>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    if let Some(trouble) = call.needs_no_plan("plan create") {
        return Ok(trouble::answer(&trouble, call.common.json));
    }
    let (_, shown, path) = create(args, call)?;
    Ok(call.answer(
        || create_json(&shown, path.as_deref()),
        || create_text(&shown, call.columns()),
    ))
}

/// A plan for a task of which nothing else is known, to be run at once.
pub fn for_task(task: &str, call: &Call<'_>) -> Result<Target, EngineError> {
    let args = Args {
        task: task.to_owned(),
        ..Args::default()
    };
    let (session, ..) = create(&args, call)?;
    Ok(Target {
        session: Some(session.to_string()),
        thread: None,
    })
}

/// The session of the plan, the plan, and its file.
fn create(args: &Args, call: &Call<'_>) -> Result<(SessionId, Shown, Option<String>), EngineError> {
    let given = match (&args.from, &args.steps) {
        (Some(from), _) => Some(call.input(from)?),
        (None, Some(steps)) => Some(("--steps".to_owned(), steps.clone())),
        (None, None) => None,
    };
    let opened: Option<Opened> = match given.is_none() && !args.direct {
        true => engine::planner::find(&call.door.setting, &call.door.variables(), Spent::default())?,
        false => None,
    };
    let cancelled = heed_interrupts();
    let mut asked = Asked::new(terminal::is_present());
    let mut watch = |progress: Progress<'_>| asked.tell(progress);
    let plan = NewPlan {
        task: &args.task,
        source: match (&given, &opened) {
            (Some((name, text)), _) => Source::Text { name, text },
            (None, Some(opened)) => Source::Planner(Counsel {
                planner: opened.planner.as_ref(),
                cancelled: &cancelled,
                watch: &mut watch,
            }),
            (None, None) => Source::Direct,
        },
        metadata: PlanMetadata {
            complexity: args.complexity,
            tags: args.tags.clone(),
            constraints: args.constraints.clone(),
            memories: args.memories.clone(),
        },
        files: args.files.clone(),
    };
    let mut engine = Engine::open_or_create(&call.door.setting)?;
    let created = engine.create_plan(&call.person(), plan);
    asked.finish();
    let (session, shown) = created?;
    let path = engine.plan_path(&shown.sheet.id);
    Ok((session, shown, path))
}
