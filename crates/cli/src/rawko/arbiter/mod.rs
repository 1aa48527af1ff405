//! Verbs that say who should act next.

mod prompt;
mod select;

use super::call::{Answered, Call};

#[derive(clap::Subcommand)]
pub enum Verb {
    Prompt(prompt::Args),
    Select(select::Args),
}

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    match verb {
        Verb::Prompt(args) => prompt::run(args, call),
        Verb::Select(args) => select::run(args, call),
    }
}
