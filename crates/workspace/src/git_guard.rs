//! Keeps git from running what a sandboxed command left behind.
//!
//! [`GitGuard::prepare`] runs before a command. It finds the project's repositories, lists the paths that the sandbox
//! makes read-only, and copies the files that git acts upon. [`GitGuard::audit`] runs after the command. It restores
//! every file that would make git run a program or read other settings, and reports the change. With namespaces, the
//! mounts prevent most of these changes; without them, only the audit finds them.
//!
//! This module never starts git. It opens only regular files of limited size, so no file of a project can block it.

mod actions;
mod audit;
mod baseline;
mod copies;
mod find;
mod includes;
mod index;
mod layout;
mod own_folders;
mod project;
mod settings;
mod shared;

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::GitAccess;
use model::limits::{GIT_COPIES, GIT_COPIES_BYTES, GIT_WALK_FOLDERS};

use baseline::{Baseline, WriteScope};
use copies::Copied;
use layout::{GitLayout, WatchKind};
use project::GuardedProject;
use settings::GitSetting;

use crate::sandbox::Files;

pub use actions::find_git_file;
pub use audit::GitFindings;
pub(crate) use layout::GitMounts;

/// The files with the user's own settings of git and of planwright.
#[derive(Debug, Clone, Default)]
pub(crate) struct GitSurroundings<'a> {
    pub home: Option<&'a Path>,
    /// `$XDG_CONFIG_HOME`.
    pub config: Option<&'a Path>,
    /// `$GIT_CONFIG_GLOBAL`, which replaces the user's own files.
    pub global_file: Option<PathBuf>,
    /// `$GIT_CONFIG_SYSTEM`.
    pub system_file: Option<PathBuf>,
    /// The settings in `$GIT_CONFIG_COUNT`, `$GIT_CONFIG_KEY_0`, `$GIT_CONFIG_VALUE_0` and so on.
    pub settings: Vec<GitSetting>,
    /// The user's configuration of planwright, which decides about the sandbox.
    pub planwright_file: Option<PathBuf>,
}

/// The target of an absolute path, which need not exist.
pub fn real_path(path: &Path) -> PathBuf {
    project::resolve(path).0
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
    #[error("cannot lock {}: {source}", path.display())]
    Lock { path: PathBuf, source: io::Error },
    #[error("{} does not exist, and a command could create it: create it first (it may be empty)", path.display())]
    NoConfig { path: PathBuf },
    #[error("another process still runs a command in the project")]
    Busy,
    #[error("the project has more than {GIT_WALK_FOLDERS} folders, too many to look for git repositories")]
    Folders,
    #[error("stopped while looking for git repositories in the project")]
    Stopped,
}

/// Guards git's files during one command.
pub(crate) struct GitGuard<'a> {
    project: GuardedProject<'a>,
    baseline: Arc<Baseline>,
    layout: GitLayout,
}

impl<'a> GitGuard<'a> {
    /// With [`Files::Guarded`], the sandbox mounts the paths of [`Self::mounts`]. Commands of other
    /// processes are known by the folder `running`. `is_stopped` is polled during the search.
    pub fn prepare(
        root: &Path,
        surroundings: GitSurroundings<'a>,
        access: GitAccess,
        files: Files,
        running: Option<&Path>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, GuardError> {
        let reaches_out = access == GitAccess::Write || files == Files::Open;
        let project = GuardedProject::open(root, surroundings, reaches_out)?;
        let baseline = Baseline::share(&project, &WriteScope::of(&project, access, files), running, is_stopped)?;
        Ok(Self {
            layout: baseline.layout.clone(),
            project,
            baseline,
        })
    }

    /// Looks only at the project's own repository: a quick check whether its files can be guarded.
    pub fn prepare_top(root: &Path, access: GitAccess) -> Result<GitMounts, GuardError> {
        let project = GuardedProject::open(root, GitSurroundings::default(), false)?;
        let found = find::find_top(&project.roots)?;
        let scope = WriteScope::of(&project, access, Files::Workspace);
        Ok(Baseline::of(&project, found, scope, &|| false)?.mounts)
    }

    /// The paths that the sandbox mounts.
    pub fn mounts(&self) -> &GitMounts {
        &self.baseline.mounts
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

impl<'a> GitSurroundings<'a> {
    /// `variables` is the environment of commands.
    pub fn of(variables: &'a [(OsString, OsString)]) -> Self {
        let variable = |wanted: &str| {
            let found = variables.iter().rev().find(|(name, _)| name == wanted);
            found
                .map(|(_, value)| Path::new(value))
                .filter(|path| path.is_absolute())
        };
        Self {
            home: variable("HOME"),
            config: variable("XDG_CONFIG_HOME"),
            // Commands do not get these, but the user's git does.
            global_file: std::env::var_os("GIT_CONFIG_GLOBAL").map(PathBuf::from),
            system_file: std::env::var_os("GIT_CONFIG_SYSTEM").map(PathBuf::from),
            settings: settings_of_environment(),
            planwright_file: None,
        }
    }

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

fn settings_of_environment() -> Vec<GitSetting> {
    let variable = |name: String| std::env::var_os(name).map(OsString::into_vec);
    let count: Option<usize> = std::env::var("GIT_CONFIG_COUNT")
        .ok()
        .and_then(|count| count.parse().ok());
    let setting = |number: usize| {
        let name = variable(format!("GIT_CONFIG_KEY_{number}"))?;
        GitSetting::of_variable(&name, variable(format!("GIT_CONFIG_VALUE_{number}"))?)
    };
    let settings = (0..count.unwrap_or_default().min(GIT_COPIES)).filter_map(setting);
    settings.filter(GitSetting::names_file).collect()
}

impl GuardError {
    /// The path that the error is about, and the rest of the sentence.
    fn subject(&self) -> (PathBuf, String) {
        match self {
            Self::Unfit { path, found } => (path.clone(), format!("is {found}")),
            Self::Settings { path } => (path.clone(), "is not a valid git configuration file".to_owned()),
            Self::Io { path, source } => (path.clone(), format!("cannot be read ({source})")),
            Self::TooMuch { .. }
            | Self::NoConfig { .. }
            | Self::Lock { .. }
            | Self::Busy
            | Self::Folders
            | Self::Stopped => (PathBuf::new(), self.to_string()),
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
