use std::io::{ErrorKind, Read};
use std::path::PathBuf;

use engine::{Engine, EngineError, ProjectError};
use render::errors::Trouble;
use render::planloop;

use super::call::{Call, refused, usage_error};
use crate::answer::Answer;
use crate::stdin;

/// Report progress: add, change and finish tasks, close the plan
///
/// The payload is applied completely or not at all. It comes from --json, from --file or from standard input.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop update --json '{\"update_tasks\":[{\"id\":2,\"status\":\"DONE\"}]}'
  planloop update --file plan.json --dry-run
  planloop update <<'EOF'
  {\"final_summary\": \"Login works; all tests pass.\"}
  EOF")]
pub struct Args {
    /// The payload as JSON
    #[arg(long, value_name = "PAYLOAD", conflicts_with = "file", allow_hyphen_values = true)]
    json: Option<String>,
    /// The file with the payload; `-` for standard input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Check the payload without applying it
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args, call: &Call<'_>, stdin: Option<Box<dyn Read + '_>>) -> Result<Answer, EngineError> {
    let text = match payload(args, call, stdin) {
        Ok(text) => text,
        Err(answer) => return Ok(answer),
    };
    let (target, named, asker) = (call.target(), call.scope.agent.as_ref(), call.asker());
    let mut engine = Engine::open(&call.door.setting)?;
    let updated = engine.update(&target, named, &asker, &text, args.dry_run)?;
    let answer = planloop::update_json(&call.address(), &updated, args.dry_run);
    Ok(Answer::done(answer))
}

fn payload(args: &Args, call: &Call<'_>, stdin: Option<Box<dyn Read + '_>>) -> Result<String, Answer> {
    if let Some(text) = &args.json {
        return Ok(text.clone());
    }
    let read = match (&args.file, stdin) {
        (Some(path), _) if path.as_os_str() != "-" => engine::read_given(&call.door.setting, path),
        (_, Some(mut stdin)) => stdin::text(stdin.as_mut()),
        (_, None) => {
            let hint = "Give it with --json, with --file, or on standard input.";
            return Err(usage_error("there is no payload", hint));
        }
    };
    read.map_err(|error| match &error {
        EngineError::Project(ProjectError::File { source, .. }) if source.kind() == ErrorKind::InvalidData => {
            refused(&Trouble::new(planloop::INVALID_PAYLOAD, error.to_string()).with_hint("Send it as UTF-8."))
        }
        other => call.failed(other),
    })
}
