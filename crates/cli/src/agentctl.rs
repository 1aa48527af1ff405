//! The agentctl door: plans as folders of files, checked and committed all at once.

mod call;
mod plan;
mod set_topic;

use std::ffi::OsString;
use std::process::ExitCode;

use call::{Call, Common};
use clap::{CommandFactory, Parser, Subcommand};
use plan::Plan;

use crate::answer::Answer;
use crate::door::{Door, serve};
use crate::recovery::{Effect, around};
use crate::usage;

/// Plan before you work: write plans as files, one folder per thread, and commit all of them at once.
#[derive(Parser)]
#[command(name = "agentctl", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Agentctl {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  agentctl set-topic \"Add user authentication\"
  DIR=\"$(agentctl plan dir)\"           for plan.md and tasks/NN-slug.md
  agentctl plan check                  report all errors of all folders
  agentctl plan commit                 commit all folders, or none
  agentctl plan request-thread-dir     get a folder for another thread

`planwright prompt overseer` prints a system prompt that explains these commands to an agent.
Agents work on committed tasks with `planloop status` or `planwright next --claim`.";

#[derive(Subcommand)]
enum Verb {
    SetTopic(set_topic::Args),
    /// Allocate, check and commit plan folders
    #[command(subcommand, arg_required_else_help = true)]
    Plan(Plan),
}

/// All that can be said to it.
pub fn command() -> clap::Command {
    Agentctl::command()
}

#[cfg(test)]
pub fn effect(line: &[&str]) -> Effect {
    Agentctl::try_parse_from(line).unwrap().verb.effect()
}

pub fn main() -> ExitCode {
    serve(crate::trouble::told(wants_json), run)
}

/// Runs one command line and gives back what it would print.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Agentctl::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return usage::answer(&error, wants_json(&line), usage::told_by("agentctl")),
    };
    let door = door.with_store(parsed.common.store.clone());
    let always_json = matches!(parsed.verb, Verb::Plan(Plan::RequestThreadDir));
    let call = Call::new(&door, parsed.common, always_json);
    let verb = || match &parsed.verb {
        Verb::SetTopic(args) => set_topic::run(args, &call),
        Verb::Plan(verb) => plan::run(verb, &call),
    };
    around(&door.setting, parsed.verb.effect(), || {
        verb().unwrap_or_else(|error| call.failed(&error))
    })
}

impl Verb {
    fn effect(&self) -> Effect {
        match self {
            Self::Plan(verb) => verb.effect(),
            Self::SetTopic(_) => Effect::Writes,
        }
    }
}

/// `request-thread-dir` answers in JSON whatever happens. Told from the bare words, since some errors come before they
/// are understood.
pub fn wants_json(line: &[OsString]) -> bool {
    line.iter().any(|word| word == "--json" || word == "request-thread-dir")
}
