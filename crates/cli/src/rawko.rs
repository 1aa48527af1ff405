//! The rawko door: a task becomes a plan of steps, which agents work on, which may fail, and which is made anew then.

mod arbiter;
mod call;
mod events;
mod plan;
mod replan;
mod run;
mod step;

use std::ffi::OsString;
use std::process::ExitCode;

use call::{Answered, Call, Common};
use clap::{CommandFactory, Parser, Subcommand};
use dialect::rawko::plan_schema;
use engine::Engine;
use engine::rawko::PlanSource;
use render::errors::Trouble;
use render::rawko::{machine_mermaid, machine_mermaid_json, machine_xstate, next_json, next_text};

use crate::answer::Answer;
use crate::door::{Door, serve};
use crate::recovery::{Effect, around};
use crate::usage;

/// Plan a task as steps, execute them, and replan after failures.
#[derive(Parser)]
#[command(name = "rawko", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Rawko {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  rawko plan create --task \"Add a login form\" --from steps.yaml
  rawko plan create --task \"Fix the typo\"    planned by your planner
  rawko next                                   show the next step
  rawko step start 0 --agent developer
  rawko step complete 0 --output \"Wrote src/login.rs\" --file src/login.rs
  rawko step fail 1 --error \"The library has no such call\"
  rawko replan --from other-steps.yaml         replace the failed step
  rawko plan history

The plan is also in `.rawko/plans/`. `rawko plan import` applies edits of its file there.
Steps and indexes count from 0.";

#[derive(Subcommand)]
enum Verb {
    /// Create, show, compare, import and archive plans
    #[command(subcommand, arg_required_else_help = true)]
    Plan(plan::Verb),
    /// Start, complete, fail, skip, reopen and add steps
    #[command(subcommand, arg_required_else_help = true)]
    Step(step::Verb),
    /// Show the current or next step
    ///
    /// The first step that is in progress, else the first that is ready, else the reason why there is none.
    #[command(after_help = "Example:\n  rawko next --json")]
    Next,
    Replan(replan::Args),
    Run(run::Args),
    /// Choose the next agent
    #[command(subcommand, arg_required_else_help = true)]
    Arbiter(arbiter::Verb),
    Events(events::Args),
    /// Print the life cycle of a plan as a state machine
    ///
    /// The engine uses the same table of transitions.
    #[command(after_help = "Examples:\n  rawko machine > machine.json\n  rawko machine --format mermaid")]
    Machine {
        /// The output format
        #[arg(long, value_enum, default_value = "xstate")]
        format: Format,
    },
    /// Print the JSON Schema of a plan file
    #[command(after_help = "Example:\n  rawko schema > plan.schema.json")]
    Schema,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Format {
    /// A definition for XState 5, as JSON
    Xstate,
    /// A state diagram
    Mermaid,
}

/// All that can be said to it.
pub fn command() -> clap::Command {
    Rawko::command()
}

#[cfg(test)]
pub fn effect(line: &[&str]) -> Effect {
    Rawko::try_parse_from(line).unwrap().verb.effect()
}

pub fn main() -> ExitCode {
    serve(complain, run)
}

/// Runs one command line and gives back what it would print.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Rawko::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return misunderstood(&error, &line),
    };
    let door = door.with_store(parsed.common.store.clone());
    let call = Call::new(&door, parsed.common);
    let verb = || match &parsed.verb {
        Verb::Plan(verb) => plan::run(verb, &call),
        Verb::Step(verb) => step::run(verb, &call),
        Verb::Next => next(&call),
        Verb::Replan(args) => replan::run(args, &call),
        Verb::Run(args) => run::run(args, &call),
        Verb::Arbiter(verb) => arbiter::run(verb, &call),
        Verb::Events(args) => events::run(args, &call),
        Verb::Machine { format } => Ok(match format {
            Format::Xstate => Answer::done(machine_xstate()),
            Format::Mermaid => call.answer(machine_mermaid_json, machine_mermaid),
        }),
        Verb::Schema => Ok(Answer::done(plan_schema())),
    };
    around(&door.setting, parsed.verb.effect(), || {
        call.noted(verb().unwrap_or_else(|error| call.failed(&error)))
    })
}

fn next(call: &Call<'_>) -> Answered {
    let (mut engine, source) = Engine::open_for_plan(&call.door.setting, &call.plan(), None)?;
    let plan = engine.plan(&call.plan())?.sheet;
    let edited = match &source {
        PlanSource::Edited(path) => Some(path.as_str()),
        PlanSource::Stored | PlanSource::Imported(_) => None,
    };
    Ok(call.answer(|| next_json(&plan), || next_text(&plan, edited)))
}

impl Verb {
    fn effect(&self) -> Effect {
        match self {
            Self::Plan(verb) => Effect::writes_if(verb.writes()),
            Self::Arbiter(verb) => Effect::writes_if(verb.writes()),
            Self::Step(_) | Self::Replan(_) => Effect::Writes,
            Self::Run(_) => Effect::Runs,
            Self::Next | Self::Events(_) => Effect::Reads,
            Self::Machine { .. } | Self::Schema => Effect::None,
        }
    }
}

pub fn wants_json(line: &[OsString]) -> bool {
    line.iter().any(|word| word == "--json")
}

fn misunderstood(error: &clap::Error, line: &[OsString]) -> Answer {
    usage::answer(error, wants_json(line), |complaint| {
        complain(line, &usage::misuse("rawko", complaint))
    })
}

/// What is wrong with a line is told as its verb tells what is wrong.
fn complain(line: &[OsString], trouble: &Trouble) -> Answer {
    crate::run::complain::<Rawko>(line, trouble, wants_json(line))
}
