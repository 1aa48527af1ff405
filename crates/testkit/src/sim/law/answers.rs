//! Compares the answers of both stores to all other questions.

use model::{AgentName, Needs, OpVersion, SessionId, Standing, Subject, TaskNumber, TaskRef, ThreadId};
use store::{LogQuery, Read, Store, TaskQuery};

use crate::sim::broken::{Broken, Law, same};
use crate::sim::dice::Dice;
use crate::sim::world::World;

pub(super) fn all(world: &mut World, session: &SessionId) -> Result<(), Broken> {
    let World {
        sqlite, memory, dice, ..
    } = world;
    let (real, plain) = (sqlite.read()?, memory.read()?);
    let (real, plain) = (real.as_ref(), plain.as_ref());
    same(Law::Answers, "current sessions", &real.current()?, &plain.current()?)?;
    same(Law::Answers, "lists of sessions", &real.sessions()?, &plain.sessions()?)?;
    let version = plain
        .session(session)?
        .map_or(OpVersion::ZERO, |session| session.version);
    let mut threads: Vec<_> = plain
        .threads(session)?
        .into_iter()
        .map(|(thread, ..)| thread.id)
        .collect();
    threads.push(ThreadId(99));
    for thread in threads {
        tasks(real, plain, session, thread, dice)?;
        log(real, plain, session, (thread, version), dice)?;
        creators(real, plain, session, thread)?;
    }
    Ok(())
}

/// The creators of a path are answered by a loaded state, not by the store itself.
fn creators(real: &dyn Read, plain: &dyn Read, session: &SessionId, thread: ThreadId) -> Result<(), Broken> {
    let needs = Needs {
        paths: ["src/a.rs", "src/b.rs", "docs", "nowhere"].map(str::to_owned).into(),
        ..Needs::none(thread, AgentName::unnamed())
    };
    let (a, b) = (real.load(session, &needs)?, plain.load(session, &needs)?);
    let (Some(a), Some(b)) = (a.threads.get(&thread), b.threads.get(&thread)) else {
        return Ok(());
    };
    for path in &needs.paths {
        let (a, b) = (a.tasks.creators(path), b.tasks.creators(path));
        same(Law::Answers, &format!("creators of {path}"), &a, &b)?;
    }
    Ok(())
}

fn tasks(
    real: &dyn Read,
    plain: &dyn Read,
    session: &SessionId,
    thread: ThreadId,
    dice: &mut Dice,
) -> Result<(), Broken> {
    let standings: Vec<_> = Standing::ALL.into_iter().filter(|_| dice.percent(40)).collect();
    let window = TaskQuery {
        from: TaskNumber(dice.below_u32(10)),
        limit: dice.index(8),
        standings,
    };
    for query in [TaskQuery::all(), window] {
        let (a, b) = (
            real.tasks(session, thread, &query)?,
            plain.tasks(session, thread, &query)?,
        );
        same(Law::Answers, "lists of tasks", &a, &b)?;
        let (a, b) = (real.unmet(session, thread, &a)?, plain.unmet(session, thread, &b)?);
        same(Law::Answers, "unmet dependencies", &a, &b)?;
    }
    for task in plain.tasks(session, thread, &TaskQuery::all())? {
        let name = TaskRef::Key(task.key.clone());
        same(
            Law::Answers,
            "tasks by key",
            &real.find(session, thread, &name)?,
            &Some(task.clone()),
        )?;
        let a = real.started_dependents(session, thread, task.number)?;
        let b = plain.started_dependents(session, thread, task.number)?;
        same(Law::Answers, "started dependents", &a, &b)?;
    }
    Ok(())
}

fn log(
    real: &dyn Read,
    plain: &dyn Read,
    session: &SessionId,
    (thread, version): (ThreadId, OpVersion),
    dice: &mut Dice,
) -> Result<(), Broken> {
    let since = OpVersion(dice.below(version.0 + 1));
    let a = real.changed_since(session, thread, since)?;
    let b = plain.changed_since(session, thread, since)?;
    same(Law::Answers, "changes since a version", &a, &b)?;
    let subjects = [
        Subject::Session,
        Subject::Thread(thread),
        Subject::Plan(thread),
        Subject::Task(thread, TaskNumber(1 + dice.below_u32(8))),
    ];
    let a = real.later(session, since, &subjects)?;
    let b = plain.later(session, since, &subjects)?;
    same(Law::Answers, "later operations", &a, &b)?;
    for subject in subjects {
        let query = LogQuery {
            after: since,
            limit: 1 + dice.index(5),
            newest_first: dice.percent(50),
            subject: Some(subject),
        };
        let (a, b) = (real.operations(session, &query)?, plain.operations(session, &query)?);
        same(Law::Answers, "operations about a subject", &a, &b)?;
    }
    Ok(())
}
