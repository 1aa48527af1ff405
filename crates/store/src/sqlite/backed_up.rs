//! How far the backup has what the store has.

use std::path::PathBuf;

use model::SessionId;
use rusqlite::Connection;

use super::{log, sessions};
use crate::backup::{Backup, Record};
use crate::error::StoreError;

/// A session whose backup is not what the store holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupGap {
    pub session: SessionId,
    /// Where its backup lies, or would lie.
    pub file: PathBuf,
    pub kind: GapKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GapKind {
    /// So many operations are not in it. The next one brings them along.
    Behind(usize),
    /// It has so many that the store has not.
    Ahead(usize),
    /// From this operation on it is damaged, or tells another story.
    Differs(u64),
}

pub(super) fn gaps(db: &Connection, backup: &Backup) -> Result<Vec<BackupGap>, StoreError> {
    let ours: Vec<SessionId> = sessions::all(db)?.into_iter().map(|line| line.session.id).collect();
    let theirs = backup.files().into_iter().filter_map(|file| file.session());
    let only_theirs = theirs.filter(|session| !ours.contains(session));
    let mut gaps = Vec::new();
    for session in ours.iter().cloned().chain(only_theirs) {
        let known = match ours.contains(&session) {
            true => log::records_from(db, session.as_str(), 0)?.unwrap_or_default(),
            false => Vec::new(),
        };
        let file = backup.file(&session);
        let kind = gap(&known, &file.records()?);
        gaps.extend(kind.map(|kind| BackupGap {
            file: file.into_path(),
            session,
            kind,
        }));
    }
    Ok(gaps)
}

fn gap(ours: &[Record], theirs: &[Option<Record>]) -> Option<GapKind> {
    let is_same = |(theirs, ours): (&Option<Record>, &Record)| theirs.as_ref() == Some(ours);
    let common = theirs.iter().zip(ours).take_while(|pair| is_same(*pair)).count();
    let is_damaged = theirs[common..].iter().any(Option::is_none);
    match (theirs.len() - common, ours.len() - common) {
        (0, 0) => None,
        (0, missing) => Some(GapKind::Behind(missing)),
        (more, 0) if !is_damaged => Some(GapKind::Ahead(more)),
        _ => Some(GapKind::Differs(
            u64::try_from(common).unwrap_or(u64::MAX).saturating_add(1),
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sqlite::SqliteStore;
    use crate::testing::{add, id, open, place};

    fn check(store: &mut SqliteStore, expected: &[GapKind]) {
        let gaps = store.backup_gaps().unwrap().unwrap();
        assert!(gaps.iter().all(|gap| gap.session == id()));
        let kinds: Vec<GapKind> = gaps.iter().map(|gap| gap.kind).collect();
        assert_eq!(kinds, expected);
    }

    #[test]
    fn what_the_backup_lacks_or_has_beyond_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let place = place(folder.path());
        let file = place.backups.clone().unwrap().join("s.oplog");
        let mut store = SqliteStore::open_or_create(&place).unwrap();
        open(&mut store, &[vec![]]);
        add(&mut store, &[]);
        add(&mut store, &[]);
        check(&mut store, &[]);

        let whole = fs::read_to_string(&file).unwrap();
        let first = whole.lines().next().unwrap();
        fs::write(&file, format!("{first}\n")).unwrap();
        check(&mut store, &[GapKind::Behind(2)]);
        fs::remove_file(&file).unwrap();
        check(&mut store, &[GapKind::Behind(3)]);
        fs::write(&file, format!("{whole}{first}\n")).unwrap();
        check(&mut store, &[GapKind::Ahead(1)]);
        let broken = whole
            .replacen("\"bodies\"", "\"bodyes\"", 2)
            .replacen("\"bodyes\"", "\"bodies\"", 1);
        fs::write(&file, broken).unwrap();
        check(&mut store, &[GapKind::Differs(2)]);
        fs::write(&file, format!("{whole}damaged\n")).unwrap();
        check(&mut store, &[GapKind::Differs(4)]);

        fs::write(&file, &whole).unwrap();
        drop(store);
        fs::remove_dir_all(place.database.parent().unwrap()).unwrap();
        check(&mut SqliteStore::open_or_create(&place).unwrap(), &[GapKind::Ahead(3)]);
    }
}
