//! A world in a seed: agents that do as they like with one plan, crashes, leases that run out, and laws that hold
//! through all of it. The same seed gives the same world, so a failure can be looked at as often as needed.

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

/// Lives through `steps` wishes, and looks at everything in the end. Where `tell` is given, it hears of every step.
pub fn run(seed: u64, steps: u32, sabotage: Sabotage, tell: Option<fn(&str)>) -> Result<Tally, Broken> {
    let mut world = World::new(seed, sabotage)?;
    world.tell = tell;
    for _ in 0..steps {
        step::step(&mut world)?;
    }
    law::at_end(&mut world)?;
    Ok(world.tally)
}
