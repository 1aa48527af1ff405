//! The planloop door: status → work → update.

mod alert;
mod call;
mod sessions;
mod start;
mod status;
mod suggest;
mod update;

use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::process::ExitCode;

use call::Call;
use clap::{CommandFactory, Parser, Subcommand};

use crate::answer::Answer;
use crate::door::{Door, serve};
use crate::flags::Scope;
use crate::recovery::{Effect, around};
use crate::usage;

/// Keep AI coding agents on a plan: `status` returns the next task, `update` reports progress.
#[derive(Parser)]
#[command(name = "planloop", version, after_help = EXAMPLES, arg_required_else_help = true)]
#[command(mut_arg("session", |arg| arg.help("The session, if not the current one [default: $PLANLOOP_SESSION]")))]
#[command(mut_arg("agent", |arg| {
    arg.help("The name of the agent, the same in every call [default: $PLANWRIGHT_AGENT]")
}))]
struct Planloop {
    #[command(flatten)]
    scope: Scope,
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  planloop start --goal \"Implement the features described in spec.md\"
  planloop status --json
  planloop update --json '{\"update_tasks\":[{\"id\":1,\"status\":\"IN_PROGRESS\"}]}'
  planloop alert --id broken --task-id 1 --level blocker --message \"Tests fail\"
  planloop alert --id broken --close

`planwright board` shows the plan full screen; `planwright --help` lists the other commands.";

#[derive(Subcommand)]
enum Verb {
    Start(start::Args),
    Suggest(suggest::Args),
    Status(status::Args),
    Update(update::Args),
    Alert(alert::Args),
    Sessions(sessions::Args),
}

/// All that can be said to it.
pub fn command() -> clap::Command {
    Planloop::command()
}

#[cfg(test)]
pub fn effect(line: &[&str]) -> Effect {
    Planloop::try_parse_from(line).unwrap().verb.effect()
}

pub fn main() -> ExitCode {
    serve(crate::trouble::told(wants_json), |line, door| run(line, door, stdin()))
}

/// A terminal has no payload: nobody should wait for one that never comes.
fn stdin() -> Option<Box<dyn Read>> {
    let stdin = std::io::stdin();
    (!stdin.is_terminal()).then(|| Box::new(stdin) as Box<dyn Read>)
}

/// Runs one command line and gives back what it would print.
/// A payload may come from `stdin`, if there is one.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door, stdin: Option<Box<dyn Read + '_>>) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Planloop::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return usage::answer(&error, wants_json(&line), misunderstood),
    };
    let door = door.with_store(parsed.scope.store.clone());
    let call = Call {
        door: &door,
        scope: parsed.scope,
    };
    let verb = || match &parsed.verb {
        Verb::Start(args) => start::run(args, &call),
        Verb::Suggest(args) => suggest::run(args, &call),
        Verb::Status(args) => status::run(args, &call),
        Verb::Update(args) => update::run(args, &call, stdin),
        Verb::Alert(args) => alert::run(args, &call),
        Verb::Sessions(args) => sessions::run(args, &call),
    };
    around(&door.setting, parsed.verb.effect(), || match verb() {
        Ok(answer) => answer,
        Err(error) if parsed.verb.answers_in_json() => call.failed(&error),
        Err(error) => call.failed_text(&error),
    })
}

impl Verb {
    fn effect(&self) -> Effect {
        match self {
            Self::Start(_) | Self::Suggest(_) | Self::Update(_) | Self::Alert(_) => Effect::Writes,
            Self::Sessions(args) => Effect::writes_if(args.switches()),
            Self::Status(_) => Effect::Reads,
        }
    }

    fn answers_in_json(&self) -> bool {
        match self {
            Self::Start(_) | Self::Suggest(_) | Self::Update(_) | Self::Alert(_) => true,
            Self::Status(args) => args.json,
            Self::Sessions(args) => args.json,
        }
    }
}

/// `start`, `update` and `alert` answer in JSON whatever happens. Told from the bare words, since some errors come
/// before they are understood.
pub fn wants_json(line: &[OsString]) -> bool {
    let is_json = |word: &OsString| ["--json", "start", "update", "alert"].iter().any(|json| word == json);
    line.iter().any(is_json)
}

fn misunderstood(complaint: &str) -> Answer {
    call::usage_error(complaint, "See `planloop --help` for the flags of each command.")
}
