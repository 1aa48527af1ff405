//! The laws. The quick ones are checked after every step, the slow ones now and then and at the end.

mod answers;
mod claims;
mod events;
mod outlook;
mod rows;
mod shape;
mod undo;

use model::{Command, Event, OpVersion, SessionId, State};
use store::Store;

use super::broken::{Broken, Law, hold, same};
use super::step::{Answer, Asked};
use super::world::World;

/// Number of steps between two full checks.
const STEPS_PER_WHOLE_LOOK: u64 = 16;

/// An operation that was stored.
struct Done<'a> {
    asked: &'a Asked,
    command: &'a Command,
    events: &'a [Event],
    version: OpVersion,
    before: &'a State,
    after: &'a State,
}

pub(super) fn after_step(world: &mut World, asked: &Asked, answer: &Answer, before: &State) -> Result<(), Broken> {
    let after = world.state(&asked.session);
    versions(world, asked, answer, before, &after)?;
    if let (true, Ok(events), Some(version)) = (asked.is_kept(answer), &answer.decided, answer.version) {
        let done = Done {
            asked,
            command: &answer.command,
            events,
            version,
            before,
            after: &after,
        };
        operation(world, &done)?;
        remember(world, &done);
    } else {
        hold(Law::Version, *before == after, || {
            "a step that left no operation changed the state".to_owned()
        })?;
    }
    let steps = world.tally.accepted + world.tally.refused + world.tally.unchanged + world.tally.crashed;
    if steps.is_multiple_of(STEPS_PER_WHOLE_LOOK) {
        rows::whole(world, &asked.session)?;
    }
    outlook::one(world, &asked.session, &after)
}

/// Checks all laws for every session.
pub(super) fn at_end(world: &mut World) -> Result<(), Broken> {
    for session in world.sessions.clone() {
        rows::whole(world, &session)?;
        rows::replayed(world, &session)?;
        answers::all(world, &session)?;
        outlook::all(world, &session)?;
    }
    let faults = world.sqlite.verify()?;
    hold(Law::Verify, faults.is_empty(), || format!("{faults:?}"))
}

fn operation(world: &mut World, done: &Done<'_>) -> Result<(), Broken> {
    claims::fences_shown(done)?;
    claims::holders(done)?;
    world.history.check_fences(done.after, done.events)?;
    events::walk(done)?;
    shape::threads(done)?;
    world.history.check_numbers(done.after, done.events)?;
    shape::closing(done)?;
    rows::touched(world, done)?;
    undo::there_and_back(world.sabotage, done)
}

fn versions(world: &mut World, asked: &Asked, answer: &Answer, before: &State, after: &State) -> Result<(), Broken> {
    let next = before.version().next();
    if let Some(version) = answer.version {
        same(Law::Version, "the new version and the next one", &version, &next)?;
    }
    let expected = if asked.is_kept(answer) { next } else { before.version() };
    same(
        Law::Version,
        "the version and the expected one",
        &after.version(),
        &expected,
    )?;
    let stored = stored_version(world, &asked.session)?;
    same(
        Law::Version,
        "the stored version and the expected one",
        &stored,
        &expected,
    )
}

fn stored_version(world: &mut World, session: &SessionId) -> Result<OpVersion, Broken> {
    let tx = world.sqlite.read()?;
    Ok(tx.session(session)?.map_or(OpVersion::ZERO, |session| session.version))
}

/// Updates what agents remember: the version they saw and the lease tokens of their claims.
fn remember(world: &mut World, done: &Done<'_>) {
    if world.dice.percent(40) {
        let who = (done.asked.session.clone(), done.asked.by.clone());
        world.seen.insert(who, done.version);
    }
    for event in done.events {
        if let Event::TaskMoved {
            thread,
            number,
            new: model::TaskState::Doing(claim),
            ..
        } = event
        {
            world.fences.push((*thread, *number, claim.fence));
        }
    }
}
