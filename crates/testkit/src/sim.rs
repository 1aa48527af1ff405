//! A simulation from a seed: agents send random commands to one plan, processes crash, leases expire, and the laws are
//! checked after every step. The same seed gives the same simulation, so a failure can be repeated.

mod broken;
mod dice;
mod draw;
pub mod drive;
mod history;
mod law;
mod sabotage;
mod step;
mod tally;
mod world;

pub use broken::{Broken, Law};
pub use dice::Dice;
pub use sabotage::Sabotage;
pub use tally::Tally;
use world::World;

/// Runs `steps` random commands and checks all laws at the end. `tell` receives a line for every step.
pub fn run(seed: u64, steps: u32, sabotage: Sabotage, tell: Option<fn(&str)>) -> Result<Tally, Broken> {
    let mut world = World::new(seed, sabotage)?;
    world.tell = tell;
    for _ in 0..steps {
        step::step(&mut world)?;
    }
    law::at_end(&mut world)?;
    Ok(world.tally)
}
