//! The least that a program can do with a store, as the measure for `cargo xtask bench`: open it with our settings, and
//! read one row by its key (`minimal STORE`) or commit one row (`minimal STORE commit`).

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
        _ => "usage: minimal STORE [commit | prepare]".to_owned(),
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

/// The row that is committed: a table of its own, so that nothing of the plan changes.
fn prepare(connection: &Connection) -> Result<String> {
    connection.execute_batch(
        "create table minimal (id integer primary key, commits integer not null) strict;
         insert into minimal values (1, 0)",
    )?;
    Ok("prepared".to_owned())
}
