//! Running a plan, for every door that can: what is asked for, who watches, and how it ended.

mod end;
mod live;
mod refused;
mod watcher;

use std::io::IsTerminal;

use end::{ended, failed};
use engine::config::ApprovalPolicy;
use engine::run::{Resolution, RunRequest};
use engine::turns::Workbench;
use engine::{EngineError, Target};
use model::{AgentName, TaskRef};
use render::Address;
use render::run::{Advice, Terms};

use crate::answer::Answer;
use crate::door::Door;
use crate::flags::Sandbox;
use crate::interrupt::heed_interrupts;
use crate::teddy::call::prompt_warnings;
use crate::terminal;
pub use refused::{complain, refused, unfit};
use watcher::Watcher;

/// What every run can be told.
#[derive(clap::Args)]
pub struct How {
    /// How many tasks may run at once if their files do not overlap [default: 1, or as configured]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4))]
    pub jobs: Option<u64>,
    /// How many tasks the run may start [default: 1000, or as configured]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub iterations: Option<u64>,
    /// Execute commands and proposals without confirmation; commands are sandboxed as far as the kernel allows
    #[arg(short = 'y', long = "yes")]
    pub yes: bool,
    /// Which commands are sandboxed: `auto` those that no person approved on a screen, `always` all, `off` none
    #[arg(long, value_enum, default_value_t = Sandbox::Auto)]
    pub sandbox: Sandbox,
    /// The outcome of the tasks that agents were working on when an earlier run was killed
    #[arg(long, value_enum, value_name = "OUTCOME")]
    pub resolve: Option<Fate>,
}

#[derive(clap::ValueEnum, Clone, Copy)]
pub enum Fate {
    /// The work is complete; run its checks
    Done,
    /// The task failed
    Failed,
    /// Start the task again
    Again,
}

/// Who runs what.
pub struct Ride<'a> {
    pub target: &'a Target,
    pub by: &'a AgentName,
    pub only: Option<&'a TaskRef>,
    pub json: bool,
    pub terms: Terms,
    pub address: Address<'a>,
}

impl Ride<'_> {
    fn advice(&self) -> Advice<'_> {
        Advice {
            terms: self.terms,
            address: self.address,
        }
    }
}

pub fn run(door: &Door, how: &How, ride: &Ride<'_>) -> Answer {
    let ended = drive(door, how, ride);
    match ended {
        Ok(answer) => answer,
        Err(fault) => failed(&fault, ride.json, ride.advice(), &door.assignment),
    }
}

fn drive(door: &Door, how: &How, ride: &Ride<'_>) -> Result<Answer, EngineError> {
    let bench = Workbench::open(&door.setting, door.variables())?;
    let cancelled = heed_interrupts();
    let request = RunRequest {
        target: ride.target,
        by: ride.by,
        only: ride.only,
        jobs: how.jobs,
        iterations: how.iterations,
        approval: how.yes.then_some(ApprovalPolicy::Sandbox),
        sandbox: how.sandbox.wish(),
        resolve: how.resolve.map(|fate| match fate {
            Fate::Done => Resolution::Done,
            Fate::Failed => Resolution::Failed,
            Fate::Again => Resolution::Again,
        }),
        counting: ride.terms.counting(),
        cancelled: &cancelled,
    };
    let is_watched = terminal::is_present() && std::io::stdout().is_terminal();
    let is_live = !ride.json && is_watched && terminal::can_redraw();
    let mut watcher = Watcher::new(&bench, door.columns, ride, is_live);
    let end = bench.run(&request, &mut watcher);
    watcher.finish();
    let mut answer = ended(&end?, ride.json, ride.advice(), door.columns);
    answer.stderr.insert_str(0, &prompt_warnings(&bench));
    Ok(answer)
}
