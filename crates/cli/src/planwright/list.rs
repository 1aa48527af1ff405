use clap::ValueEnum;
use engine::ListFilter;
use model::{AgentName, Standing};
use render::planwright::{TaskView, list_json, list_text, task_views};

use super::call::{Answered, Call};

/// List the tasks
#[derive(clap::Args, Default)]
#[command(after_help = "Examples:
  planwright list
  planwright list --state ready
  planwright list --state doing --held-by ada --json")]
pub struct Args {
    /// Only tasks in this state; may be repeated
    #[arg(long, value_enum)]
    state: Vec<Wanted>,
    /// Only tasks that this agent has claimed
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    held_by: Option<AgentName>,
    /// Only tasks whose title contains this text
    #[arg(long, value_name = "TEXT")]
    matching: Option<String>,
    /// The maximum number of tasks
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// Can be claimed now
    Ready,
    /// Depends on unfinished tasks
    Waiting,
    Todo,
    Doing,
    Done,
    Failed,
    Dropped,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let listed = engine.list(&call.target(), &ListFilter::default())?;
    let at = engine.now();
    let tasks: Vec<TaskView<'_>> = task_views(&listed.tasks, &listed.unmet)
        .into_iter()
        .filter(|view| args.state.is_empty() || args.state.iter().any(|wanted| wanted.fits(view, at)))
        .filter(|view| args.holder_fits(view) && args.title_fits(view))
        .take(args.limit.unwrap_or(usize::MAX))
        .collect();
    Ok(call.answer(
        || list_json(&listed, &tasks, at),
        || list_text(&listed, &tasks, &call.address(), at, call.columns()),
    ))
}

impl Args {
    fn holder_fits(&self, view: &TaskView<'_>) -> bool {
        let holder = view.task.claim().map(|claim| &claim.agent);
        self.held_by.is_none() || self.held_by.as_ref() == holder
    }

    fn title_fits(&self, view: &TaskView<'_>) -> bool {
        let title = view.task.brief.title.to_lowercase();
        self.matching
            .as_ref()
            .is_none_or(|text| title.contains(&text.to_lowercase()))
    }
}

impl Wanted {
    fn fits(self, view: &TaskView<'_>, at: model::Timestamp) -> bool {
        let standing = view.task.standing();
        match self {
            Self::Ready => view.is_ready(at),
            Self::Waiting => standing == Standing::Todo && !view.blocked_by.is_empty(),
            Self::Todo => standing == Standing::Todo,
            Self::Doing => standing == Standing::Doing,
            Self::Done => standing == Standing::Done,
            Self::Failed => standing == Standing::Failed,
            Self::Dropped => standing == Standing::Dropped,
        }
    }
}
