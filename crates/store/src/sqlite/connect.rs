//! Opening the file with the settings that the promises rest on.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{migrate, wal};
use crate::error::StoreError;

/// Whether anything can be written where the store lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Write,
    Read,
}

pub(super) fn connect(database: &Path) -> Result<(Connection, Access), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    match open(database, flags | OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(|connection| {
        let writable = !connection.is_readonly(rusqlite::MAIN_DB)?;
        // Another program's file is refused later; until then it is left as it is.
        if migrate::is_ours(&connection)? {
            prepare(&connection, database)?;
        }
        Ok((connection, writable))
    }) {
        Ok((connection, true)) => Ok((connection, Access::Write)),
        Ok((connection, false)) => Ok((connection, Access::Read)),
        Err(error) if is_about_access(&error) => read_only(database, flags),
        Err(error) => Err(error.into()),
    }
}

/// Whether an integrity check through a new connection finds no damage.
pub(super) fn is_sound(database: &Path) -> bool {
    let check = || -> Result<bool, StoreError> {
        let (connection, _) = connect(database)?;
        let found: String = connection.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
        Ok(found == "ok")
    };
    database.is_file() && check().unwrap_or(false)
}

/// A folder that cannot be written has no room for the shared index of a WAL, unless one was left behind.
fn read_only(database: &Path, flags: OpenFlags) -> Result<(Connection, Access), StoreError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let has_log = wal::bytes(database) > 0;
    let address = format!(
        "file:{}{}",
        percent_encoded(database),
        if has_log { "" } else { "?immutable=1" }
    );
    let connection = open(Path::new(&address), flags)?;
    Ok((connection, Access::Read))
}

fn percent_encoded(path: &Path) -> String {
    let mut encoded = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => encoded.push(char::from(*byte)),
            other => encoded.push_str(&format!("%{other:02X}")),
        }
    }
    encoded
}

fn open(database: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_with_flags(database, flags)?;
    connection.busy_handler(Some(wait))?;
    // Closing must not cost a checkpoint: the next opener finds the log as it is.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    parse_once(&connection)?;
    Ok(connection)
}

/// Each statement is parsed once. SQLite as we build it would parse it again for every new value, in the hope of a
/// better plan; ours are written so that there is none.
pub(super) fn parse_once(connection: &Connection) -> rusqlite::Result<()> {
    const MORE_THAN_WE_HAVE: usize = 128;
    connection.set_prepared_statement_cache_capacity(MORE_THAN_WE_HAVE);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

pub(super) fn prepare(connection: &Connection, database: &Path) -> rusqlite::Result<()> {
    let journal = if is_on_network(database) { "persist" } else { "wal" };
    connection.query_row(&format!("pragma journal_mode = {journal}"), [], |_| Ok(()))?;
    connection.execute_batch("pragma synchronous = full; pragma temp_store = memory")
}

/// Waits in short steps, so that a lock whose holder died is taken over at once, and gives up at the limit.
fn wait(tries: i32) -> bool {
    const QUICK_TRIES: i32 = 20;
    const STEP_MS: u64 = 10;
    let step_ms = if tries < QUICK_TRIES { 1 } else { STEP_MS };
    let waited_ms = u64::try_from(tries).unwrap_or(0) * STEP_MS;
    if waited_ms > model::limits::LOCK_WAIT_MS {
        return false;
    }
    std::thread::sleep(Duration::from_millis(step_ms));
    true
}

fn is_about_access(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    )
}

/// Shared memory, on which a WAL rests, does not work across machines.
pub(super) fn is_on_network(database: &Path) -> bool {
    const NFS: u64 = 0x6969;
    const SMB: u64 = 0x517B;
    const SMB2: u64 = 0xFE53_4D42;
    const CIFS: u64 = 0xFF53_4D42;
    const CODA: u64 = 0x7375_7245;
    const AFS: u64 = 0x5346_414F;
    const CEPH: u64 = 0x00C3_6400;
    const PLAN_9: u64 = 0x0102_1997;
    let folder = database.parent().unwrap_or(Path::new("."));
    let Ok(stat) = rustix::fs::statfs(folder) else {
        return false;
    };
    let kind = u64::from(u32::try_from(stat.f_type & 0xFFFF_FFFF).unwrap_or(0));
    [NFS, SMB, SMB2, CIFS, CODA, AFS, CEPH, PLAN_9].contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::create;

    fn setting<T: rusqlite::types::FromSql>(connection: &Connection, name: &str) -> T {
        let setting = connection.query_row(&format!("pragma {name}"), [], |row| row.get(0));
        setting.unwrap()
    }

    /// The promises against kills and power losses rest on these two.
    #[test]
    fn every_connection_logs_ahead_and_syncs_fully() {
        const FULL: i64 = 2;
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("store.db");
        create::create(&database).unwrap();
        for _ in 0..2 {
            let (connection, access) = connect(&database).unwrap();
            assert_eq!(access, Access::Write);
            assert_eq!(setting::<String>(&connection, "journal_mode"), "wal");
            assert_eq!(setting::<i64>(&connection, "synchronous"), FULL);
        }
    }
}
