//! The state of a project's repositories before its oldest running command.
//!
//! Commands may run at the same time. A command that starts while another one runs finds what the other one has planted so
//! far, so the audit compares with the state before the oldest of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use model::GitAccess;

use super::GuardError;
use super::copies::{self, Copied, Copies};
use super::find::{self, Repositories};
use super::layout::{GitMounts, Layout, WatchKind};
use super::own_folders;
use super::project::Project;
use super::shared::{self, Membership};
use crate::sandbox::Files;

pub(super) struct Baseline {
    pub reach: Reach,
    pub found: Repositories,
    pub layout: Layout,
    pub copies: Copies,
    pub mounts: GitMounts,
    /// Folders of the project's own repository that the sandbox mounts read-only. A change there comes from another
    /// program, perhaps from the user, and the audit does not revert it. A read-only file is still compared: if another
    /// program replaces the file, the kernel removes its mount. Contains only folders from before the oldest running
    /// command: the command that created a folder can remove it, and with it the mounts of other commands.
    pub held: BTreeSet<PathBuf>,
    /// planwright's own folders that did not exist.
    pub missing: BTreeSet<PathBuf>,
    /// Of two audits at once, one would report the repairs of the other.
    auditing: Mutex<()>,
    pub membership: Option<Membership>,
}

/// What a command can write to. Commands that differ in it do not share a baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reach {
    root: PathBuf,
    repository: Option<PathBuf>,
    access: GitAccess,
    files: Files,
}

/// The baselines of the commands that run in this process.
static RUNNING: Mutex<Vec<Weak<Baseline>>> = Mutex::new(Vec::new());

impl Reach {
    pub fn of(project: &Project<'_>, access: GitAccess, files: Files) -> Self {
        Self {
            root: project.path.clone(),
            repository: project.roots.repository().map(Path::to_owned),
            access,
            files,
        }
    }
}

impl Baseline {
    /// `folder` is for commands of other processes. It must be outside of the project.
    pub fn share(
        project: &Project<'_>,
        reach: &Reach,
        folder: Option<&Path>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Arc<Self>, GuardError> {
        let mut running = locked(&RUNNING);
        if let Some(baseline) = find_running(&running, |other| other == reach) {
            return Ok(baseline);
        }
        let take = || {
            let found = find::find(&project.roots, None, is_stopped)?;
            Self::of(project, found, reach.clone(), is_stopped)
        };
        let baseline = match folder {
            Some(folder) => shared::join(folder, is_stopped, &take)?,
            None => take()?,
        };
        let baseline = Arc::new(baseline);
        running.retain(|other| other.strong_count() > 0);
        running.push(Arc::downgrade(&baseline));
        Ok(baseline)
    }

    /// The baseline of a command that runs in the project now.
    pub fn running(project: &Project<'_>) -> Option<Arc<Self>> {
        find_running(&locked(&RUNNING), |other| other.root == project.path)
    }

    pub fn of(
        project: &Project<'_>,
        found: Repositories,
        reach: Reach,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, GuardError> {
        let layout = Layout::of(project, &found, is_stopped)?;
        let mounts = layout.mounts(project, reach.access);
        let tops = [
            Some(project.path.join(".git")),
            project.roots.repository().map(Path::to_owned),
        ];
        let is_held = |path: &&PathBuf| {
            let is_below_top = tops.iter().flatten().any(|top| path.starts_with(top));
            reach.files == Files::Guarded && is_below_top && path.is_dir()
        };
        let mut baseline = Self {
            held: mounts.read_only.iter().filter(is_held).cloned().collect(),
            missing: own_folders::missing(&project.path),
            copies: Copies::default(),
            auditing: Mutex::default(),
            membership: None,
            reach,
            found,
            layout,
            mounts,
        };
        baseline.copies = baseline.copy(project, &baseline.layout, is_stopped)?;
        let is_unfit = |(path, found): &(&PathBuf, &Copied)| !found.fits(baseline.layout.watched.get(*path).copied());
        match baseline.copies.all.iter().find(is_unfit) {
            Some((path, found)) => Err(GuardError::unfit(&project.path.join(path), found)),
            None => Ok(baseline),
        }
    }

    /// Also copies files that the audit does not compare, because [`Self::of`] refuses links among them.
    pub fn copy(
        &self,
        project: &Project<'_>,
        layout: &Layout,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Copies, GuardError> {
        let mut copies = Copies::default();
        // What a command has made must not use up the room for what was there before.
        let (old, new): (Vec<_>, Vec<_>) = (layout.watched.iter())
            .filter(|(path, kind)| **kind != WatchKind::Index || !self.is_held(path))
            .partition(|(path, _)| self.copies.all.contains_key(*path));
        for (path, kind) in old.into_iter().chain(new) {
            if is_stopped() {
                return Err(GuardError::Stopped);
            }
            copies::copy(&project.roots, path, *kind, &mut copies);
        }
        Ok(copies)
    }

    pub fn is_held(&self, path: &Path) -> bool {
        let path = self.reach.root.join(path);
        let is_mount = |above: &&Path| self.held.contains(*above) || self.mounts.pinned.contains(*above);
        path.ancestors()
            .find(is_mount)
            .is_some_and(|mount| self.held.contains(mount))
    }

    pub fn begin_audit(&self) -> MutexGuard<'_, ()> {
        locked(&self.auditing)
    }
}

fn find_running(running: &[Weak<Baseline>], fits: impl Fn(&Reach) -> bool) -> Option<Arc<Baseline>> {
    let mut running = running.iter().filter_map(Weak::upgrade);
    running.find(|baseline| fits(&baseline.reach))
}

/// A panic in another thread leaves nothing half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
