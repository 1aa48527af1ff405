use std::path::PathBuf;

use dialect::rawko::diff_by;
use engine::EngineError;
use engine::planner::{PlannerError, Progress};
use engine::rawko::{Counsel, NewSteps, ReplanRequest, Replanned};
use render::errors::planner_error;
use render::rawko::{replan_json, replan_text};

use super::call::{Answered, Call};
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Asked};
use crate::trouble;

/// Replace a failed step and its dependents
///
/// The failed step and the open steps that depend on it are removed. All other steps stay, and the new steps follow them.
/// The new steps come from a file or from the planner. Each replan makes a new version of the plan. Three replans are
/// allowed, or as many as `[run] replans` in your configuration says.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rawko replan --from steps.yaml
  rawko replan --discovery \"The library has no such call\"    ask the planner

The file contains only the new steps. `dependsOn` counts them from 0, and names a kept step as \"old:N\":
  steps:
    - description: Write the parser by hand
      dependsOn: [\"old:0\"]
    - description: Test the parser
      dependsOn: [0]
  replaces: [1, 2]    optional: refuse unless exactly these are removed")]
pub struct Args {
    /// The new steps, as YAML or JSON; `-` for standard input
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A discovery for the planner; may be repeated
    #[arg(long = "discovery", value_name = "TEXT")]
    discoveries: Vec<String>,
    /// A constraint for the planner; may be repeated
    #[arg(long = "constraint", value_name = "TEXT")]
    constraints: Vec<String>,
    /// Replan even if no step has failed
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let (replanned, path) = match replan(args, call) {
        Err(EngineError::Planner(error @ PlannerError::NotConfigured { .. })) => {
            let mut trouble = planner_error(&error);
            let hint = trouble.hint.unwrap_or_default();
            trouble.hint = Some(format!("hand the new steps in: rawko replan --from FILE; or {hint}"));
            return Ok(trouble::answer(&trouble, call.common.json));
        }
        replanned => replanned?,
    };
    let diff = diff_by(&replanned.before, &replanned.sheet, &replanned.kept);
    Ok(call.answer(
        || replan_json(&replanned, &diff, path.as_deref()),
        || replan_text(&replanned, &diff, call.columns()),
    ))
}

fn replan(args: &Args, call: &Call<'_>) -> Result<(Replanned, Option<String>), EngineError> {
    let given = args.from.as_deref().map(|from| call.input(from)).transpose()?;
    let mut engine = call.writing(&call.plan())?;
    let opened = match given {
        Some(_) => None,
        None => Some(engine::planner::open(
            &call.door.setting,
            &call.door.variables(),
            engine.spent_on(&call.door.setting, &call.plan())?,
        )?),
    };
    let (name, text) = given.unwrap_or_default();
    let cancelled = heed_interrupts();
    let mut asked = Asked::new(terminal::is_present());
    let mut watch = |progress: Progress<'_>| asked.tell(progress);
    let request = ReplanRequest {
        steps: match &opened {
            Some(opened) => NewSteps::Planner(Counsel {
                planner: opened.planner.as_ref(),
                cancelled: &cancelled,
                watch: &mut watch,
            }),
            None => NewSteps::Text {
                name: &name,
                text: &text,
            },
        },
        discoveries: args.discoveries.clone(),
        constraints: args.constraints.clone(),
        force: args.force,
    };
    let replanned = engine.replan(&call.plan(), &call.person(), request);
    asked.finish();
    let replanned = replanned?;
    let path = engine.plan_path(&replanned.sheet.id);
    Ok((replanned, path))
}
