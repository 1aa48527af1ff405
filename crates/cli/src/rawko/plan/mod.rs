//! Verbs on whole plans.

mod archive;
pub mod create;
mod diff;
mod gc;
mod history;
mod list;
mod show;

use super::call::{Answered, Call};

#[derive(clap::Subcommand)]
pub enum Verb {
    Create(create::Args),
    Show(show::Args),
    List(list::Args),
    History(history::Args),
    Diff(diff::Args),
    Archive(archive::Args),
    Gc(gc::Args),
}

impl Verb {
    pub fn writes(&self) -> bool {
        matches!(self, Self::Create(_) | Self::Archive(_) | Self::Gc(_))
    }
}

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    match verb {
        Verb::Create(args) => create::run(args, call),
        Verb::Show(args) => show::run(args, call),
        Verb::List(args) => list::run(args, call),
        Verb::History(args) => history::run(args, call),
        Verb::Diff(args) => diff::run(args, call),
        Verb::Archive(args) => archive::run(args, call),
        Verb::Gc(args) => gc::run(args, call),
    }
}
