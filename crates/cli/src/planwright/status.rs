use engine::{Engine, ListFilter, Target};
use model::Standing;
use render::planwright::{PlanState, status_json, status_text};

use super::call::{Answered, Call};

/// Show progress, the next task, claims and open signals
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright status\n  planwright status --json")]
pub struct Args {}

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    show(&mut call.engine()?, call, &call.target())
}

pub fn show(engine: &mut Engine, call: &Call<'_>, target: &Target) -> Answered {
    let asker = call.asker();
    let next = engine.next(target, &asker)?;
    let filter = ListFilter {
        standings: vec![Standing::Doing],
        limit: None,
    };
    let doing = engine.list(target, &filter)?;
    let state = PlanState {
        outlook: &next.outlook,
        doing: &doing,
        asker: &asker,
        at: engine.now(),
    };
    Ok(call.answer(
        || status_json(state),
        || status_text(state, &call.address(), call.columns()),
    ))
}
