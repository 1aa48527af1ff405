//! Verbs on single steps.

mod add;
mod complete;
mod fail;
mod reopen;
mod skip;
mod start;

use dialect::rawko::answer::{StepView, step_json, step_text};
use engine::rawko::Stepped;
use engine::{Engine, EngineError};

use super::call::{Answered, Call};
use crate::answer::Answer;

#[derive(clap::Subcommand)]
pub enum Verb {
    Start(start::Args),
    Complete(complete::Args),
    Fail(fail::Args),
    Skip(skip::Args),
    Reopen(reopen::Args),
    Add(add::Args),
}

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    match verb {
        Verb::Start(args) => start::run(args, call),
        Verb::Complete(args) => complete::run(args, call),
        Verb::Fail(args) => fail::run(args, call),
        Verb::Skip(args) => skip::run(args, call),
        Verb::Reopen(args) => reopen::run(args, call),
        Verb::Add(args) => add::run(args, call),
    }
}

/// What became of the step that was named.
fn stepped(
    call: &Call<'_>,
    named: Option<u32>,
    act: impl FnOnce(&mut Engine) -> Result<Stepped, EngineError>,
) -> Answered {
    let mut engine = call.engine()?;
    let stepped = act(&mut engine)?;
    engine.rest()?;
    Ok(told(call, named, &stepped))
}

fn told(call: &Call<'_>, named: Option<u32>, stepped: &Stepped) -> Answer {
    let is_unchanged = stepped.changed.is_empty();
    let named: Vec<u32> = named.into_iter().collect();
    let view = StepView {
        event: stepped.event,
        plan: &stepped.sheet,
        indexes: if is_unchanged { &named } else { &stepped.changed },
        is_unchanged,
    };
    call.answer(|| step_json(&view), || step_text(&view))
}
