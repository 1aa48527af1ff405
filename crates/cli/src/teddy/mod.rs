//! The teddy door: Markdown plans, read, checked and carried out turn by turn.

mod call;
mod preprocess;

use std::ffi::OsString;
use std::io::Read;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::answer::Answer;
use crate::door::Door;
use crate::{trouble, usage};
use call::{Call, Common};

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
  teddy preprocess plan.md       mend its code fences in place
  teddy preprocess - < plan.md   the same from standard input to standard output
  teddy preprocess               the same with what is in the clipboard

`planwright check plan.md` says everything that is wrong with a plan. Executing plans comes with a later version.";

#[derive(Subcommand)]
enum Verb {
    Preprocess(preprocess::Args),
}

pub fn main() -> ExitCode {
    let line: Vec<OsString> = std::env::args_os().collect();
    let answer = match Door::from_environment() {
        Ok(door) => run(line, &door, &mut std::io::stdin()),
        Err(misfit) => trouble::answer(&misfit.trouble, misfit.code, wants_json(&line)),
    };
    answer.print()
}

/// Runs one command line and gives back what it would print.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door, stdin: &mut dyn Read) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Teddy::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return usage::answer(&error, wants_json(&line), usage::told_by("teddy")),
    };
    let call = Call::new(door, &parsed.common);
    let answered = match &parsed.verb {
        Verb::Preprocess(args) => preprocess::run(args, &call, stdin),
    };
    answered.unwrap_or_else(|error| call.failed(&error))
}

/// Told from the bare words, since some errors come before they are understood.
pub fn wants_json(line: &[OsString]) -> bool {
    line.iter().any(|word| word == "--json")
}
