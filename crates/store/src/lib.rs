//! What happened, kept safe.
//!
//! This room knows how sessions, their operations and the rows derived from them are stored. It decides nothing: it
//! loads what a decision needs, and appends what was decided. It never runs a command and never touches the user's
//! files.

mod api;
mod backup;
mod chain;
mod codec;
mod error;
mod sqlite;
#[cfg(test)]
mod testing;

pub use api::{LogQuery, NewOperation, Read, SessionLine, Store, TaskQuery, Write};
pub use backup::Backup;
pub use error::StoreError;

/// A digest of any bytes, as hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

pub use sqlite::{Access, BackupGap, Fault, GapKind, Place, Restored, SqliteStore};
