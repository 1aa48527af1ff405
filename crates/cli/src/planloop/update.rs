use std::io::Read;
use std::path::PathBuf;

use super::call::{Call, usage_error};
use crate::answer::Answer;
use crate::stdin;
use dialect::planloop::answer::{self, UpdateView};
use engine::{Engine, UpdateRequest};

/// Report progress: add tasks, change them, finish them, close the plan
///
/// The payload is applied whole or not at all. It comes from --json, from --file, or from standard input.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop update --json '{\"update_tasks\":[{\"id\":2,\"status\":\"DONE\"}]}'
  planloop update --file plan.json --dry-run
  planloop update <<'EOF'
  {\"final_summary\": \"Login works; all tests pass.\"}
  EOF")]
pub struct Args {
    /// The payload
    #[arg(long, value_name = "PAYLOAD", conflicts_with = "file", allow_hyphen_values = true)]
    json: Option<String>,
    /// Read the payload from a file; - is standard input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Check everything, change nothing
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args, call: &Call<'_>, stdin: Option<Box<dyn Read + '_>>) -> Answer {
    let text = match payload(args, call, stdin) {
        Ok(text) => text,
        Err(answer) => return answer,
    };
    let request = UpdateRequest {
        target: call.target(),
        by: call.scope.agent.clone(),
        fallback: call.agent(),
        text: &text,
        dry_run: args.dry_run,
    };
    let updated = Engine::open(&call.door.setting).and_then(|mut engine| engine.update(&request));
    match updated {
        Ok(updated) => Answer::done(answer::updated(&UpdateView {
            address: call.address(),
            version: updated.version,
            blockers: &updated.blockers,
            warnings: &updated.warnings,
            dry_run: args.dry_run,
            added: &updated.added,
        })),
        Err(error) => call.failed(&error),
    }
}

fn payload(args: &Args, call: &Call<'_>, stdin: Option<Box<dyn Read + '_>>) -> Result<String, Answer> {
    if let Some(text) = &args.json {
        return Ok(text.clone());
    }
    let read = match (&args.file, stdin) {
        (Some(path), _) if path.as_os_str() != "-" => engine::read_given(&call.door.setting, path),
        (_, Some(mut stdin)) => stdin::text(stdin.as_mut()),
        (_, None) => {
            return Err(usage_error(
                "there is no payload",
                "Give it with --json, with --file, or on standard input.",
            ));
        }
    };
    read.map_err(|error| call.unread(&error))
}
