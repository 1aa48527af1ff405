//! Finds the strongest sandbox of this machine by trying it out.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::caches::{CacheAccess, CacheSetup, CommandCaches, UNLIMITED};
use super::wire::{Confinement, LaunchBrief, LaunchEnd, LaunchReport, StartError};
use super::{Launcher, OURS, Strength};
use model::GitAccess;

use crate::git_guard::{GitGuard, GitMounts};
use crate::run::Limits;
use crate::scratch::Scratch;

/// A sandbox that was tried out on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    pub(crate) strength: Strength,
    pub(crate) caches: CommandCaches,
    pub(crate) git: GitAccess,
    /// The user's configuration of planwright. Where it is in the project, commands cannot change it.
    pub(crate) config_file: Option<PathBuf>,
}

impl Sandbox {
    /// How well commands are sandboxed.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// How commands use package caches.
    pub fn cache_access(&self) -> CacheAccess {
        self.caches.access
    }

    /// What commands may do to git's files.
    pub fn git(&self) -> GitAccess {
        self.git
    }

    /// Changes what commands may do to git's files.
    pub fn with_git(self, git: GitAccess) -> Self {
        Self { git, ..self }
    }

    /// Guards the user's configuration of planwright.
    pub fn with_config_file(self, config_file: Option<PathBuf>) -> Self {
        Self { config_file, ..self }
    }

    /// Where the running commands of the project are known to other processes. No command can write there.
    pub(crate) fn running_folder(&self) -> Option<PathBuf> {
        let private = self.caches.setup.private.as_ref()?;
        Some(private.with_file_name("running"))
    }

    pub(crate) fn confinement(&self, root: &Path, temp: &Path, memory_bytes: u64, git: &GitMounts) -> Confinement {
        let ours = OURS.iter().map(|name| root.join(name));
        let ours = ours.filter(|path| path.symlink_metadata().is_ok());
        Confinement {
            read_only: ours.chain(git.read_only.iter().cloned()).collect(),
            pinned: git.pinned.iter().cloned().collect(),
            strength: self.strength,
            root: root.to_path_buf(),
            temp: temp.to_path_buf(),
            caches: self.caches.clone(),
            memory_bytes,
        }
    }
}

/// The strongest sandbox that this machine offers for the workspace, or why there is none.
pub fn strongest(launcher: &Launcher, root: &Path, caches: &CacheSetup) -> Result<Sandbox, NoSandbox> {
    strongest_of(&Strength::ALL, launcher, root, caches)
}

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
pub enum NoSandbox {
    /// The machine supports none; a reason for each strength.
    #[error("sandbox: unavailable ({})", .0.join("; "))]
    Lacking(Vec<String>),
    /// Files in the project prevent a sandbox that the machine supports. They must not make planwright use a weaker one.
    #[error("sandbox: prevented by the workspace ({0})")]
    Prevented(String),
    /// The trial failed for a temporary reason, which another program can cause.
    #[error("sandbox: could not be tried out ({0})")]
    Failed(String),
}

/// The first of these strengths that the machine supports.
pub fn strongest_of(
    candidates: &[Strength],
    launcher: &Launcher,
    root: &Path,
    caches: &CacheSetup,
) -> Result<Sandbox, NoSandbox> {
    let caches = caches.for_project(&root.canonicalize().unwrap_or_else(|_| root.to_owned()));
    let mut reasons = Vec::new();
    for &strength in candidates {
        // Every access protects the user's caches. With the later ones, commands have to download more again.
        for &access in caches.accesses(strength) {
            let sandbox = Sandbox {
                strength,
                caches: CommandCaches::new(access, caches.clone()),
                git: GitAccess::default(),
                config_file: None,
            };
            match sandbox.try_out(launcher, root) {
                Ok(()) => return Ok(sandbox),
                Err(_) if access != CacheAccess::ReadOnly => {}
                Err(error) if !error.is_unsupported => return Err(NoSandbox::Failed(error.why)),
                Err(error) => match sandbox.try_out_beside(launcher, root) {
                    Ok(()) => return Err(NoSandbox::Prevented(error.why)),
                    Err(beside) if !beside.is_unsupported => return Err(NoSandbox::Failed(beside.why)),
                    Err(_) => reasons.push(format!("{}: {}", strength.word(), error.why)),
                },
            }
        }
    }
    Err(NoSandbox::Lacking(reasons))
}

impl Sandbox {
    /// Tries the sandbox in an empty folder on the same disk, to see whether the machine supports it.
    fn try_out_beside(&self, launcher: &Launcher, root: &Path) -> Result<(), StartError> {
        const PREFIX: &str = ".planwright-probe-";
        let beside = root.parent().map(|above| Scratch::new(above, PREFIX));
        let beside = beside.and_then(Result::ok);
        let beside = beside.map_or_else(|| Scratch::new(&std::env::temp_dir(), PREFIX), Ok);
        let beside = beside.map_err(|error| StartError::new(&error.to_string()))?;
        self.try_out(launcher, beside.path())
    }

    fn try_out(&self, launcher: &Launcher, root: &Path) -> Result<(), StartError> {
        let root = root
            .canonicalize()
            .map_err(|error| StartError::new(&error.to_string()))?;
        let git = GitGuard::prepare_top(&root, self.git).map_err(|error| StartError {
            why: error.to_string(),
            // The project is the reason, and a trial beside it confirms that.
            is_unsupported: true,
        })?;
        // The launcher sets the sandbox up. An error before that says nothing about the machine.
        match self.launch_trial(launcher, &root, &git) {
            Ok(LaunchEnd::Exited(0)) => Ok(()),
            Ok(LaunchEnd::NotStarted(error)) => Err(error),
            Ok(other) => Err(StartError::new(&format!("{other:?}"))),
            Err(error) => Err(StartError::new(&error.to_string())),
        }
    }

    fn launch_trial(&self, launcher: &Launcher, root: &Path, git: &GitMounts) -> io::Result<LaunchEnd> {
        let above = std::env::temp_dir();
        let in_temp = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", above.display()));
        let temp = Scratch::new(&above, "planwright-").map_err(in_temp)?;
        let memory_bytes = Limits::default().memory_bytes;
        let mut confinement = self.confinement(root, &temp.path().canonicalize()?, memory_bytes, git);
        // The first command removes what exceeds the limit, and reports it.
        confinement.caches.setup.limit_bytes = UNLIMITED;
        let brief = LaunchBrief {
            program: None,
            arguments: Vec::new(),
            input: None,
            variables: Vec::new(),
            folder: root.to_owned(),
            confinement: Some(confinement),
            report_fd: None,
        };
        let (mut ours, theirs) = UnixStream::pair()?;
        let mut command = launcher.command("keep");
        command.stdin(Stdio::from(OwnedFd::from(theirs)));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        drop(command);
        brief.write(&mut ours)?;
        let report = LaunchReport::read(&mut ours);
        child.wait()?;
        Ok(report?.ending)
    }
}
