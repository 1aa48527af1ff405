//! Keeps git from running what a sandboxed command left behind.
//!
//! [`GitGuard::prepare`] runs before a command. It finds the project's repositories, lists the paths that the sandbox
//! makes read-only, and copies the files that git acts upon. [`GitGuard::audit`] runs after the command. It restores
//! every file that would make git run a program or read other settings, and reports the change. With namespaces, the
//! mounts prevent most of these changes; without them, only the audit finds them.
//!
//! This module never starts git. It opens only regular files of limited size, so no file of a project can block it.

mod audit;
mod copies;
mod find;
mod includes;
mod index;
mod layout;
mod project;
mod settings;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use model::GitAccess;
use model::limits::{GIT_COPIES_BYTES, GIT_WALK_FOLDERS};

use copies::{Copied, Copies};
use find::Repositories;
use layout::{Layout, WatchKind};
use project::Project;

use crate::sandbox::Files;

pub use audit::GitFindings;
pub(crate) use layout::GitMounts;

/// Where git finds the user's own settings.
#[derive(Debug, Clone, Default)]
pub(crate) struct GitSurroundings<'a> {
    pub home: Option<&'a Path>,
    /// `$XDG_CONFIG_HOME`.
    pub config: Option<&'a Path>,
    /// `$GIT_CONFIG_GLOBAL`, which replaces the user's own files.
    pub global_file: Option<PathBuf>,
    /// `$GIT_CONFIG_SYSTEM`.
    pub system_file: Option<PathBuf>,
}

/// Why git's files cannot be guarded. The command does not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GuardError {
    #[error("{} is {found}: git's files cannot be guarded there", path.display())]
    Unfit { path: PathBuf, found: String },
    #[error("{} is not a valid git configuration file", path.display())]
    Settings { path: PathBuf },
    #[error("{}: git's settings in the project have more than {GIT_COPIES_BYTES} bytes or name too many files", path.display())]
    TooMuch { path: PathBuf },
    #[error("cannot read {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("the project has more than {GIT_WALK_FOLDERS} folders, too many to look for git repositories")]
    Folders,
    #[error("stopped while looking for git repositories in the project")]
    Stopped,
}

pub(crate) struct GitGuard<'a> {
    project: Project<'a>,
    found: Repositories,
    layout: Layout,
    copies: Copies,
    mounts: GitMounts,
    /// Folders of the project's own repository that the sandbox mounts read-only. A change there comes from another
    /// program, perhaps from the user, and the audit does not revert it. A read-only file is still compared: if another
    /// program replaces the file, the kernel removes its mount.
    held: BTreeSet<PathBuf>,
}

impl<'a> GitGuard<'a> {
    /// With [`Files::Guarded`], the sandbox mounts the paths of [`Self::mounts`]. `is_stopped` is polled during the search.
    pub fn prepare(
        root: &Path,
        surroundings: GitSurroundings<'a>,
        access: GitAccess,
        files: Files,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, GuardError> {
        let reaches_out = access == GitAccess::Write || files == Files::Open;
        let project = Project::open(root, surroundings, reaches_out)?;
        let found = find::find(&project.roots, None, is_stopped)?;
        Self::over(project, found, access, files, is_stopped)
    }

    /// Looks only at the project's own repository: a quick check whether its files can be guarded.
    pub fn prepare_top(root: &Path, access: GitAccess) -> Result<GitMounts, GuardError> {
        let project = Project::open(root, GitSurroundings::default(), false)?;
        let found = find::find_top(&project.roots)?;
        Ok(Self::over(project, found, access, Files::Workspace, &|| false)?.mounts)
    }

    fn over(
        project: Project<'a>,
        found: Repositories,
        access: GitAccess,
        files: Files,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, GuardError> {
        let layout = Layout::of(&project, &found, is_stopped)?;
        let mounts = layout.mounts(&project, access);
        let tops = [
            Some(project.path.join(".git")),
            project.roots.repository().map(Path::to_owned),
        ];
        let is_held = |path: &&PathBuf| {
            let is_below_top = tops.iter().flatten().any(|top| path.starts_with(top));
            files == Files::Guarded && is_below_top && path.is_dir()
        };
        let mut guard = Self {
            held: mounts.read_only.iter().filter(is_held).cloned().collect(),
            copies: Copies::default(),
            project,
            found,
            layout,
            mounts,
        };
        guard.copies = guard.copy();
        let is_unfit = |(path, found): &(&PathBuf, &Copied)| !found.fits(guard.layout.watched.get(*path).copied());
        match guard.copies.all.iter().find(is_unfit) {
            Some((path, found)) => Err(GuardError::unfit(&guard.project.path.join(path), found)),
            None => Ok(guard),
        }
    }

    pub fn mounts(&self) -> &GitMounts {
        &self.mounts
    }

    /// Also copies files that the audit does not compare, because [`Self::over`] refuses links among them.
    fn copy(&self) -> Copies {
        let mut copies = Copies::default();
        // What a command has made must not use up the room for what was there before.
        let (old, new): (Vec<_>, Vec<_>) = (self.layout.watched.iter())
            .filter(|(path, kind)| **kind != WatchKind::Index || !self.is_held(path))
            .partition(|(path, _)| self.copies.all.contains_key(*path));
        for (path, kind) in old.into_iter().chain(new) {
            copies::copy(&self.project.roots, path, *kind, &mut copies);
        }
        copies
    }

    fn is_held(&self, path: &Path) -> bool {
        let path = self.project.path.join(path);
        let is_mount = |above: &&Path| self.held.contains(*above) || self.mounts.pinned.contains(*above);
        path.ancestors()
            .find(is_mount)
            .is_some_and(|mount| self.held.contains(mount))
    }
}

impl Copied {
    /// Whether this file can be guarded at a path of this kind. `None` is a path below a watched folder: links are
    /// common there.
    fn fits(&self, kind: Option<WatchKind>) -> bool {
        match self {
            Self::File { .. } | Self::Folder => true,
            Self::Link(_) => matches!(kind, None | Some(WatchKind::Link)),
            Self::Unfit(_) => false,
        }
    }
}

impl GitSurroundings<'_> {
    fn config_files(&self) -> Vec<PathBuf> {
        let below_home = self.home.map(|home| home.join(".config"));
        let config = self.config.map(Path::to_owned).or(below_home);
        let config = config.map(|config| config.join("git/config"));
        let own = self.home.map(|home| home.join(".gitconfig"));
        let system = self
            .system_file
            .clone()
            .unwrap_or_else(|| PathBuf::from("/etc/gitconfig"));
        let own = match &self.global_file {
            Some(file) => vec![file.clone()],
            None => [config, own].into_iter().flatten().collect(),
        };
        [vec![system], own].concat()
    }
}

impl GuardError {
    /// The path that the error is about, and the rest of the sentence.
    fn subject(&self) -> (PathBuf, String) {
        match self {
            Self::Unfit { path, found } => (path.clone(), format!("is {found}")),
            Self::Settings { path } => (path.clone(), "is not a valid git configuration file".to_owned()),
            Self::Io { path, source } => (path.clone(), format!("cannot be read ({source})")),
            Self::TooMuch { .. } | Self::Folders | Self::Stopped => (PathBuf::new(), self.to_string()),
        }
    }

    fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        Self::Io { path, source }
    }

    fn link(path: &Path) -> Self {
        Self::Unfit {
            path: path.to_owned(),
            found: "a symbolic link".to_owned(),
        }
    }

    fn unfit(path: &Path, found: &Copied) -> Self {
        match found {
            Copied::Unfit(found) => Self::Unfit {
                path: path.to_owned(),
                found: found.clone(),
            },
            Copied::Link(_) => Self::link(path),
            Copied::File { .. } | Copied::Folder => Self::Unfit {
                path: path.to_owned(),
                found: "a folder".to_owned(),
            },
        }
    }
}
