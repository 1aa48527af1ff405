use super::call::{Answered, Call};
use crate::answer::Answer;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  planwright completions bash > ~/.local/share/bash-completion/completions/planwright"
)]
pub struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: &Args, mut command: clap::Command, _: &Call<'_>) -> Answered {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Ok(Answer::done(String::from_utf8_lossy(&script).into_owned()))
}
