use dialect::rawko::answer::machine_mermaid_json;
use dialect::rawko::{machine_mermaid, machine_xstate};

use super::call::{Answered, Call};
use crate::answer::Answer;

/// Print the life cycle of a plan as a state machine
///
/// It is made from the table that the engine itself goes by.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  rawko machine > machine.json\n  rawko machine --format mermaid")]
pub struct Args {
    #[arg(long, value_enum, default_value = "xstate")]
    format: Format,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Format {
    /// A definition for XState 5, as JSON
    Xstate,
    /// A state diagram
    Mermaid,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    Ok(match args.format {
        Format::Xstate => Answer::done(machine_xstate()),
        Format::Mermaid => call.answer(machine_mermaid_json, machine_mermaid),
    })
}
