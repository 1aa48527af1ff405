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
use super::layout::{GitLayout, GitMounts, WatchKind};
use super::own_folders;
use super::project::GuardedProject;
use super::shared::{self, Membership};
use crate::sandbox::Files;

pub(super) struct Baseline {
    pub scope: WriteScope,
    pub found: Repositories,
    pub layout: GitLayout,
    pub copies: Copies,
    pub mounts: GitMounts,
    /// Folders of the project's own repository that the sandbox mounts read-only. A change there comes from another
    /// program, perhaps from the user, and the audit does not revert it. A read-only file is still compared: if another
    /// program replaces the file, the kernel removes its mount. Contains only folders from before the oldest running
    /// command: the command that created a folder can remove it, and with it the mounts of other commands.
    pub mounted_read_only: BTreeSet<PathBuf>,
    /// planwright's own folders that did not exist before the command.
    pub missing: BTreeSet<PathBuf>,
    /// Two audits at once would report each other's repairs.
    auditing: Mutex<()>,
    pub membership: Option<Membership>,
}

/// What a command can write to. Commands that differ in it do not share a baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WriteScope {
    root: PathBuf,
    repository: Option<PathBuf>,
    access: GitAccess,
    files: Files,
}

/// The baselines of the commands that run in this process.
static RUNNING: Mutex<Vec<Weak<Baseline>>> = Mutex::new(Vec::new());

impl WriteScope {
    pub(super) fn of(project: &GuardedProject<'_>, access: GitAccess, files: Files) -> Self {
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
        project: &GuardedProject<'_>,
        scope: &WriteScope,
        folder: Option<&Path>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Arc<Self>, GuardError> {
        let mut running = locked(&RUNNING);
        if let Some(baseline) = find_running(&running, |other| other == scope) {
            return Ok(baseline);
        }
        let take = || {
            let found = find::find(&project.roots, None, is_stopped)?;
            Self::of(project, found, scope.clone(), is_stopped)
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
    pub fn running(project: &GuardedProject<'_>) -> Option<Arc<Self>> {
        find_running(&locked(&RUNNING), |other| other.root == project.path)
    }

    pub(super) fn of(
        project: &GuardedProject<'_>,
        found: Repositories,
        scope: WriteScope,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, GuardError> {
        let layout = GitLayout::of(project, &found, is_stopped)?;
        let mounts = layout.mounts(project, scope.access);
        let tops = [
            Some(project.path.join(".git")),
            project.roots.repository().map(Path::to_owned),
        ];
        let is_mounted_read_only = |path: &&PathBuf| {
            let is_below_top = tops.iter().flatten().any(|top| path.starts_with(top));
            scope.files == Files::Guarded && is_below_top && path.is_dir()
        };
        let mut baseline = Self {
            mounted_read_only: mounts.read_only.iter().filter(is_mounted_read_only).cloned().collect(),
            missing: own_folders::missing(&project.path),
            copies: Copies::default(),
            auditing: Mutex::default(),
            membership: None,
            scope,
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
        project: &GuardedProject<'_>,
        layout: &GitLayout,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Copies, GuardError> {
        let mut copies = Copies::default();
        // New files of a command must not use up the size limit for the files from before.
        let (old, new): (Vec<_>, Vec<_>) = (layout.watched.iter())
            .filter(|(path, kind)| **kind != WatchKind::Index || !self.is_mounted_read_only(path))
            .partition(|(path, _)| self.copies.all.contains_key(*path));
        for (path, kind) in old.into_iter().chain(new) {
            if is_stopped() {
                return Err(GuardError::Stopped);
            }
            copies::copy(&project.roots, path, *kind, &mut copies);
        }
        Ok(copies)
    }

    pub(super) fn is_mounted_read_only(&self, path: &Path) -> bool {
        let path = self.scope.root.join(path);
        let is_mount = |above: &&Path| self.mounted_read_only.contains(*above) || self.mounts.pinned.contains(*above);
        path.ancestors()
            .find(is_mount)
            .is_some_and(|mount| self.mounted_read_only.contains(mount))
    }

    pub(super) fn begin_audit(&self) -> MutexGuard<'_, ()> {
        locked(&self.auditing)
    }
}

fn find_running(running: &[Weak<Baseline>], fits: impl Fn(&WriteScope) -> bool) -> Option<Arc<Baseline>> {
    let mut running = running.iter().filter_map(Weak::upgrade);
    running.find(|baseline| fits(&baseline.scope))
}

/// A panic in another thread leaves consistent data.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
