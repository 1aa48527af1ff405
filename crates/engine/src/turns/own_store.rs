//! Restores the plan's store after a command that removed or damaged it.
//!
//! Other processes may write to the store meanwhile, so it is not copied. It is restored from the backup of its log,
//! which every process writes.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use dialect::records::OwnFilesGap;
use model::SessionId;
use store::{BackupGap, GapKind, Place, SqliteStore, Store, StoreError};

use super::bench::Workbench;
use crate::project;

/// A store as it was before a command.
pub(super) struct OwnStore {
    place: Place,
    current: Option<SessionId>,
    marks: Marks,
    pub gaps: Vec<OwnFilesGap>,
}

/// Inode, size and change time of the store and its log. A command cannot set the change time back.
type Marks = [Option<(u64, u64, i64, i64)>; 2];

impl OwnStore {
    /// Brings the backup up to date. `None` if the project has no store.
    pub fn keep(bench: &Workbench) -> Option<Self> {
        let place = project::place_of(&bench.setting);
        let marks = marks(&place.database);
        marks[0]?;
        let (current, gaps) = match back_up(&place) {
            Ok(kept) => kept,
            Err(error) => (None, vec![OwnFilesGap::StoreNotBackedUp(error.to_string())]),
        };
        Some(Self {
            place,
            current,
            marks,
            gaps,
        })
    }

    /// From the project's root, if the store is below it.
    pub fn name(&self, root: &Path) -> String {
        let root = root.canonicalize();
        let path = self
            .place
            .database
            .strip_prefix(root.as_deref().unwrap_or(Path::new("")));
        path.unwrap_or(&self.place.database).display().to_string()
    }

    /// Restores a lost or damaged store, and returns whether that was necessary.
    pub fn restore(&self) -> Result<bool, StoreError> {
        if marks(&self.place.database) == self.marks {
            return Ok(false);
        }
        let is_sound = match SqliteStore::open(&self.place).and_then(|mut store| store.verify()) {
            Ok(faults) => faults.is_empty(),
            // The store exists, and another process uses it.
            Err(StoreError::Locked { .. }) => true,
            Err(error) if is_damage(&error) => false,
            // A newer or unreadable store may be sound, so it stays.
            Err(error) => return Err(error),
        };
        if !is_sound {
            SqliteStore::put_aside(&self.place)?;
        }
        let mut store = SqliteStore::open_or_create(&self.place)?;
        let restored = store.restore()?;
        if is_sound && restored.iter().all(|session| session.operations == 0) {
            return Ok(false);
        }
        if let Some(current) = &self.current {
            let mut tx = store.write()?;
            tx.set_current(current)?;
            tx.commit()?;
        }
        Ok(true)
    }
}

fn is_damage(error: &StoreError) -> bool {
    use StoreError::{Corrupt, Foreign, HardLink, Irregular, Missing, Remains};
    matches!(
        error,
        Missing(_) | Corrupt { .. } | Foreign(_) | Irregular { .. } | HardLink(_) | Remains(_)
    )
}

fn back_up(place: &Place) -> Result<(Option<SessionId>, Vec<OwnFilesGap>), StoreError> {
    let mut store = SqliteStore::open(place)?;
    let current = store.read()?.current()?;
    let gaps = match store.complete_backup()? {
        Some(gaps) => gaps.into_iter().filter_map(gap).collect(),
        None => vec![OwnFilesGap::NoBackup],
    };
    Ok((current, gaps))
}

/// A backup with more operations than the store is no problem.
fn gap(gap: BackupGap) -> Option<OwnFilesGap> {
    let (session, file) = (gap.session, gap.file.display().to_string());
    match gap.kind {
        GapKind::Behind(missing) => Some(OwnFilesGap::BackupBehind(session, missing, file)),
        GapKind::Differs(from) => Some(OwnFilesGap::BackupDiffers(session, from, file)),
        GapKind::Ahead(_) => None,
    }
}

fn marks(database: &Path) -> Marks {
    ["", "-wal"].map(|suffix| {
        let mut path = database.as_os_str().to_owned();
        path.push(suffix);
        let found = Path::new(&path).symlink_metadata().ok()?;
        Some((found.ino(), found.len(), found.ctime(), found.ctime_nsec()))
    })
}
