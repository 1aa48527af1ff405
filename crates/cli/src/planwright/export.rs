use std::path::PathBuf;

use render::planwright::{export_json, export_text};

use super::call::{Answered, Call};

/// Write a plan as files
///
/// Writes a plan folder, which `agentctl plan commit` can import. Committing an unchanged export makes no new version.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright export --to plan-dir ./plan")]
pub struct Args {
    /// The format
    #[arg(long, value_enum)]
    to: Form,
    /// A folder that is empty or does not exist yet
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Form {
    /// `plan.md` and `tasks/NN-slug.md`
    PlanDir,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let Form::PlanDir = args.to;
    let folder = call.door.setting.current_folder.join(&args.folder);
    let exported = call.engine()?.export_folder(&call.target(), &folder)?;
    let folder = folder.to_string_lossy();
    Ok(call.answer(|| export_json(&folder, &exported), || export_text(&folder, &exported)))
}
