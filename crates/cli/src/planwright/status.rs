use super::call::{Answered, Call};
use dialect::native::{PlanView, StatusView, status_json, status_text};
use engine::{Engine, ListFilter, Target};
use model::{Held, Standing};

/// Show where the plan stands: progress, what now, who holds what, open signals
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
    let at = engine.now();
    let holders: Vec<Held> = doing
        .tasks
        .iter()
        .filter_map(|task| {
            Some(Held {
                number: task.number,
                title: task.brief.title.clone(),
                claim: task.claim()?.seen(at),
            })
        })
        .collect();
    let view = StatusView {
        outlook: &next.outlook,
        plan: PlanView {
            session: &doing.session,
            thread: doing.thread.id,
            plan: doing.plan.as_ref(),
            counts: doing.counts,
        },
        address: call.address(),
        holders: &holders,
        asker: &asker,
        at,
        width: call.columns(),
    };
    Ok(call.answer(|| status_json(&view), || status_text(&view)))
}
