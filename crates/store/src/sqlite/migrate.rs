//! Numbered migrations, each applied once, in one transaction, after a copy was put aside.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior, params};

use super::home::Home;
use super::wal;
use crate::error::StoreError;

/// The scripts in order. The schema's number is the number of scripts applied.
const SCRIPTS: &[&str] = &[include_str!("0001.sql")];

/// "PLWR", so that no other program's file is taken for ours.
const APPLICATION_ID: i64 = 0x504C_5752;

pub(super) fn known_schema() -> i64 {
    i64::try_from(SCRIPTS.len()).unwrap_or(i64::MAX)
}

pub(super) fn bring_up_to_date(connection: &mut Connection, database: &Path) -> Result<(), StoreError> {
    let found = schema(connection)?;
    let known = known_schema();
    if found == 0 || !is_ours(connection)? {
        return Err(StoreError::Foreign(database.to_owned()));
    }
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    if found < known {
        put_aside(connection, database, found)?;
        wal::name(database)?;
        apply(connection)?;
    }
    Ok(())
}

/// Makes an empty database a store.
pub(super) fn set_up(connection: &mut Connection) -> Result<(), StoreError> {
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    apply(connection)
}

fn apply(connection: &mut Connection) -> Result<(), StoreError> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = schema(&tx)?;
    tx.execute_batch("create table if not exists migration (number integer primary key, digest text not null) strict")?;
    for (number, script) in (1..).zip(SCRIPTS) {
        let digest = blake3::hash(script.as_bytes()).to_hex().to_string();
        if number > found {
            tx.execute_batch(script)?;
            tx.execute("insert into migration values (?1, ?2)", params![number, digest])?;
        }
    }
    tx.pragma_update(None, "user_version", known_schema())?;
    tx.commit()?;
    Ok(())
}

fn put_aside(connection: &Connection, database: &Path, found: i64) -> Result<(), StoreError> {
    let copy = database.with_extension(format!("schema-{found}.db"));
    if let (Some(home), Some(name)) = (Home::open(database)?, copy.file_name()) {
        home.remove(name).map_err(StoreError::at(&copy))?;
    }
    connection.execute("vacuum into ?1", [copy.to_string_lossy()])?;
    Ok(())
}

/// Where a script was changed after it had been applied, in number order.
pub(super) fn altered(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let mut statement = connection.prepare("select number, digest from migration order by number")?;
    let applied: Vec<(i64, String)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let ours = |number: i64| SCRIPTS.get(usize::try_from(number - 1).ok()?);
    let same = |number: i64, digest: &str| {
        ours(number).is_some_and(|script| blake3::hash(script.as_bytes()).to_hex().as_str() == digest)
    };
    Ok(applied
        .into_iter()
        .filter(|(number, digest)| !same(*number, digest))
        .map(|(number, _)| number)
        .collect())
}

fn schema(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("pragma user_version", [], |row| row.get(0))?)
}

/// Whether the file says that it is a store of ours.
pub(super) fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    let found: i64 = connection.query_row("pragma application_id", [], |row| row.get(0))?;
    Ok(found == APPLICATION_ID)
}
