use model::{AgentName, Brief, Kind, TaskKey, TaskPath, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Add a task
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright add \"Write the login form\" --kind feature
  planwright add \"Test the login\" --after 2 --hint \"See section 2 of spec.md\" \\
      --path tests/ --path +tests/login.rs")]
pub struct Args {
    /// The title of the task, in one line
    #[arg(value_parser = flags::words)]
    title: String,
    /// The key of the task [default: made from the title]
    #[arg(long, value_name = "KEY", value_parser = flags::key)]
    key: Option<TaskKey>,
    /// A task that this one depends on, by number or key; may be repeated
    #[arg(long, value_name = "TASK", value_parser = flags::task)]
    after: Vec<TaskRef>,
    /// The kind of work: feature, bugfix, chore, test, docs or refactor
    #[arg(long, value_parser = kind)]
    kind: Option<Kind>,
    /// A longer description
    #[arg(long, value_name = "TEXT", default_value = "")]
    body: String,
    /// A hint for the agent; may be repeated
    #[arg(long, value_name = "TEXT")]
    hint: Vec<String>,
    /// A file or folder of the task, with a leading + if the task creates it; may be repeated
    #[arg(long, value_name = "PATH", value_parser = flags::path)]
    path: Vec<TaskPath>,
    /// An acceptance criterion, or `run: COMMAND` that must succeed; may be repeated
    #[arg(long, value_name = "TEXT")]
    accept: Vec<String>,
    /// The agent that `planwright run` should use
    #[arg(long, value_name = "AGENT", value_parser = crate::door::parse_agent)]
    wants: Option<AgentName>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let brief = Brief {
        title: args.title.clone(),
        body: args.body.clone(),
        kind: args.kind,
        hints: args.hint.clone(),
        paths: args.path.clone(),
        acceptance: args.accept.clone(),
        agent: args.wants.clone(),
        ..Brief::default()
    };
    let changed = engine.add(
        &call.target(),
        &call.asker(),
        args.key.clone(),
        brief,
        args.after.clone(),
    )?;
    Ok(call.changed(&engine, &changed))
}

pub fn kind(word: &str) -> Result<Kind, String> {
    Kind::from_word(word).ok_or_else(|| {
        let words: Vec<_> = Kind::ALL.iter().map(|kind| kind.word()).collect();
        format!("a kind is one of {}", words.join(", "))
    })
}
