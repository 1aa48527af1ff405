use dialect::agentctl::{plan_schema, task_schema};

use super::call::{Answered, Call};
use crate::answer::Answer;

/// Print the JSON Schema of a front matter
///
/// Editors use the schema for completion and checks; see docs/guide.md.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright schema task > task.schema.json")]
pub struct Args {
    /// The kind of file
    #[arg(value_enum)]
    of: Document,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Document {
    /// The front matter of `plan.md`
    Plan,
    /// The front matter of `tasks/NN-slug.md`
    Task,
}

pub fn run(args: &Args, _: &Call<'_>) -> Answered {
    let schema = match args.of {
        Document::Plan => plan_schema(),
        Document::Task => task_schema(),
    };
    Ok(Answer::done(schema))
}
