//! Runs one random command on both stores.

use std::collections::BTreeSet;

use model::{
    AgentName, Ask, Command, Event, Needs, OpVersion, OperationVerb, Refusals, SessionId, Standing, State, Subject,
    Timestamp, Uid, Undoing,
};
use store::{LogQuery, NewOperation, Read, Store, StoreError};

use super::broken::{Broken, Law, same};
use super::draw::{self, DrawnCommand};
use super::law;
use super::world::World;

/// A command, its author, and whether the process crashes.
pub(super) struct Asked {
    pub session: SessionId,
    pub by: AgentName,
    pub at: Timestamp,
    pub drawn: DrawnCommand,
    uid: Uid,
    crashes: bool,
}

/// The result of a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub command: Command,
    pub decided: Result<Vec<Event>, Refusals>,
    pub version: Option<OpVersion>,
}

type Decide<'a> = &'a dyn Fn(&State, &Command, Ask<'_>) -> Result<Vec<Event>, Refusals>;

pub(super) fn step(world: &mut World) -> Result<(), Broken> {
    let session = world.session();
    world.pass_time(&session);
    let before = world.state(&session);
    let by = world.actor();
    let asked = Asked {
        drawn: draw::draw(world, &session, &by, &before),
        uid: world.ids.next(),
        crashes: world.dice.percent(6),
        at: world.at,
        session,
        by,
    };
    world.tell(|| {
        format!(
            "{} {}: {} asks {:?}",
            asked.at.as_millis(),
            asked.session,
            asked.by,
            asked.drawn
        )
    });
    let answer = put_to_both(world, &asked)?;
    world.tell(|| format!("    {}", outcome(&answer, asked.crashes)));
    count(world, &asked, &answer);
    if world.dice.percent(3) {
        point(world, &asked.session)?;
    }
    law::after_step(world, &asked, &answer, &before)
}

fn put_to_both(world: &mut World, asked: &Asked) -> Result<Answer, Broken> {
    let sabotage = world.sabotage;
    let real = put(
        &mut world.sqlite,
        asked,
        &|state, command, ask| sabotage.decide_real(state, command, ask),
        &|events| sabotage.appended(events),
        asked.crashes && !sabotage.commits_crashes(),
    )?;
    let plain = put(
        &mut world.memory,
        asked,
        &|state, command, ask| sabotage.decide(state, command, ask),
        &|events| events,
        asked.crashes,
    )?;
    same(Law::SameDecision, "the answers of the two stores", &real, &plain)?;
    Ok(plain)
}

/// Does what the engine does: loads, decides, appends and commits.
fn put(
    store: &mut dyn Store,
    asked: &Asked,
    decide: Decide<'_>,
    appended: &dyn Fn(Vec<Event>) -> Vec<Event>,
    crashes: bool,
) -> Result<Answer, Broken> {
    let mut tx = store.write()?;
    let command = match &asked.drawn {
        DrawnCommand::Command(command) => (**command).clone(),
        DrawnCommand::Undo(version) => undo(tx.as_read(), &asked.session, *version)?,
    };
    let needs = Needs::of(&command, &asked.by);
    let state = tx.load(&asked.session, &needs)?;
    let ask = Ask {
        by: &asked.by,
        at: asked.at,
    };
    let decided = decide(&state, &command, ask);
    let mut version = None;
    if let Ok(events) = &decided
        && !events.is_empty()
    {
        let operation = NewOperation {
            uid: asked.uid,
            author: asked.by.clone(),
            at: asked.at,
            verb: verb(&command),
            events: appended(events.clone()),
        };
        version = Some(tx.append(&asked.session, operation)?);
        if !crashes {
            tx.commit()?;
        }
    }
    Ok(Answer {
        command,
        decided,
        version,
    })
}

/// The command that undoes an operation, with the later operations on the same subjects.
pub(super) fn undo(tx: &dyn Read, session: &SessionId, version: OpVersion) -> Result<Command, StoreError> {
    let found = tx.operations(session, &LogQuery::one(version))?.pop();
    let events = found.map(|operation| operation.events).unwrap_or_default();
    let mut subjects = BTreeSet::new();
    for event in events.iter().filter(|event| !event.is_claim()) {
        subjects.insert(event.subject());
        if let Event::TaskMoved {
            thread, number, new, ..
        } = event
            && new.standing() == Standing::Done
        {
            let started = tx.started_dependents(session, *thread, *number)?;
            subjects.extend(started.into_iter().map(|dependent| Subject::Task(*thread, dependent)));
        }
    }
    let subjects: Vec<_> = subjects.into_iter().collect();
    Ok(Command::Undo(Undoing {
        version,
        later: tx.later(session, version, &subjects)?,
        events,
    }))
}

fn point(world: &mut World, session: &SessionId) -> Result<(), StoreError> {
    let mut tx = world.sqlite.write()?;
    tx.set_current(session)?;
    tx.commit()?;
    let mut tx = world.memory.write()?;
    tx.set_current(session)?;
    tx.commit()
}

fn verb(command: &Command) -> OperationVerb {
    match command {
        Command::Undo(undoing) => OperationVerb::Undo(undoing.version),
        Command::Open(_) => "start".into(),
        _ => "update".into(),
    }
}

fn count(world: &mut World, asked: &Asked, answer: &Answer) {
    let tally = &mut world.tally;
    match &answer.decided {
        Err(refusals) => tally.refusals(refusals),
        Ok(events) if events.is_empty() => tally.unchanged += 1,
        Ok(_) if asked.crashes => tally.crashed += 1,
        Ok(events) => {
            tally.accepted += 1;
            events.iter().for_each(|event| tally.event(event));
            if let Command::Undo(undoing) = &answer.command {
                tally.undone += 1;
                let position = usize::try_from(undoing.version.0).unwrap_or(0).saturating_sub(1);
                let undone = world.memory.log(&asked.session).get(position);
                tally.undone_undos +=
                    u64::from(undone.is_some_and(|undone| matches!(undone.verb, OperationVerb::Undo(_))));
            }
        }
    }
}

impl Asked {
    /// Whether the operation is in the log now.
    pub fn is_kept(&self, answer: &Answer) -> bool {
        answer.version.is_some() && !self.crashes
    }
}

fn outcome(answer: &Answer, crashes: bool) -> String {
    match (&answer.decided, crashes) {
        (Err(refusals), _) => format!("refused: {refusals}"),
        (Ok(events), true) if !events.is_empty() => format!("crashed with {events:?}"),
        (Ok(events), _) => format!("{:?} {events:?}", answer.version),
    }
}
