//! The least that a program can do with a store, as the measure for `cargo xtask bench`: open it with our settings, and
//! read one row by its key (`minimal STORE`), commit one row (`minimal STORE commit`), or start a program that does nothing
//! and commit two rows, as often as told (`minimal STORE steps N`).

use std::process::Command;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Result};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = match arguments.as_slice() {
        [store] => read(&open(store)?)?,
        [store, "commit"] => commit(&open(store)?)?,
        [store, "prepare"] => prepare(&open(store)?)?,
        [store, "steps", times] => steps(&open(store)?, times.parse().unwrap_or(0))?,
        _ => "usage: minimal STORE [commit | prepare | steps N]".to_owned(),
    };
    println!("{answer}");
    Ok(())
}

fn open(store: &str) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(store, flags)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.query_row("pragma journal_mode = wal", [], |_| Ok(()))?;
    connection.execute_batch("pragma synchronous = full; pragma wal_autocheckpoint = 0")?;
    Ok(connection)
}

fn read(connection: &Connection) -> Result<String> {
    connection.query_row("select uid from task where thread = 1 and number = 1", [], |row| {
        row.get(0)
    })
}

fn commit(connection: &Connection) -> Result<String> {
    connection.execute("update minimal set commits = commits + 1 where id = 1", [])?;
    Ok("done".to_owned())
}

/// What anybody must do who starts a program for every step, and remembers that it began and that it ended.
fn steps(connection: &Connection, times: usize) -> Result<String> {
    for _ in 0..times {
        commit(connection)?;
        if !Command::new("true").status().is_ok_and(|status| status.success()) {
            return Ok("there is no `true`".to_owned());
        }
        commit(connection)?;
    }
    Ok("done".to_owned())
}

/// The row that is committed: a table of its own, so that nothing of the plan changes.
fn prepare(connection: &Connection) -> Result<String> {
    connection.execute_batch(
        "create table minimal (id integer primary key, commits integer not null) strict;
         insert into minimal values (1, 0)",
    )?;
    Ok("prepared".to_owned())
}
