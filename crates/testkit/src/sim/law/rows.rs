//! Compares the rows of the real store with the log.

use std::collections::BTreeSet;

use model::{AgentName, Event, Needs, SessionId, State, Subject, TaskRef};
use store::{LogQuery, Store};

use super::Done;
use crate::sim::broken::{Broken, Law, same};
use crate::sim::world::World;

/// Compares the rows that the operation touched.
pub(super) fn touched(world: &mut World, done: &Done<'_>) -> Result<(), Broken> {
    let session = &done.asked.session;
    let real = world.sqlite.read()?;
    let plain = world.memory.read()?;
    same(Law::Rows, "sessions", &real.session(session)?, &plain.session(session)?)?;
    same(Law::Rows, "threads", &real.threads(session)?, &plain.threads(session)?)?;
    for subject in done.events.iter().map(Event::subject).collect::<BTreeSet<_>>() {
        if let Subject::Task(thread, number) = subject {
            let name = TaskRef::Number(number);
            let (real, plain) = (real.find(session, thread, &name)?, plain.find(session, thread, &name)?);
            same(Law::Rows, "tasks", &real, &plain)?;
        }
    }
    Ok(())
}

pub(super) fn whole(world: &mut World, session: &SessionId) -> Result<(), Broken> {
    let expected = world.state(session);
    let found = stored(world, session, &expected)?;
    same(Law::Rows, "the whole states", &found, &expected)
}

/// Checks that replaying the log of the real store gives the same state.
pub(super) fn replayed(world: &mut World, session: &SessionId) -> Result<(), Broken> {
    let log = world.sqlite.read()?.operations(session, &LogQuery::all())?;
    same(Law::Rows, "the logs", &log, &world.memory.log(session).to_vec())?;
    let mut state = State::default();
    log.iter().for_each(|operation| state.apply_operation(operation));
    same(
        Law::Rows,
        "the replayed log and the state",
        &state,
        &world.state(session),
    )
}

/// All rows. A load is complete for one thread at a time.
fn stored(world: &mut World, session: &SessionId, expected: &State) -> Result<State, Broken> {
    let tx = world.sqlite.read()?;
    let mut stored = tx.load(session, &Needs::none(model::ThreadId::PRIMARY, AgentName::unnamed()))?;
    stored.threads.clear();
    let found = tx.threads(session)?.into_iter().map(|(thread, ..)| thread.id);
    let all: BTreeSet<_> = found.chain(expected.threads.keys().copied()).collect();
    for thread in all {
        let needs = Needs {
            whole: true,
            ..Needs::none(thread, AgentName::unnamed())
        };
        let mut loaded = tx.load(session, &needs)?;
        stored.threads.extend(loaded.threads.remove_entry(&thread));
    }
    Ok(stored)
}
