//! Keeps planwright's own files while a command runs that could remove them: the store, the record of the execution
//! with its journals, the session's turns, and the plan files of rawko.

use std::collections::{BTreeMap, BTreeSet};

use dialect::records::{LostFile, OwnFilesDamage, OwnFilesGap};
use dialect::text::first_line;
use model::{RelPath, limits};
use workspace::sandbox::{Files, Sandbox};
use workspace::{Differences, FolderCopy, RecordState};

use super::bench::Workbench;
use super::command::Cage;
use super::own_store::OwnStore;
use super::place::TurnPlace;
use super::record::Telling;
use crate::project;

const PLANWRIGHT: &str = ".planwright";
const TEDDY: &str = ".teddy";
const RAWKO: &str = ".rawko";

/// The files as they were before a command.
pub(crate) struct OwnFiles {
    store: Option<OwnStore>,
    records: Option<FolderCopy>,
    teddy: Option<FolderCopy>,
    rawko: Option<FolderCopy>,
    /// Files that could not be restored after a removal.
    pub gaps: Vec<OwnFilesGap>,
}

impl OwnFiles {
    /// `None` if the sandbox keeps the command from changing them. A check has no `telling`, because it has no record.
    pub(super) fn keep(
        bench: &Workbench,
        telling: Option<&Telling>,
        session: Option<&TurnPlace>,
        sandbox: Option<&Sandbox>,
    ) -> Option<Self> {
        if sandbox.is_some_and(|sandbox| sandbox.strength().files() == Files::Guarded) {
            return None;
        }
        let mut gaps = Vec::new();
        let mut room = limits::OWN_FILES_BYTES;
        let mut keep = |base, name: &'static str, is_chosen: &dyn Fn(&str) -> bool, is_first: &dyn Fn(&str) -> bool| {
            let is_wanted = |path: &str| !is_passing(name, path) && is_chosen(path);
            match FolderCopy::take(base, name, is_wanted, is_first, &mut room) {
                Ok(copy) => {
                    let left_out = copy.left_out.iter();
                    gaps.extend(left_out.map(|path| OwnFilesGap::TooLarge(name, path.to_string())));
                    Some(copy)
                }
                Err(error) => {
                    gaps.push(OwnFilesGap::Unreadable(name, error.to_string()));
                    None
                }
            }
        };
        let own = telling.map(|telling| telling.own_paths(bench));
        let session = session.map(|place| format!("{}/", place.session));
        let is_own = |path: &str| own.iter().flatten().any(|own| path.starts_with(own.as_str()));
        let is_session = |path: &str| session.as_ref().is_some_and(|session| path.starts_with(session));
        let store_root = project::store_root_of(&bench.setting);
        let finished = FinishedRecords::of(bench);
        let is_stable = |path: &str| is_own(path) || finished.includes(path);
        let records = keep(store_root.as_path(), PLANWRIGHT, &is_stable, &is_own);
        let teddy = keep(bench.root.as_path(), TEDDY, &|_| true, &is_session);
        let rawko = keep(bench.root.as_path(), RAWKO, &|_| true, &|_| false);
        let store = OwnStore::keep(bench);
        gaps.extend(store.iter().flat_map(|store| store.gaps.iter().cloned()));
        Some(Self {
            store,
            records,
            teddy,
            rawko,
            gaps,
        })
    }

    /// For a `run:` criterion, which belongs to no execution.
    pub fn keep_for_check(bench: &Workbench, cage: &Cage) -> Option<Self> {
        Self::keep(bench, None, None, cage.sandbox())
    }

    /// As [`Self::restore`], for a `run:` criterion.
    pub fn restore_after_check(&self, bench: &Workbench, command: &str) -> Option<OwnFilesDamage> {
        self.restore(bench, command, None, None)
    }

    /// Leaves restored files out of the changes, and the store, which other processes change.
    pub(super) fn leave_out_own(&self, bench: &Workbench, changes: &mut Differences) {
        let store = self.store.as_ref().map(|store| store.name(&bench.root));
        let is_store = |path: &RelPath| {
            let rest = store
                .as_ref()
                .and_then(|store| path.as_str().strip_prefix(store.as_str()));
            rest.is_some_and(|rest| ["", "-wal", "-shm", "-journal"].contains(&rest))
        };
        changes.created.retain(|path| !is_store(path));
        changes.removed.retain(|path| !is_store(path));
        for paths in [&mut changes.changed, &mut changes.modes] {
            paths.retain(|path| !is_store(path) && !self.has_old_content(path));
        }
    }

    /// Whether a file of `.teddy` or `.rawko` is as it was before the command.
    fn has_old_content(&self, path: &RelPath) -> bool {
        let copies = [(TEDDY, &self.teddy), (RAWKO, &self.rawko)];
        copies.iter().any(|(folder, copy)| {
            let below = path
                .as_str()
                .strip_prefix(folder)
                .and_then(|path| path.strip_prefix('/'));
            let (Some(copy), Some(below)) = (copy, below) else {
                return false;
            };
            copy.is_same(below)
        })
    }

    /// Restores all files that the command removed or damaged; `None` if there are none.
    pub(super) fn restore(
        &self,
        bench: &Workbench,
        command: &str,
        telling: Option<&mut Telling>,
        session: Option<&TurnPlace>,
    ) -> Option<OwnFilesDamage> {
        let mut harm = OwnFilesDamage {
            command: first_line(command).unwrap_or_default(),
            ..OwnFilesDamage::default()
        };
        let own = telling.as_ref().map(|telling| telling.own_paths(bench));
        let is_own = |path: &str| own.iter().flatten().any(|own| path.starts_with(own.as_str()));
        let session = session.map(|place| format!("{}/", place.session));
        let is_session = |path: &str| session.as_ref().is_some_and(|session| path.starts_with(session));
        let is_record_hit = self.records.as_ref().is_some_and(|copy| {
            // Only this execution writes to its record, so any other content is damage.
            let lost = || without_superseded(bench, copy.changed(is_own), is_own);
            restore(PLANWRIGHT, copy, lost, &is_own, &mut harm)
        });
        if let Some(copy) = &self.teddy {
            restore(TEDDY, copy, || copy.lost(), &is_session, &mut harm);
        }
        if let Some(copy) = &self.rawko {
            restore(RAWKO, copy, || copy.lost(), &|_| false, &mut harm);
        }
        let telling = telling.filter(|_| is_record_hit);
        if let Some(Err(error)) = telling.map(|telling| telling.reopen(bench)) {
            harm.lost.push((LostFile::Record, error.to_string()));
        }
        if let Some(store) = &self.store {
            match store.restore() {
                Ok(false) => {}
                Ok(true) => harm.restored.push(store.name(&bench.root)),
                Err(error) => {
                    let name = store.name(&bench.root);
                    harm.lost.push((LostFile::Other(name), error.to_string()));
                }
            }
        }
        (!harm.restored.is_empty() || !harm.lost.is_empty()).then_some(harm)
    }
}

/// Restores the lost files of a folder if the execution needs one of them, or if all are lost. Otherwise the removal is
/// legitimate: a command may remove an old session, for example. Returns whether files were lost that had to be
/// restored.
fn restore(
    name: &str,
    copy: &FolderCopy,
    lost: impl Fn() -> BTreeSet<String>,
    is_needed: &dyn Fn(&str) -> bool,
    harm: &mut OwnFilesDamage,
) -> bool {
    // The content of a closed folder cannot be compared.
    let was_closed = copy.reopen_folders();
    let lost = lost();
    let is_hit = was_closed || lost.iter().any(|path| is_needed(path)) || !copy.is_empty() && lost.len() == copy.len();
    if !is_hit {
        return false;
    }
    let mut failed = None;
    for path in &lost {
        if let Err(error) = copy.restore(path) {
            failed = Some((LostFile::Other(format!("{name}/{path}")), error.to_string()));
        }
    }
    match failed {
        None => harm.restored.push(name.to_owned()),
        Some(failed) => harm.lost.push(failed),
    }
    true
}

/// The records of finished executions by number. Other executions change their unfinished records and journals
/// meanwhile: restoring an old copy would make the next recovery revert files of a finished group.
struct FinishedRecords {
    folder: String,
    states: BTreeMap<u32, RecordState>,
}

impl FinishedRecords {
    fn of(bench: &Workbench) -> Self {
        let records = bench.records.list().into_iter().flatten();
        Self {
            folder: bench.records.below_planwright(),
            states: records
                .filter(|record| record.state != RecordState::Open)
                .map(|record| (record.number, record.state))
                .collect(),
        }
    }

    /// Whether other executions do not change the file. Files outside of the folder of records are not journals.
    fn includes(&self, path: &str) -> bool {
        let Some(path) = path.strip_prefix(&self.folder).and_then(|path| path.strip_prefix('/')) else {
            return true;
        };
        let (name, below) = path.split_once('/').unwrap_or((path, ""));
        let Some((number, rest)) = name.split_once(['.', '-']) else {
            return true;
        };
        let Ok(number) = number.parse() else {
            // `.gitignore`, and journals of groups without a record.
            return number.is_empty();
        };
        // Another process may be undoing an execution that is done.
        let is_undo = rest == "back" || below.starts_with("back/");
        self.states
            .get(&number)
            .is_some_and(|state| rest != "open" && !(is_undo && *state == RecordState::Done))
    }
}

/// Leaves out records of other executions that were only renamed, because their state changed.
fn without_superseded(
    bench: &Workbench,
    mut lost: BTreeSet<String>,
    is_own: impl Fn(&str) -> bool,
) -> BTreeSet<String> {
    let folder = bench.records.below_planwright();
    let there: BTreeSet<u32> = bench
        .records
        .list()
        .into_iter()
        .flatten()
        .map(|name| name.number)
        .collect();
    let number = |path: &str| {
        let name = path.strip_prefix(&folder)?.strip_prefix('/')?;
        name.split_once('.')?.0.parse::<u32>().ok()
    };
    lost.retain(|path| is_own(path) || number(path).is_none_or(|number| !there.contains(&number)));
    lost
}

/// Temporary files, and the store, which is restored from its backup instead.
fn is_passing(folder: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    folder == PLANWRIGHT && (path.starts_with("store.db") || path.contains("drafts/"))
        || name.ends_with(".lock")
        || name == "lock"
        || name.ends_with(".tmp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_journals_of_other_executions_are_not_kept() {
        let finished = FinishedRecords {
            folder: "turns".to_owned(),
            states: BTreeMap::from([(1, RecordState::Done), (2, RecordState::Undone)]),
        };
        let kept = [
            "config.toml",
            "turns/.gitignore",
            "turns/1.done",
            "turns/1-0/journal",
            "turns/2-back/1.old",
        ];
        let left_out = [
            "turns/loose-1/journal",
            "turns/3.open",
            "turns/3-0/journal",
            "turns/1-back/journal",
            "turns/1-0/back/journal",
        ];
        assert!(kept.iter().all(|path| finished.includes(path)));
        for path in left_out {
            assert!(!finished.includes(path), "{path}");
        }
    }
}
