//! Simulates the driver of runs. The driver is the real one; its agents, observer, clock and heartbeat are random.
//! Others change the same plan, the driver is killed between any two phases, leases expire, and new runs continue.

mod adviser;
mod audit;
mod careless;
mod crew;
mod ending;
mod ground;
mod laws;
mod moments;
mod others;
mod parting;
mod record;
mod seen;
mod watcher;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::planner::{Choice, Opened, Provider, Purse, Spent};
use engine::run::{Counting, Driver, Resolution, RunEnd, RunRequest};
use engine::turns::{SandboxWish, Workbench};
use engine::{EngineError, Target};
use model::{TaskNumber, TaskRef};

use adviser::Adviser;
pub use careless::Carelessness;
use crew::Agents;
use ground::{Shared, name};
use record::Record;
pub use seen::Drives;
use watcher::Watcher;

use super::broken::{Broken, Law};

/// Runs with interference. Later runs are left alone until the plan is finished.
const STORMY: u32 = 5;
const RUNS_MAX: u32 = 20;
/// Far more phases than any run needs.
const PHASES_MAX: u32 = 1_500;

/// A violated law with the history that led to it.
#[derive(Debug)]
pub struct Failure {
    pub seed: u64,
    pub broken: Broken,
    pub history: Vec<String>,
}

/// The options of a run.
#[derive(Debug, Clone, Copy)]
struct RunOptions {
    jobs: u64,
    iterations: u64,
    only: Option<TaskNumber>,
    resolve: Option<Resolution>,
    has_planner: bool,
}

/// How a run ended.
enum Left {
    Over(Box<RunEnd>),
    Killed,
    Broken,
}

/// Starts runs until the plan is complete.
pub fn run(seed: u64, carelessness: Carelessness) -> Result<Drives, Failure> {
    let failed = |broken, history| Failure { seed, broken, history };
    let (shared, bench) = Shared::new(seed, carelessness).map_err(|broken| failed(broken, Vec::new()))?;
    let mut life = Life {
        agents: Agents::new(&shared),
        shared,
        bench,
    };
    let lived = life.live();
    let mut ground = life.shared.ground();
    match lived {
        Ok(()) => Ok(ground.seen),
        Err(broken) => Err(failed(broken, std::mem::take(&mut ground.history))),
    }
}

struct Life {
    shared: Shared,
    bench: Workbench,
    agents: Agents,
}

impl Life {
    fn live(&mut self) -> Result<(), Broken> {
        for number in 1..=RUNS_MAX {
            let is_calm = number > STORMY;
            self.shared.ground().is_calm = is_calm;
            self.one_run(number)?;
            let mut ground = self.shared.ground();
            if let Some(broken) = ground.broken.take() {
                return Err(broken);
            }
            if is_calm && ground.is_complete() {
                return ground.check_plan();
            }
            ground.between_runs()?;
        }
        Err(Broken::new(Law::Ends, "the plan was never complete"))
    }

    fn one_run(&mut self, number: u32) -> Result<(), Broken> {
        let options = self.shared.ground().next_options(number);
        let cancelled = AtomicBool::new(false);
        let adviser = options.has_planner.then(|| adviser(&self.shared));
        let only = options.only.map(TaskRef::Number);
        let is_overrun = self.shared.ground().carelessness == Carelessness::Overruns;
        let request = RunRequest {
            target: &Target::default(),
            by: &name("driver"),
            only: only.as_ref(),
            jobs: Some(options.jobs),
            iterations: Some(options.iterations + if is_overrun { 3 } else { 0 }),
            approval: None,
            sandbox: SandboxWish::Off,
            resolve: options.resolve,
            counting: Counting::Numbers,
            cancelled: &cancelled,
        };
        let (shared, bench, agents) = (self.shared.clone(), &self.bench, &mut self.agents);
        let left = bench.run_with(&request, adviser.as_ref(), &mut Watcher(shared.clone()), |driver| {
            conduct(driver, agents, &shared, bench, &cancelled)
        });
        agents.die();
        let mut ground = shared.ground();
        ground.follow()?;
        let checked = match &left {
            Ok(Left::Over(end)) => ground.check_end(end, &options),
            Ok(Left::Broken) => Ok(()),
            Ok(Left::Killed) => {
                ground.note("killed");
                ground.count_kill();
                ground.orphan_claims();
                Ok(())
            }
            Err(fault) => ground.check_fault(fault, &options),
        };
        ground.check(checked);
        Ok(())
    }
}

/// Advances from phase to phase, with interference in between.
fn conduct(
    driver: &mut Driver<'_>,
    agents: &mut Agents,
    shared: &Shared,
    bench: &Workbench,
    cancelled: &AtomicBool,
) -> Result<Left, EngineError> {
    if shared.ground().carelessness == Carelessness::Repeats {
        agents.repeat();
    }
    for _ in 0..PHASES_MAX {
        moments::pass_time(shared, driver.pulse());
        moments::second_driver(shared, bench);
        let mut ground = shared.ground();
        ground.seen.phases += 1;
        ground.others_act(15);
        if ground.broken.is_some() {
            return Ok(Left::Broken);
        }
        // A kill is most likely to cause damage while the plan does not know the latest results.
        let percent = if ground.record.is_delicate() { 8 } else { 2 };
        if !ground.is_calm && ground.dice.percent(percent) {
            return Ok(Left::Killed);
        }
        if !ground.is_calm && ground.dice.below(200) == 0 {
            ground.record.is_cancelled = true;
            cancelled.store(true, Ordering::Relaxed);
        }
        let version = ground.version();
        ground.record.look(version);
        ground.record.is_broken_off |= cancelled.load(Ordering::Relaxed);
        let parted = ground.check_parted();
        ground.check(parted);
        drop(ground);
        if let Some(end) = driver.advance(agents)? {
            return Ok(Left::Over(Box::new(end)));
        }
        let mut ground = shared.ground();
        let followed = ground.follow();
        ground.check(followed);
    }
    shared
        .ground()
        .hold(Law::Ends, false, || "a run does not end".to_owned());
    Ok(Left::Broken)
}

fn adviser(shared: &Shared) -> Opened {
    Opened {
        choice: Choice {
            provider: Provider::Command,
            model: None,
            base_url: None,
            command: Vec::new(),
            key_variable: None,
            timeout_s: 1,
            price: None,
            why: String::new(),
        },
        planner: Box::new(Adviser(shared.clone())),
        purse: Arc::new(Purse::new(None, Spent::default())),
    }
}

impl ground::Ground {
    /// The options of the next run.
    fn next_options(&mut self, number: u32) -> RunOptions {
        let tasks = self.some(|_| true);
        let resolve = [Resolution::Done, Resolution::Failed, Resolution::Again];
        let options = match self.is_calm {
            true => RunOptions {
                jobs: 1 + self.dice.below(4),
                iterations: 1_000,
                only: None,
                resolve: None,
                has_planner: true,
            },
            false => RunOptions {
                jobs: 1 + self.dice.below(4),
                iterations: if self.dice.percent(15) {
                    1 + self.dice.below(4)
                } else {
                    40
                },
                only: self.dice.percent(8).then(|| self.dice.pick(&tasks).copied()).flatten(),
                resolve: (!self.orphans.is_empty() && self.dice.percent(50)).then(|| self.dice.one_of(resolve)),
                has_planner: self.dice.percent(80),
            },
        };
        for orphan in self.orphans.values_mut() {
            orphan.word = options.resolve;
        }
        self.seen.runs += 1;
        self.record = Record {
            number,
            jobs: usize::try_from(options.jobs).unwrap_or(1),
            iterations: options.iterations,
            only: options.only,
            left: self.left_by_earlier_runs(),
            ..Record::default()
        };
        self.note(format!("run {number}: {options:?}"));
        options
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {}", self.seed, self.broken)?;
        self.history.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}
