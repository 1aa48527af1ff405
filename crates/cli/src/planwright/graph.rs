use clap::ValueEnum;
use engine::ListFilter;
use render::planwright::{graph_dot, graph_json, graph_mermaid, graph_text, task_views};

use super::call::{Answered, Call};
use crate::answer::Answer;

/// Draw the dependency graph
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright graph
  planwright graph --format mermaid >> README.md
  planwright graph --format dot | dot -Tsvg > plan.svg")]
pub struct Args {
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Mermaid,
    Dot,
    Json,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let listed = engine.list(&call.target(), &ListFilter::default())?;
    let at = engine.now();
    let tasks = task_views(&listed.tasks, &listed.unmet);
    let format = if call.common.json { Format::Json } else { args.format };
    Ok(Answer::done(match format {
        Format::Text => graph_text(&tasks, &call.address(), at, call.columns()),
        Format::Mermaid => graph_mermaid(&tasks, at),
        Format::Dot => graph_dot(&tasks, at),
        Format::Json => graph_json(&tasks, at),
    }))
}
