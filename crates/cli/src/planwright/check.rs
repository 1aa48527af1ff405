use std::path::{Path, PathBuf};

use engine::proposals::{ReadPlan, check_file, check_text};
use render::planwright::{faults_github, faults_json, faults_text};

use super::call::{Answered, Call};
use crate::answer::{Answer, exit};
use crate::stdin;

/// Report all errors of a Markdown plan
///
/// Reads the plan like `teddy execute` and checks it against the project. Reports all problems at once, each with its line
/// and a hint. Exits 0 if there is no error; warnings are allowed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright check plan.md
  planwright check - < plan.md
  planwright check plan.md --format github     annotations for a workflow

`planwright rules NAME` explains a rule.")]
pub struct Args {
    /// The plan, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    format: Format,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq)]
enum Format {
    /// Text with the source lines
    Text,
    /// Annotations for a GitHub workflow
    Github,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let setting = &call.door.setting;
    if args.file == Path::new("-") {
        let plan = check_text(setting, stdin::NAME, stdin::text(&mut std::io::stdin())?)?;
        return Ok(told(args, call, stdin::NAME, &plan));
    }
    let name = args.file.to_string_lossy();
    let plan = check_file(setting, &name, &setting.current_folder.join(&args.file))?;
    Ok(told(args, call, &name, &plan))
}

fn told(args: &Args, call: &Call<'_>, name: &str, plan: &ReadPlan) -> Answer {
    let faults = &plan.diagnostics;
    let answer = match (call.common.json, args.format) {
        (true, _) => Answer::done(faults_json(faults)),
        (false, Format::Github) => Answer::done(faults_github(faults, name)),
        (false, Format::Text) => Answer::done(faults_text(faults, name, &plan.source)),
    };
    answer.with_code(if plan.is_valid() { exit::DONE } else { exit::INVALID })
}
