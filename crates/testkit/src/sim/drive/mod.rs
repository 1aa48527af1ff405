//! A driver in a seed: its scheduling and its operations as they are, agents that succeed, fail and vanish as the dice say,
//! other workers on the same plan, kills at every place where a process can die, and leases that run out.

mod laws;
mod world;

use std::collections::BTreeMap;

use model::schedule::{Driving, Stage, Stop, stage};
use model::{AgentName, Driven, Fence, Move, TaskNumber};

use super::broken::{Broken, Law};
use super::dice::Dice;
use world::{AGENTS, Ground};

/// A mistake that a driver could make, to see that it is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carelessness {
    None,
    /// What was interrupted is started again without a question.
    Repeats,
    /// What an agent left is finished whatever became of it.
    Believes,
    /// Whatever is ready is started.
    Crowds,
}

impl Carelessness {
    pub const ALL: [(Self, Law); 3] = [
        (Self::Repeats, Law::Once),
        (Self::Believes, Law::Earned),
        (Self::Crowds, Law::Apart),
    ];
}

/// What was seen, to know that something was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Drives {
    pub runs: u64,
    pub started: u64,
    pub together: u64,
    pub kills: u64,
    pub asked: u64,
    pub lost: u64,
    pub failed: u64,
    pub complete: u64,
}

/// A driver that lives, and what its agents do.
struct Driver {
    driving: Driving,
    agents: BTreeMap<TaskNumber, (AgentName, Fence)>,
}

const MOMENTS_MAX: u32 = 2_000;
const ITERATIONS: u64 = 200;

/// Lives until a run has ended by itself with nothing left to do.
pub fn run(seed: u64, carelessness: Carelessness) -> Result<Drives, Broken> {
    let mut ground = Ground::new(Dice::new(seed), carelessness)?;
    let mut driver = None;
    for _ in 0..MOMENTS_MAX {
        ground.pass_time();
        if ground.dice.percent(20) {
            ground.somebody_else_works()?;
        }
        let mut living = match driver.take() {
            Some(living) => living,
            None => begin(&mut ground)?,
        };
        match moment(&mut ground, &mut living)? {
            Moment::GoesOn => driver = Some(living),
            Moment::Killed => ground.seen.kills += 1,
            Moment::Over => {
                if ground.settle_what_stops_it()? {
                    return ground.at_end();
                }
            }
        }
    }
    Err(Broken::new(Law::Ends, "no run came to an end"))
}

enum Moment {
    GoesOn,
    /// The process died. What it had stored stays, and its agents die with it.
    Killed,
    /// The run has ended by itself.
    Over,
}

/// A new driver looks first at what an earlier one left.
fn begin(ground: &mut Ground) -> Result<Driver, Broken> {
    ground.seen.runs += 1;
    for (task, agent, fence) in ground.left_behind()? {
        let repeats = ground.carelessness == Carelessness::Repeats;
        let to = match ground.dice.below(3) {
            _ if repeats => {
                // Under the claim that was there.
                ground.execute(task, &agent, fence)?;
                continue;
            }
            0 => Move::Reopen,
            1 => Move::fail("interrupted"),
            _ => {
                ground.earn(task, fence);
                Move::finish(None, Vec::new())
            }
        };
        ground.seen.asked += 1;
        ground.drive(vec![driven(&agent, task, Some(fence), to)])?;
    }
    Ok(Driver {
        driving: Driving {
            jobs: 1 + ground.dice.index(4),
            iterations: ITERATIONS,
            ..Driving::default()
        },
        agents: BTreeMap::new(),
    })
}

fn moment(ground: &mut Ground, driver: &mut Driver) -> Result<Moment, Broken> {
    let ends = ended(ground, driver);
    let thread = ground.foreseen(&ends)?;
    let starts: Vec<Driven> = match stage(&thread, &driver.driving, ground.at) {
        Stage::Start(tasks) if ground.dice.percent(90) => {
            let agent = ground.dice.pick(&AGENTS).copied().unwrap_or("dev");
            let agent = ground.name(agent)?;
            let start = |task: &&model::Task| driven(&agent, task.number, None, Move::Start);
            tasks.iter().map(start).collect()
        }
        Stage::Start(_) | Stage::Wait => Vec::new(),
        Stage::Replan(_) | Stage::Stop(_) if ends.is_empty() => return Ok(Moment::Over),
        Stage::Replan(_) | Stage::Stop(_) => Vec::new(),
    };
    let starts = ground.crowded(&thread, driver.driving.jobs, starts);
    if ground.dice.percent(4) {
        return Ok(Moment::Killed);
    }
    let Some(fence) = ground.drive(ends.iter().chain(&starts).cloned().collect())? else {
        return one_by_one(ground, ends);
    };
    if ground.dice.percent(4) {
        // The claims are there, and nobody has begun.
        return Ok(Moment::Killed);
    }
    for start in starts {
        driver.driving.iterations -= 1;
        driver.driving.running.insert(start.task);
        driver.agents.insert(start.task, (start.agent.clone(), fence));
        ground.execute(start.task, &start.agent, fence)?;
        ground.seen.started += 1;
    }
    ground.check_apart(&driver.driving)?;
    if driver.agents.len() > 1 {
        ground.seen.together += 1;
    }
    ground.renew(driver.agents.values().map(|(agent, _)| agent))?;
    Ok(Moment::GoesOn)
}

/// Some agents have come to their end.
fn ended(ground: &mut Ground, driver: &mut Driver) -> Vec<Driven> {
    let running: Vec<TaskNumber> = driver.agents.keys().copied().collect();
    let mut ends = Vec::new();
    for task in running {
        if !ground.dice.percent(40) {
            continue;
        }
        let Some((agent, fence)) = driver.agents.remove(&task) else {
            continue;
        };
        driver.driving.running.remove(&task);
        let is_careless = ground.carelessness == Carelessness::Believes;
        let to = match ground.dice.percent(85) {
            true => {
                ground.earn(task, fence);
                Move::finish(None, Vec::new())
            }
            false if is_careless => Move::finish(None, Vec::new()),
            false => Move::fail("exit code 1"),
        };
        ends.push(driven(&agent, task, Some(fence), to));
    }
    ends
}

/// Something was refused, so that each end speaks for itself. Whoever has lost its task is not heard.
fn one_by_one(ground: &mut Ground, ends: Vec<Driven>) -> Result<Moment, Broken> {
    for end in ends {
        if ground.drive(vec![end])?.is_none() {
            ground.seen.lost += 1;
        }
    }
    Ok(Moment::GoesOn)
}

fn driven(agent: &AgentName, task: TaskNumber, fence: Option<Fence>, to: Move) -> Driven {
    Driven {
        agent: agent.clone(),
        task,
        to,
        fence,
    }
}

/// Why a run stopped, as far as it matters here.
fn is_complete(stop: &Stage<'_>) -> bool {
    matches!(stop, Stage::Stop(Stop::Complete | Stop::Empty))
}
