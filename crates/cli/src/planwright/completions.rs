use clap_complete::Shell;

use super::call::Answered;
use crate::answer::Answer;
use crate::{agentctl, planloop, planwright, rawko, teddy};

/// Print shell completions
#[derive(clap::Args)]
#[command(after_help = "Examples:
  source <(planwright completions bash)                  in ~/.bashrc
  source <(planwright completions bash --program teddy)
  planwright completions fish | source                   in config.fish")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
    /// The program to complete
    #[arg(long, value_enum, default_value_t = Program::Planwright)]
    program: Program,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Program {
    Planwright,
    Planloop,
    Agentctl,
    Teddy,
    Rawko,
}

pub fn run(args: &Args) -> Answered {
    let mut command = match args.program {
        Program::Planwright => planwright::command(),
        Program::Planloop => planloop::command(),
        Program::Agentctl => agentctl::command(),
        Program::Teddy => teddy::command(),
        Program::Rawko => rawko::command(),
    };
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Ok(Answer::done(String::from_utf8_lossy(&script).into_owned()))
}
