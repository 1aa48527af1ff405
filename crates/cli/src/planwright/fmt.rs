use std::path::PathBuf;

use engine::proposals::format_file;
use render::planwright::{faults_json, faults_text, format_json, format_text};

use super::call::{Answered, Call};
use crate::answer::{Answer, exit};

/// Format a Markdown plan
///
/// The meaning stays the same. A plan with errors is not changed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright fmt plan.md
  planwright fmt plan.md --check     only check: exit 1 if not formatted")]
pub struct Args {
    /// The plan
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only check whether the plan is formatted
    #[arg(long)]
    check: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let name = args.file.to_string_lossy();
    let path = call.door.setting.current_folder.join(&args.file);
    let formatted = format_file(&name, &path, !args.check)?;
    if formatted.text.is_none() {
        let (faults, source) = (&formatted.plan.diagnostics, &formatted.plan.source);
        return Ok(match call.common.json {
            true => Answer::machine_error(faults_json(faults), exit::INVALID),
            false => Answer::error(faults_text(faults, &name, source), exit::INVALID),
        });
    }
    let (is_changed, is_written) = (!formatted.is_canonical(), !args.check);
    let code = match is_changed && args.check {
        true => exit::INVALID,
        false => exit::DONE,
    };
    let answer = call.answer(
        || format_json(&name, is_changed, is_written),
        || format_text(&name, is_changed, is_written),
    );
    Ok(answer.with_code(code))
}
