//! Undoing an operation restores what it touched, and undoing the undo restores the change.

use std::collections::BTreeSet;

use model::{Ask, Command, Event, OpVersion, Refusal, State, Subject, Task, TaskState, Timestamp, Undoing, evolve};

use super::Done;
use crate::sim::broken::{Broken, Law, hold};
use crate::sim::sabotage::Sabotage;

pub(super) fn there_and_back(sabotage: Sabotage, done: &Done<'_>) -> Result<(), Broken> {
    let Some((back, events)) = undone(sabotage, done, done.after, done.version, done.events)? else {
        return Ok(());
    };
    check("the undo", done, done.events, done.before, &back)?;
    let mut back = back;
    advance(&mut back, done.version.next());
    match undone(sabotage, done, &back, done.version.next(), &events)? {
        Some((again, _)) => check("the undo of the undo", done, &events, done.after, &again),
        None => Ok(()),
    }
}

/// The state after the author undoes the events at once. `None` if the undo is refused for a valid reason.
fn undone(
    sabotage: Sabotage,
    done: &Done<'_>,
    state: &State,
    version: OpVersion,
    events: &[Event],
) -> Result<Option<(State, Vec<Event>)>, Broken> {
    let command = Command::Undo(Undoing {
        version,
        events: events.to_vec(),
        later: Vec::new(),
    });
    let ask = Ask {
        by: &done.asked.by,
        at: done.asked.at,
    };
    match sabotage.decide(state, &command, ask) {
        Ok(events) => Ok(Some((events.iter().fold(state.clone(), evolve), events))),
        Err(refusals) => {
            // Undoing another agent's work may restore that agent's claim, which the author cannot undo again.
            let is_good = |refusal: &Refusal| {
                matches!(
                    refusal,
                    Refusal::FirstOperation(_) | Refusal::OnlyClaims(_) | Refusal::Taken { .. }
                )
            };
            hold(Law::Undo, refusals.iter().all(is_good), || {
                format!("refused: {refusals}")
            })?;
            Ok(None)
        }
    }
}

fn advance(state: &mut State, version: OpVersion) {
    if let Some(session) = &mut state.session {
        session.version = version;
    }
}

fn check(what: &str, done: &Done<'_>, events: &[Event], expected: &State, found: &State) -> Result<(), Broken> {
    let undone = || events.iter().filter(|event| !event.is_claim());
    let claimed: BTreeSet<_> = events
        .iter()
        .filter(|event| event.is_claim())
        .map(Event::subject)
        .collect();
    for subject in undone().map(Event::subject).collect::<BTreeSet<_>>() {
        let is_back = is_same(&subject, expected, found, claimed.contains(&subject), done.asked.at);
        hold(Law::Undo, is_back, || {
            format!(
                "{what} of {:?} did not restore {subject}:\n  {expected:?}\n  {found:?}",
                done.events
            )
        })?;
    }
    Ok(())
}

fn is_same(subject: &Subject, a: &State, b: &State, was_claimed: bool, at: Timestamp) -> bool {
    let summary = |state: &State| state.session.as_ref().and_then(|session| session.summary.clone());
    let (thread_a, thread_b) = match subject {
        // A closing summary does not come back over open tasks, even if it was written for the tasks of another thread.
        Subject::Session => return summary(a) == summary(b) || (summary(b).is_none() && has_open_tasks(b)),
        Subject::Counsel => return true,
        Subject::Thread(id)
        | Subject::Topic(id)
        | Subject::Folder(id)
        | Subject::Plan(id)
        | Subject::Task(id, _)
        | Subject::Signal(id, _) => (a.threads.get(id), b.threads.get(id)),
    };
    let (Some(a), Some(b)) = (thread_a, thread_b) else {
        return thread_a.is_none() && thread_b.is_none();
    };
    match subject {
        Subject::Session | Subject::Counsel => true,
        Subject::Thread(_) => a.thread == b.thread,
        Subject::Topic(_) => a.thread.topic == b.thread.topic,
        Subject::Folder(_) => a.thread.folder == b.thread.folder,
        Subject::Plan(_) => a.plan == b.plan,
        Subject::Signal(_, id) => a.signals.get(id) == b.signals.get(id),
        Subject::Task(_, number) => match (a.tasks.get(*number), b.tasks.get(*number)) {
            (Some(a), Some(b)) => is_same_task(a, b, was_claimed, at),
            (a, b) => a.is_none() && b.is_none(),
        },
    }
}

fn has_open_tasks(state: &State) -> bool {
    state.threads.values().any(|thread| !thread.counts.is_complete())
}

/// Claims are not undone, and an expired claim does not come back.
fn is_same_task(expected: &Task, found: &Task, was_claimed: bool, at: Timestamp) -> bool {
    let has_run_out = matches!(&expected.state, TaskState::Doing(claim) if !claim.is_live(at));
    let state = match was_claimed || (has_run_out && found.state == TaskState::Todo) {
        true => found.state.clone(),
        false => expected.state.clone(),
    };
    Task {
        state,
        ..expected.clone()
    } == *found
}
