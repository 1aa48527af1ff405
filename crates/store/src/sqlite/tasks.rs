//! Reading tasks back from their rows.

use std::collections::BTreeMap;

use model::{AgentName, Brief, Fingerprint, Kind, Standing, Task, TaskKey, TaskNumber};
use rusqlite::{Connection, OptionalExtension, Row};

use super::sessions;
use crate::api::TaskQuery;
use crate::codec;
use crate::error::StoreError;

const TASK: &str = "select t.number, t.uid, t.key, t.sort, b.title, b.body, b.kind, b.agent, b.lists, b.result, b.filed \
     from task t join brief b on b.thread = t.thread and b.number = t.number";

/// The open tasks, by what they watch.
pub(super) const OPEN: &str = "task indexed by task_ready where thread = ?1 and state = 0";

/// The tasks that are neither open nor done. They are few and have an index of their own, which SQLite uses only where
/// its condition is repeated word for word.
pub(super) const UNUSUAL: &str = "task indexed by task_unusual where thread = ?1 and state in (1, 3, 4)";

pub(super) const DONE: i64 = 2;
pub(super) const DROPPED: i64 = 4;

pub(super) fn code(standing: Standing) -> i64 {
    match standing {
        Standing::Todo => 0,
        Standing::Doing => 1,
        Standing::Done => DONE,
        Standing::Failed => 3,
        Standing::Dropped => DROPPED,
    }
}

pub(super) fn standing(code: i64) -> Result<Standing, StoreError> {
    Standing::ALL
        .into_iter()
        .find(|standing| self::code(*standing) == code)
        .ok_or_else(|| StoreError::corrupt(format!("{code} is not a task state")))
}

pub(super) fn by_number(db: &Connection, thread: i64, number: TaskNumber) -> Result<Option<Task>, StoreError> {
    let found = db
        .prepare_cached(&format!("{TASK} where t.thread = ?1 and t.number = ?2"))?
        .query_row((thread, number.0), |row| Ok(task(row)))
        .optional()?
        .transpose()?;
    found.map(|task| with_links(db, thread, task)).transpose()
}

pub(super) fn by_key(db: &Connection, thread: i64, key: &TaskKey) -> Result<Option<Task>, StoreError> {
    match number_of(db, thread, key)? {
        Some(number) => by_number(db, thread, number),
        None => Ok(None),
    }
}

pub(super) fn number_of(db: &Connection, thread: i64, key: &TaskKey) -> Result<Option<TaskNumber>, StoreError> {
    Ok(db
        .prepare_cached("select number from task where thread = ?1 and key = ?2")?
        .query_row((thread, key.as_str()), |row| row.get(0))
        .optional()?
        .map(TaskNumber))
}

pub(super) fn select(db: &Connection, thread: i64, query: &TaskQuery) -> Result<Vec<Task>, StoreError> {
    let wanted: Vec<String> = query
        .standings
        .iter()
        .map(|standing| code(*standing).to_string())
        .collect();
    let filter = match wanted.is_empty() {
        true => String::new(),
        false => format!(" and t.state in ({})", wanted.join(",")),
    };
    let limit = i64::try_from(query.limit).unwrap_or(i64::MAX);
    let sql = format!("{TASK} where t.thread = ?1 and t.number >= ?2{filter} order by t.number limit ?3");
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map((thread, query.from.0, limit), |row| Ok(task(row)))?;
    let mut tasks = rows.map(|row| row?).collect::<Result<Vec<_>, StoreError>>()?;
    let (Some(first), Some(last)) = (tasks.first(), tasks.last()) else {
        return Ok(tasks);
    };
    let mut links = links_between(db, thread, first.number, last.number)?;
    for task in &mut tasks {
        task.after = links.remove(&task.number).unwrap_or_default();
    }
    Ok(tasks)
}

/// The paths that a task says it creates, a folder without the slash at its end.
pub(super) fn created(brief: &Brief) -> impl Iterator<Item = &str> {
    let paths = brief.paths.iter().filter(|path| path.creates);
    paths.map(|path| path.path.trim_end_matches('/'))
}

/// What the task waits for, ascending.
pub(super) fn links(db: &Connection, thread: i64, number: TaskNumber) -> Result<Vec<TaskNumber>, StoreError> {
    let mut statement = db.prepare_cached("select after from edge where thread = ?1 and task = ?2 order by after")?;
    let rows = statement.query_map((thread, number.0), |row| row.get(0).map(TaskNumber))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Those of what the task waits for that are not done, ascending.
pub(super) fn unmet(db: &Connection, thread: i64, number: TaskNumber) -> Result<Vec<TaskNumber>, StoreError> {
    let mut statement = db.prepare_cached(
        "select e.after from edge e left join task d on d.thread = e.thread and d.number = e.after \
         where e.thread = ?1 and e.task = ?2 and d.state is not ?3 order by e.after",
    )?;
    let rows = statement.query_map((thread, number.0, DONE), |row| row.get(0).map(TaskNumber))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn standing_of(db: &Connection, thread: i64, number: TaskNumber) -> Result<Option<Standing>, StoreError> {
    let code: Option<i64> = db
        .prepare_cached("select state from task where thread = ?1 and number = ?2")?
        .query_row((thread, number.0), |row| row.get(0))
        .optional()?;
    code.map(standing).transpose()
}

fn links_between(
    db: &Connection,
    thread: i64,
    first: TaskNumber,
    last: TaskNumber,
) -> Result<BTreeMap<TaskNumber, Vec<TaskNumber>>, StoreError> {
    let mut statement = db.prepare_cached(
        "select task, after from edge where thread = ?1 and task between ?2 and ?3 order by task, after",
    )?;
    let mut rows = statement.query((thread, first.0, last.0))?;
    let mut links: BTreeMap<_, Vec<_>> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        links
            .entry(TaskNumber(row.get(0)?))
            .or_default()
            .push(TaskNumber(row.get(1)?));
    }
    Ok(links)
}

fn with_links(db: &Connection, thread: i64, mut task: Task) -> Result<Task, StoreError> {
    task.after = links(db, thread, task.number)?;
    Ok(task)
}

/// Everything but the links, which live in rows of their own.
fn task(row: &Row<'_>) -> Result<Task, StoreError> {
    let lists = codec::read_lists(row.get_ref(8)?.as_str().map_err(rusqlite::Error::from)?)?;
    let result: Option<String> = row.get(9)?;
    let (kind, agent): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
    Ok(Task {
        number: TaskNumber(row.get(0)?),
        uid: sessions::uid(&row.get::<_, String>(1)?)?,
        key: TaskKey::new(&row.get::<_, String>(2)?)?,
        order: row.get(3)?,
        brief: Brief {
            title: row.get(4)?,
            body: row.get(5)?,
            kind: kind.as_deref().map(read_kind).transpose()?,
            agent: agent.as_deref().map(AgentName::new).transpose()?,
            filed: row.get::<_, Option<String>>(10)?.map(Fingerprint),
            ..lists
        },
        after: Vec::new(),
        state: codec::read_result(result.as_deref())?,
    })
}

fn read_kind(word: &str) -> Result<Kind, StoreError> {
    Kind::from_word(word).ok_or_else(|| StoreError::corrupt(format!("`{word}` is not a kind of task")))
}
