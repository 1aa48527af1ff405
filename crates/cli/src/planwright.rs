//! The native door, for people and for agents that know no dialect.

mod add;
mod board;
mod call;
mod check;
mod close;
mod completions;
mod context;
mod demo;
mod doctor;
mod done;
mod drop;
mod edit;
mod export;
mod fail;
mod fmt;
mod graph;
pub mod groups;
mod init;
mod list;
mod log;
mod next;
mod planner;
mod prompt;
mod reopen;
mod restore;
mod rules;
mod run;
mod schema;
mod show;
pub mod signal;
mod status;
mod undo;
mod usage;
mod work;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::flags::Common;
use call::Call;
use clap::{CommandFactory, Parser, Subcommand};
use render::errors::Trouble;

use crate::answer::Answer;
use crate::door::{Door, serve};
use crate::recovery::{Effect, around};
use crate::usage as misuse;

/// The plan engine for AI coding agents: a goal becomes a graph of tasks that many agents work on at once.
#[derive(Parser)]
#[command(name = "planwright", version, after_help = EXAMPLES, arg_required_else_help = true)]
#[command(help_template = groups::template::<Verb>())]
struct Planwright {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  planwright demo                           see planwright at work
  planwright init --goal \"Add user login\"   task 1 is to decompose the goal
  planwright add \"Write the login form\"     add task 2
  planwright done 1                         the goal is decomposed
  planwright next --claim                   claim the next task
  planwright done 2                         mark it as done
  planwright board                          watch the plan live, full screen

`planwright help COMMAND` explains a command. planloop, agentctl, teddy and rawko are other front ends of the same plans.";

#[derive(Subcommand)]
enum Verb {
    Init(init::Args),
    Status(status::Args),
    Next(next::Args),
    Add(add::Args),
    Edit(edit::Args),
    Done(done::Args),
    Fail(fail::Args),
    Drop(drop::Args),
    Reopen(reopen::Args),
    Close(close::Args),
    Signal(signal::Args),
    Show(show::Args),
    List(list::Args),
    Graph(graph::Args),
    Board(board::Args),
    Log(log::Args),
    Undo(undo::Args),
    Usage(usage::Args),
    Work(work::Args),
    Run(run::Args),
    Doctor(doctor::Args),
    Restore(restore::Args),
    Check(check::Args),
    Fmt(fmt::Args),
    Rules(rules::Args),
    Context(context::Args),
    Prompt(prompt::Args),
    Planner(planner::Args),
    Export(export::Args),
    Schema(schema::Args),
    Demo(demo::Args),
    Completions(completions::Args),
}

/// All that can be said to it.
pub fn command() -> clap::Command {
    Planwright::command()
}

#[cfg(test)]
pub fn effect(line: &[&str]) -> Effect {
    let parsed = Planwright::try_parse_from(line).unwrap();
    let door = Door::from_environment().unwrap();
    parsed.verb.effect(&Call::new(&door, parsed.common))
}

pub fn main() -> ExitCode {
    serve(complain, run)
}

/// Runs one command line and gives back what it would print.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Planwright::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return misunderstood(&error, &line),
    };
    let door = door.with_store(parsed.common.scope.store.clone());
    let call = Call::new(&door, parsed.common);
    let verb = || match &parsed.verb {
        Verb::Init(args) => init::run(args, &call),
        Verb::Status(args) => status::run(args, &call),
        Verb::Next(args) => next::run(args, &call),
        Verb::Add(args) => add::run(args, &call),
        Verb::Edit(args) => edit::run(args, &call),
        Verb::Done(args) => done::run(args, &call),
        Verb::Fail(args) => fail::run(args, &call),
        Verb::Drop(args) => drop::run(args, &call),
        Verb::Reopen(args) => reopen::run(args, &call),
        Verb::Close(args) => close::run(args, &call),
        Verb::Signal(args) => signal::run(args, &call),
        Verb::Show(args) => show::run(args, &call),
        Verb::List(args) => list::run(args, &call),
        Verb::Graph(args) => graph::run(args, &call),
        Verb::Board(args) => board::run(args, &call),
        Verb::Log(args) => log::run(args, &call),
        Verb::Undo(args) => undo::run(args, &call),
        Verb::Usage(_) => usage::run(&call),
        Verb::Work(args) => work::run(args, &call),
        Verb::Run(args) => run::run(args, &call),
        Verb::Doctor(args) => doctor::run(args, &call),
        Verb::Restore(args) => restore::run(args, &call),
        Verb::Check(args) => check::run(args, &call),
        Verb::Fmt(args) => fmt::run(args, &call),
        Verb::Rules(args) => rules::run(args, &call),
        Verb::Context(args) => context::run(args, &call),
        Verb::Prompt(args) => prompt::run(args, &call),
        Verb::Planner(args) => planner::run(args, &call),
        Verb::Export(args) => export::run(args, &call),
        Verb::Schema(args) => schema::run(args, &call),
        Verb::Demo(args) => demo::run(args, &call),
        Verb::Completions(args) => completions::run(args),
    };
    around(&door.setting, parsed.verb.effect(&call), || {
        verb().unwrap_or_else(|error| call.failed(&error))
    })
}

impl Verb {
    fn effect(&self, call: &Call<'_>) -> Effect {
        match self {
            Self::Next(args) => Effect::writes_if(args.claim),
            Self::Signal(args) => Effect::writes_if(args.names_one()),
            Self::Board(args) => Effect::writes_if(args.is_live(call)),
            Self::Init(_)
            | Self::Add(_)
            | Self::Edit(_)
            | Self::Done(_)
            | Self::Fail(_)
            | Self::Drop(_)
            | Self::Reopen(_)
            | Self::Close(_)
            | Self::Undo(_)
            | Self::Work(_)
            | Self::Restore(_)
            | Self::Fmt(_)
            | Self::Context(_)
            | Self::Export(_) => Effect::Writes,
            Self::Run(_) => Effect::Runs,
            Self::Status(_)
            | Self::Show(_)
            | Self::List(_)
            | Self::Graph(_)
            | Self::Log(_)
            | Self::Usage(_)
            | Self::Doctor(_)
            | Self::Check(_)
            | Self::Prompt(_) => Effect::Reads,
            Self::Rules(_) | Self::Planner(_) | Self::Schema(_) | Self::Demo(_) | Self::Completions(_) => Effect::None,
        }
    }
}

/// Told from the bare words, since some errors come before they are understood.
pub fn wants_json(line: &[OsString]) -> bool {
    line.iter().any(|word| word == "--json")
}

fn misunderstood(error: &clap::Error, line: &[OsString]) -> Answer {
    misuse::answer(error, wants_json(line), |complaint| {
        complain(line, &misuse::misuse("planwright", complaint))
    })
}

/// What is wrong with a line is told as its verb tells what is wrong.
fn complain(line: &[OsString], trouble: &Trouble) -> Answer {
    crate::run::complain::<Planwright>(line, trouble, wants_json(line))
}
