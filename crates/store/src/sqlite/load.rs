//! The part of the state that a decision needs.

use std::collections::{BTreeMap, BTreeSet};

use model::{Needs, Part, SessionId, Signal, SignalId, State, Task, TaskNumber, TaskRef, Tasks, ThreadState};
use rusqlite::{Connection, OptionalExtension};

use super::sessions::{self, ThreadRow};
use super::tasks::{self, UNUSUAL};
use crate::api::TaskQuery;
use crate::codec;
use crate::error::StoreError;

pub(super) fn load(db: &Connection, session: &SessionId, needs: &Needs) -> Result<State, StoreError> {
    let Some(row) = sessions::find(db, session)? else {
        return Ok(State::default());
    };
    let mut threads = BTreeMap::new();
    for thread in sessions::threads_of(db, row.id)? {
        let tasks = match (needs.whole, thread.thread.id == needs.thread) {
            (true, _) => Tasks::all(tasks::select(db, thread.id, &TaskQuery::all())?),
            (false, true) => Loader::new(db, &thread).load(needs)?,
            (false, false) => Tasks::part(Vec::new(), Part::default()),
        };
        let signals = signals(db, thread.id, needs)?;
        threads.insert(
            thread.thread.id,
            ThreadState {
                thread: thread.thread,
                plan: thread.plan,
                next_number: thread.next_number,
                counts: thread.counts,
                tasks,
                signals,
            },
        );
    }
    Ok(State {
        session: Some(row.session),
        threads,
        closed: sessions::closed_threads(db, row.id)?,
    })
}

struct Loader<'a> {
    db: &'a Connection,
    thread: i64,
    next_number: TaskNumber,
    rows: BTreeMap<TaskNumber, Task>,
    part: Part,
}

impl<'a> Loader<'a> {
    fn new(db: &'a Connection, thread: &ThreadRow) -> Self {
        Self {
            db,
            thread: thread.id,
            next_number: thread.next_number,
            rows: BTreeMap::new(),
            part: Part::default(),
        }
    }

    fn load(mut self, needs: &Needs) -> Result<Tasks, StoreError> {
        self.held_by_asker(needs)?;
        for name in &needs.named {
            self.named(name)?;
        }
        for name in &needs.mentioned {
            self.mentioned(name)?;
        }
        if needs.ancestors {
            self.ancestors(needs)?;
        }
        for key in &needs.keys {
            self.key(key.clone())?;
        }
        for (key, number) in needs.numbered_keys.iter().zip(self.next_number.0..) {
            self.key(key.numbered(TaskNumber(number)))?;
        }
        for path in &needs.paths {
            self.creators(path)?;
        }
        Ok(Tasks::part(self.rows.into_values().collect(), self.part))
    }

    fn held_by_asker(&mut self, needs: &Needs) -> Result<(), StoreError> {
        let sql = format!("select number from {UNUSUAL} and state = 1 and holder = ?2 order by number");
        let mut statement = self.db.prepare_cached(&sql)?;
        let held = statement.query_map((self.thread, needs.asker.as_str()), |row| row.get(0).map(TaskNumber))?;
        for number in held {
            self.row(tasks::by_number(self.db, self.thread, number?)?);
        }
        Ok(())
    }

    fn named(&mut self, name: &TaskRef) -> Result<(), StoreError> {
        let found = match name {
            TaskRef::Number(number) => tasks::by_number(self.db, self.thread, *number)?,
            TaskRef::Key(key) => tasks::by_key(self.db, self.thread, key)?,
        };
        let Some(task) = found else {
            self.part.absent.insert(name.clone());
            return Ok(());
        };
        for &dependency in &task.after {
            self.standing(dependency)?;
        }
        self.row(Some(task));
        Ok(())
    }

    fn mentioned(&mut self, name: &TaskRef) -> Result<(), StoreError> {
        match name {
            TaskRef::Number(number) => self.standing(*number),
            TaskRef::Key(_) => self.named(name),
        }
    }

    fn standing(&mut self, number: TaskNumber) -> Result<(), StoreError> {
        match tasks::standing_of(self.db, self.thread, number)? {
            Some(standing) => drop(self.part.standings.insert(number, standing)),
            None => drop(self.part.absent.insert(TaskRef::Number(number))),
        }
        Ok(())
    }

    /// Everything above the named and mentioned tasks, with what it waits for.
    fn ancestors(&mut self, needs: &Needs) -> Result<(), StoreError> {
        let mut open: Vec<TaskNumber> = self.part.standings.keys().chain(self.rows.keys()).copied().collect();
        open.extend(needs.mentioned.iter().filter_map(|name| match name {
            TaskRef::Number(number) => Some(*number),
            TaskRef::Key(_) => None,
        }));
        let mut seen = BTreeSet::new();
        while let Some(number) = open.pop() {
            if !seen.insert(number) {
                continue;
            }
            let after = tasks::links(self.db, self.thread, number)?;
            open.extend(&after);
            self.standing(number)?;
            self.part.links.insert(number, after);
        }
        Ok(())
    }

    fn key(&mut self, key: model::TaskKey) -> Result<(), StoreError> {
        match tasks::number_of(self.db, self.thread, &key)? {
            Some(_) => drop(self.part.taken_keys.insert(key)),
            None => drop(self.part.absent.insert(TaskRef::Key(key))),
        }
        Ok(())
    }

    fn creators(&mut self, path: &str) -> Result<(), StoreError> {
        let mut statement = self.db.prepare_cached(
            "select c.task from creates c join task t on t.thread = c.thread and t.number = c.task \
             where c.thread = ?1 and c.path = ?2 and t.state <> 4 order by c.task",
        )?;
        let rows = statement.query_map((self.thread, path), |row| row.get(0).map(TaskNumber))?;
        let creators = rows.collect::<Result<_, _>>()?;
        self.part.creators.insert(path.to_owned(), creators);
        Ok(())
    }

    fn row(&mut self, task: Option<Task>) {
        self.rows.extend(task.map(|task| (task.number, task)));
    }
}

fn signals(db: &Connection, thread: i64, needs: &Needs) -> Result<BTreeMap<SignalId, Signal>, StoreError> {
    let mut signals = open_signals(db, thread)?;
    if needs.whole {
        let mut statement = db.prepare_cached("select body from signal where thread = ?1")?;
        let rows = statement.query_map([thread], |row| row.get::<_, String>(0))?;
        for body in rows {
            signals.push(codec::read(&body?)?);
        }
    }
    for id in &needs.signals {
        let body: Option<String> = db
            .prepare_cached("select body from signal where thread = ?1 and name = ?2")?
            .query_row((thread, id.as_str()), |row| row.get(0))
            .optional()?;
        signals.extend(body.as_deref().map(codec::read).transpose()?);
    }
    Ok(signals.into_iter().map(|signal| (signal.id.clone(), signal)).collect())
}

/// Blockers first, then by age and name.
pub(super) fn open_signals(db: &Connection, thread: i64) -> Result<Vec<Signal>, StoreError> {
    let mut statement =
        db.prepare_cached("select body from signal where thread = ?1 and is_open = 1 order by level, since, name")?;
    let rows = statement.query_map([thread], |row| row.get::<_, String>(0))?;
    rows.map(|body| codec::read(&body?)).collect()
}
