//! The teddy door: Markdown plans, read, checked and carried out turn by turn.

pub(crate) mod call;
mod context;
mod execute;
mod get_prompt;
mod new;
mod plan;
mod preprocess;
mod resume;
pub(crate) mod trouble;
mod unattended;

use std::ffi::OsString;
use std::io::Read;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory, Parser, Subcommand};

use crate::answer::Answer;
use crate::door::{Door, serve};
use crate::recovery::{Effect, before};
use crate::usage;
use call::{Call, Common};
use dialect::Address;
use dialect::teddy::answer::Named;
use engine::turns::{LinkedTurn, NewSession, TurnError};
use model::Verdict;

/// Work with an AI in turns: it writes a plan in Markdown, you approve it, it is carried out and reported.
#[derive(Parser)]
#[command(name = "teddy", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Teddy {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  teddy new implement-auth-flow     open a session
  teddy context                     what the agent gets to see: input.md
  teddy execute                     check the plan, ask, carry it out, report
  teddy resume                      go on where the session stands
  teddy execute plan.md -y          a plan of no session, without asking

`planwright check plan.md` says everything that is wrong with a plan; `planwright undo --turn` takes a turn back.";

#[derive(Subcommand)]
enum Verb {
    New(new::Args),
    Context(context::Args),
    Plan(plan::Args),
    Execute(execute::Args),
    Resume(resume::Args),
    GetPrompt(get_prompt::Args),
    Preprocess(preprocess::Args),
}

/// All that can be said to it.
pub fn command() -> clap::Command {
    Teddy::command()
}

impl Verb {
    fn effect(&self) -> Effect {
        match self {
            Self::New(_) | Self::Context(_) | Self::Plan(_) | Self::Execute(_) | Self::Resume(_) => Effect::Writes,
            Self::GetPrompt(_) => Effect::Reads,
            Self::Preprocess(_) => Effect::None,
        }
    }

    /// The one that was named.
    fn session(&self) -> Option<&str> {
        match self {
            Self::Context(args) => args.session.as_deref(),
            Self::Plan(args) => args.session.as_deref(),
            Self::Execute(args) => args.session.as_deref(),
            Self::Resume(args) => args.session.as_deref(),
            Self::New(_) | Self::GetPrompt(_) | Self::Preprocess(_) => None,
        }
    }
}

pub fn main() -> ExitCode {
    serve(crate::trouble::told(wants_json), |line, door| {
        run(line, door, &mut std::io::stdin())
    })
}

/// Runs one command line and gives back what it would print.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door, stdin: &mut dyn Read) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Teddy::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return usage::answer(&error, wants_json(&line), usage::told_by("teddy")),
    };
    let call = Call::new(door, &parsed.common, parsed.verb.session());
    let found = before(&door.setting, parsed.verb.effect());
    let answered = match &parsed.verb {
        Verb::New(args) => new::run(args, &call),
        Verb::Context(args) => context::run(args, &call),
        Verb::Plan(args) => plan::run(args, &call, stdin),
        Verb::Execute(args) => execute::run(args, &call),
        Verb::Resume(args) => resume::run(args, &call),
        Verb::GetPrompt(args) => get_prompt::run(args, &call),
        Verb::Preprocess(args) => preprocess::run(args, &call, stdin),
    };
    found.told_with(call.warned(answered.unwrap_or_else(|error| call.failed(&error))))
}

/// What stood in the way of a turn, for doors that touch turns.
pub fn failed(error: &TurnError, address: &Address<'_>, wants_json: bool) -> Answer {
    crate::trouble::answer(
        &trouble::trouble_of(error, Named::default(), address),
        trouble::code(error),
        wants_json,
    )
}

/// Opens a session of turns, for doors that have a task for it.
pub fn open_session(door: &Door, wants_json: bool, wanted: &NewSession<'_>) -> Answer {
    let call = Call {
        door,
        wants_json,
        named: Named::default(),
    };
    call.warned(new::open(&call, wanted).unwrap_or_else(|error| call.failed(&error)))
}

/// Reviews the waiting plan of a turn and carries it out, for doors that show it. Without a verdict the plan waits as before.
pub fn review(door: &Door, turn: &LinkedTurn, cancelled: &AtomicBool) -> (Answer, Option<Verdict>) {
    let call = Call {
        door,
        wants_json: false,
        named: Named::default(),
    };
    execute::waiting(&call, turn, cancelled).unwrap_or_else(|error| (call.failed(&error), None))
}

/// Told from the bare words, since some errors come before they are understood.
pub fn wants_json(line: &[OsString]) -> bool {
    line.iter().any(|word| word == "--json")
}
