//! Compares the answers to *what now?* from indexes and from the whole state.

use std::collections::BTreeSet;

use model::{AgentName, Ask, Command, Now, SessionId, State, ThreadId, Timestamp, decide, limits, now};
use store::Store;

use crate::sim::broken::{Broken, Law, hold, same};
use crate::sim::world::World;

/// One agent asks about one thread.
pub(super) fn one(world: &mut World, session: &SessionId, state: &State) -> Result<(), Broken> {
    let known: Vec<_> = state.threads.keys().copied().collect();
    let thread = *world.dice.pick(&known).unwrap_or(&ThreadId::PRIMARY);
    let asker = world.agents[world.dice.index(world.agents.len())].clone();
    check(world, session, state, (thread, &asker, world.at))
}

/// Every agent asks about every thread: now, when leases end, and with a clock that was set back.
pub(super) fn all(world: &mut World, session: &SessionId) -> Result<(), Broken> {
    let state = world.state(session);
    let at = world.at;
    let tasks = state.threads.values().flat_map(|thread| thread.tasks.rows());
    let ends = tasks.filter_map(|task| task.claim().map(|claim| claim.until));
    // Also ask with clocks that are behind, one of them so far that the lease counts as expired.
    let behind = [0, limits::LEASE_LEFT_MS_MAX, limits::LEASE_LEFT_MS_MAX + 1];
    let mut times: BTreeSet<_> = ends
        .flat_map(|until| behind.map(|behind| until.plus_millis(-behind)))
        .collect();
    times.extend([at, at.plus_millis(limits::LEASE_MS)]);
    for asker in world.agents.clone() {
        for &thread in state.threads.keys() {
            for &time in &times {
                check(world, session, &state, (thread, &asker, time))?;
            }
        }
    }
    Ok(())
}

fn check(
    world: &mut World,
    session: &SessionId,
    state: &State,
    (thread, asker, at): (ThreadId, &AgentName, Timestamp),
) -> Result<(), Broken> {
    let found = world.sqlite.read()?.outlook(session, thread, asker, at)?;
    let found = world.sabotage.seen(found);
    let expected = state.outlook(thread, asker, at);
    same(
        Law::Outlook,
        &format!("outlooks of {thread} for {asker}"),
        &found,
        &expected,
    )?;
    let Some(outlook) = &found else { return Ok(()) };
    let all_settled = outlook.counts.settled() == outlook.counts.total();
    match now(outlook) {
        Now::Work(task) | Now::Resume(task) => {
            let command = Command::Claim {
                thread,
                task: task.reference(),
            };
            let answer = decide(state, &command, Ask { by: asker, at });
            hold(Law::Outlook, answer.is_ok(), || {
                format!(
                    "{asker} was sent to task {} of {thread} and got {answer:?}",
                    task.number
                )
            })
        }
        Now::Decompose | Now::Summarize | Now::Rest(_) => hold(Law::Outlook, all_settled, || {
            format!("{asker} got the answer that {thread} is finished: {:?}", outlook.counts)
        }),
        Now::Wait(_) | Now::Replan(_) | Now::Review(..) | Now::Held(_) | Now::Blocked(_) => Ok(()),
    }
}
