//! The files below `.rawko`, which show what the store says.
//!
//! They are written when the engine rests and rebuilt when they are behind. A file that somebody has changed by hand is
//! never written over: what stands there is taken in first, or it stays as it is.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use dialect::rawko::{
    ARCHIVE_FOLDER, CURRENT_TASK_FILE, CurrentTask, FOLDER, PLANS_FOLDER, archived_path, id_of_path, plan_path,
    write_current_task, write_plan,
};
use dialect::records::LockOwner;
use model::{OpVersion, Phase, PlanId, RelPath, SessionId, ThreadId, limits};
use store::{Read, Store};
use workspace::{FileError, Found, Hold, HoldError, OwnPath, Root};

use super::history;
use super::name::id_of;
use super::view::View;
use super::written::Written;
use crate::error::EngineError;
use crate::project::Engine;

/// How often, and how long each time, one waits for another process that is at the files.
const ATTEMPTS: u32 = 200;
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

    /// From now on this project has files. Made before there is anything to show, so that whoever comes after a crash knows
    /// that there should be some.
    pub(super) fn begin_mirror(&self) -> Result<(), EngineError> {
        match self.is_read_only() {
            true => Ok(()),
            false => self.mirror()?.make(ARCHIVE_FOLDER),
        }
    }

    /// Somebody works with rawko here, or has.
    pub(super) fn has_mirror(&self) -> bool {
        workspace::has_folder(self.root(), FOLDER) || self.mirror_place().is_folder()
    }

    pub(super) fn mirror(&self) -> Result<Mirror, EngineError> {
        let place = self.mirror_place();
        place.make().map_err(|source| EngineError::File {
            path: place.to_path(),
            source,
        })?;
        let hold = hold(&place.join("lock").to_path())?;
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

    fn mirror_place(&self) -> OwnPath {
        let beside = self.database().parent().unwrap_or(self.root());
        let place = OwnPath::below(beside, &["rawko"]);
        if self.workspace.root == self.workspace.store_root {
            return place;
        }
        let digest = store::digest(self.root().as_os_str().as_encoded_bytes());
        place.join(&format!("worktree-{}", &digest[..16]))
    }

    fn reflect(&mut self, mirror: &mut Mirror) -> Result<(), EngineError> {
        let replans = self.replans().unwrap_or(limits::REPLANS);
        let tx = self.store.read()?;
        let current = tx.current()?;
        let mut sessions: BTreeSet<SessionId> = current.iter().cloned().collect();
        let known = mirror.written.entries();
        sessions.extend(known.filter_map(|(_, entry)| SessionId::new(&entry.session).ok()));
        let mut has_task = false;
        for session in sessions {
            let is_current = current.as_ref() == Some(&session);
            let Some(outline) = Outline::of(tx.as_ref(), &session, replans)? else {
                continue;
            };
            let is_archived =
                outline.phase.is_final() && (!is_current || mirror.written.get(&archived_path(&outline.id)).is_some());
            has_task |= is_current && !is_archived;
            if !mirror.is_fresh(&outline, is_current, is_archived)?
                && let Some(view) = View::load(tx.as_ref(), &session)?
            {
                mirror.show(tx.as_ref(), &view, is_current, is_archived, replans)?;
            }
        }
        match has_task {
            true => Ok(()),
            false => mirror.clear(CURRENT_TASK_FILE),
        }
    }
}

/// What can be said of a plan without looking at its steps.
struct Outline {
    session: SessionId,
    id: PlanId,
    version: OpVersion,
    phase: Phase,
}

impl Outline {
    /// `None` where there is nothing to show.
    fn of(tx: &dyn Read, id: &SessionId, replans: u32) -> Result<Option<Self>, EngineError> {
        let Some(session) = tx.session(id)? else {
            return Ok(None);
        };
        let primary = tx
            .threads(id)?
            .into_iter()
            .find(|(thread, ..)| thread.id == ThreadId::PRIMARY);
        let Some((_, Some(plan), counts)) = primary.filter(|(_, _, counts)| counts.total() > 0) else {
            return Ok(None);
        };
        Ok(Some(Self {
            id: id_of(id, plan.version)?,
            version: session.version,
            phase: Phase::of(&counts, plan.replans < replans),
            session: session.id,
        }))
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

    /// Whether something is there, be it empty.
    pub fn exists(&self, path: &str) -> Result<bool, EngineError> {
        let found = self
            .tree
            .look_up(&self.path(path)?)
            .map_err(|error| self.failed(path, &error))?;
        Ok(found == Found::File)
    }

    /// The files show the plan as it is, and nothing of it lies where it does not belong.
    fn is_fresh(&self, outline: &Outline, is_current: bool, is_archived: bool) -> Result<bool, EngineError> {
        let (open, archived) = (plan_path(&outline.id), archived_path(&outline.id));
        let (here, there) = if is_archived {
            (archived, open)
        } else {
            (open, archived)
        };
        let shows = |path: &str| -> Result<bool, EngineError> {
            let is_ours = self
                .written
                .get(path)
                .is_some_and(|entry| entry.session == outline.session.as_str());
            let found = if is_ours { self.read(path)? } else { None };
            Ok(found.is_some_and(|text| self.written.is_newest(path, outline.version, &text)))
        };
        let is_stray = |path: &str| path.starts_with(PLANS_FOLDER) && !path.starts_with(ARCHIVE_FOLDER) && path != here;
        let mut entries = self
            .written
            .entries()
            .filter(|(_, entry)| entry.session == outline.session.as_str());
        let has_stray = entries.any(|(path, _)| path == &there || is_stray(path));
        let has_task = !is_current || is_archived || shows(CURRENT_TASK_FILE)?;
        Ok(!has_stray && has_task && shows(&here)?)
    }

    fn show(
        &mut self,
        tx: &dyn Read,
        view: &View,
        is_current: bool,
        is_archived: bool,
        replans: u32,
    ) -> Result<(), EngineError> {
        let sheet = view.sheet(replans)?;
        let (open, archived) = (plan_path(&sheet.id), archived_path(&sheet.id));
        let (here, there) = if is_archived {
            (archived, open)
        } else {
            (open, archived)
        };
        let page = |path: String, text| Page {
            path,
            session: view.session.id.clone(),
            version: view.session.version,
            text,
        };
        let is_new = self.written.get(&here).is_none();
        self.write(&page(here, write_plan(&sheet)))?;
        self.clear(&there)?;
        self.turn_over(tx, view, &sheet.id, is_new, replans)?;
        match is_current && !is_archived {
            true => {
                let text = current_task(sheet.task, sheet.id, sheet.status);
                self.write(&page(CURRENT_TASK_FILE.to_owned(), text))
            }
            false => Ok(()),
        }
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
        match Hold::take(path, &LockOwner::RawkoFiles.to_string()) {
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
