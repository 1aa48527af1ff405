//! The files below `.rawko`, which show what the store says.
//!
//! They are written when the engine rests and rebuilt when they are behind. A file that somebody has changed by hand is
//! never written over: what stands there is taken in first, or it stays as it is.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use dialect::rawko::{
    ARCHIVE_FOLDER, CURRENT_TASK_FILE, CurrentTask, FOLDER, archived_path, id_of_path, plan_path, write_current_task,
    write_plan,
};
use model::{OpVersion, Phase, PlanId, RelPath, SessionId, limits};
use store::{Read, Store};
use workspace::{FileError, Found, Hold, HoldError, Root};

use super::history;
use super::name::{id_of, plan_of};
use super::view::View;
use super::written::Written;
use crate::error::EngineError;
use crate::project::Engine;

/// How often, and how long each time, one waits for another process that is at the files.
const ATTEMPTS: u32 = 80;
const WAIT: Duration = Duration::from_millis(25);

/// The files, for as long as nobody else is at them.
pub(super) struct Mirror {
    pub tree: Root,
    pub written: Written,
    root: PathBuf,
    _hold: Hold,
}

/// A file as it should be.
struct Page {
    path: String,
    session: SessionId,
    version: OpVersion,
    text: String,
}

impl Engine {
    /// Brings the files up to date, if this project has any.
    pub fn rest(&mut self) -> Result<(), EngineError> {
        if self.is_read_only() || !self.has_mirror() {
            return Ok(());
        }
        let mut mirror = self.mirror()?;
        self.reflect(&mut mirror)
    }

    /// From now on this project has files.
    pub(super) fn begin_mirror(&mut self) -> Result<(), EngineError> {
        if self.is_read_only() {
            return Ok(());
        }
        let mut mirror = self.mirror()?;
        mirror.make(ARCHIVE_FOLDER)?;
        self.reflect(&mut mirror)
    }

    /// Somebody works with rawko here, or has.
    pub(super) fn has_mirror(&self) -> bool {
        workspace::has_folder(self.root(), FOLDER) || self.mirror_place().is_dir()
    }

    pub(super) fn mirror(&self) -> Result<Mirror, EngineError> {
        let place = self.mirror_place();
        let hold = hold(&place.join("lock"))?;
        let tree = Root::open(self.root()).map_err(|source| EngineError::File {
            path: self.root().to_owned(),
            source,
        })?;
        Ok(Mirror {
            tree,
            written: Written::open(&place)?,
            root: self.root().to_owned(),
            _hold: hold,
        })
    }

    fn mirror_place(&self) -> PathBuf {
        let beside = self.database().parent().unwrap_or(self.root());
        let place = beside.join("rawko");
        if self.workspace.root == self.workspace.store_root {
            return place;
        }
        let digest = store::digest(self.root().as_os_str().as_encoded_bytes());
        place.join(format!("worktree-{}", &digest[..16]))
    }

    fn reflect(&mut self, mirror: &mut Mirror) -> Result<(), EngineError> {
        let replans = self.replans().unwrap_or(limits::REPLANS);
        let tx = self.store.read()?;
        let current = tx.current()?;
        let mut sessions: BTreeSet<SessionId> = current.iter().cloned().collect();
        let known = mirror
            .written
            .entries()
            .filter_map(|(_, entry)| SessionId::new(&entry.session).ok());
        sessions.extend(known);
        let mut shown = None;
        for session in sessions {
            let is_current = current.as_ref() == Some(&session);
            if !is_current && mirror.is_put_away(tx.as_ref(), &session)? {
                continue;
            }
            let Some(view) = View::load(tx.as_ref(), &session)?.filter(|view| !view.steps.is_empty()) else {
                continue;
            };
            let sheet = view.sheet(replans)?;
            let archived = archived_path(&sheet.id);
            let is_archived = sheet.status.is_final() && (!is_current || mirror.written.get(&archived).is_some());
            let page = Page {
                path: if is_archived {
                    archived.clone()
                } else {
                    plan_path(&sheet.id)
                },
                version: view.session.version,
                text: write_plan(&sheet),
                session: session.clone(),
            };
            let is_new = mirror.written.get(&page.path).is_none();
            mirror.write(&page)?;
            mirror.clear(&if is_archived { plan_path(&sheet.id) } else { archived })?;
            mirror.turn_over(tx.as_ref(), &view, &sheet.id, is_new, replans)?;
            if is_current && !is_archived {
                shown = Some((
                    session,
                    view.session.version,
                    current_task(sheet.task, sheet.id, sheet.status),
                ));
            }
        }
        match shown {
            Some((session, version, text)) => mirror.write(&Page {
                path: CURRENT_TASK_FILE.to_owned(),
                session,
                version,
                text,
            }),
            None => mirror.clear(CURRENT_TASK_FILE),
        }
    }
}

impl Mirror {
    /// `None` where nothing is there. An empty file is what is left after a power failure.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, EngineError> {
        match self.tree.read(&self.path(path)?, limits::STEPS_FILE_BYTES) {
            Ok(content) if content.bytes.is_empty() => Ok(None),
            Ok(content) => Ok(Some(content.bytes)),
            Err(FileError::Missing { .. }) => Ok(None),
            Err(error) => Err(self.failed(path, &error)),
        }
    }

    pub fn exists(&self, path: &str) -> Result<bool, EngineError> {
        let found = self
            .tree
            .look_up(&self.path(path)?)
            .map_err(|error| self.failed(path, &error))?;
        Ok(found == Found::File)
    }

    /// Nothing has happened to the plan since its file was archived.
    fn is_put_away(&self, tx: &dyn Read, session: &SessionId) -> Result<bool, EngineError> {
        let (Some(plan), Some(now)) = (plan_of(tx, session)?, tx.session(session)?) else {
            return Ok(true);
        };
        let path = archived_path(&id_of(session, plan.version)?);
        let is_current = self
            .written
            .get(&path)
            .is_some_and(|entry| entry.version == now.version);
        Ok(is_current && self.exists(&path)?)
    }

    fn write(&mut self, page: &Page) -> Result<(), EngineError> {
        let (path, text) = (page.path.as_str(), page.text.as_bytes());
        if let Some(found) = self.read(path)? {
            if !self.written.knows(path, &found) && found != text {
                return Ok(());
            }
            if found == text && self.written.is_newest(path, page.version, text) {
                return Ok(());
            }
        }
        self.written.note(path, page.session.as_str(), page.version, text)?;
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.make(folder)?;
        }
        self.tree
            .put(&self.path(path)?, text)
            .map_err(|error| self.failed(path, &error))
    }

    /// Removes a file of ours. One that was changed by hand stays.
    pub fn clear(&mut self, path: &str) -> Result<(), EngineError> {
        if self.written.get(path).is_none() {
            return Ok(());
        }
        if let Some(found) = self.read(path)?
            && !self.written.knows(path, &found)
        {
            return Ok(());
        }
        self.tree
            .remove(&self.path(path)?)
            .map_err(|error| self.failed(path, &error))?;
        self.written.forget(path)
    }

    /// Versions that another has taken the place of are archived; one that was taken back goes. What lies in the archive
    /// already is left alone, and so is what somebody has cleared away.
    fn turn_over(
        &mut self,
        tx: &dyn Read,
        view: &View,
        newest: &PlanId,
        is_new: bool,
        replans: u32,
    ) -> Result<(), EngineError> {
        let session = &view.session.id;
        let is_stale = |path: &str| id_of_path(path).is_some_and(|id| id != *newest);
        let entries = self
            .written
            .entries()
            .filter(|(_, entry)| entry.session == session.as_str());
        let stale: Vec<String> = entries
            .map(|(path, _)| path.clone())
            .filter(|path| is_stale(path))
            .collect();
        let has_files = |id: &PlanId| stale.contains(&plan_path(id));
        if stale.is_empty() && !(is_new && view.plan.supersedes.is_some()) {
            return Ok(());
        }
        let older = history::versions(tx, session, replans)?.split_off(1);
        for version in older.iter().filter(|version| is_new || has_files(&version.sheet.id)) {
            let page = Page {
                path: archived_path(&version.sheet.id),
                session: session.clone(),
                version: OpVersion::ZERO,
                text: write_plan(&version.sheet),
            };
            self.write(&page)?;
        }
        let kept: BTreeSet<String> = older.iter().map(|version| archived_path(&version.sheet.id)).collect();
        stale
            .iter()
            .filter(|path| !kept.contains(*path))
            .try_for_each(|path| self.clear(path))
    }

    pub fn make(&self, folder: &str) -> Result<(), EngineError> {
        self.tree
            .make_folders(&self.path(folder)?)
            .map_err(|error| self.failed(folder, &error))
    }

    fn path(&self, path: &str) -> Result<RelPath, EngineError> {
        path.parse().map_err(|fault: workspace::PathFault| EngineError::Mirror {
            path: self.root.join(path),
            why: fault.to_string(),
        })
    }

    fn failed(&self, path: &str, error: &FileError) -> EngineError {
        EngineError::Mirror {
            path: self.root.join(path),
            why: error.to_string(),
        }
    }
}

fn current_task(task: String, plan_id: PlanId, status: Phase) -> String {
    write_current_task(&CurrentTask { task, plan_id, status })
}

fn hold(path: &std::path::Path) -> Result<Hold, EngineError> {
    let mut attempt = 0;
    loop {
        match Hold::take(path, "planwright, at the files of rawko") {
            Ok(hold) => return Ok(hold),
            Err(HoldError::HeldBy { .. }) if attempt < ATTEMPTS => {
                attempt += 1;
                std::thread::sleep(WAIT);
            }
            Err(error) => {
                return Err(EngineError::Mirror {
                    path: path.to_owned(),
                    why: error.to_string(),
                });
            }
        }
    }
}
