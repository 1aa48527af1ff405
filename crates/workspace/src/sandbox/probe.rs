//! Finds out how well commands can be locked in here, by doing it.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::caches::{CacheAccess, CacheSetup, CageCaches, UNLIMITED};
use super::wire::{Brief, Cage, Ending, StartError, Word};
use super::{Launcher, OURS, Strength};
use model::GitAccess;

use crate::git_guard::{GitGuard, GitMounts};
use crate::run::Limits;
use crate::scratch::Scratch;

/// How commands are locked in, as was tried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    pub(crate) strength: Strength,
    pub(crate) caches: CageCaches,
    pub(crate) git: GitAccess,
    /// The user's configuration of planwright. Where it is in the project, commands cannot change it.
    pub(crate) config_file: Option<PathBuf>,
}

impl Sandbox {
    pub fn strength(&self) -> Strength {
        self.strength
    }

    pub fn cache_access(&self) -> CacheAccess {
        self.caches.access
    }

    pub fn git(&self) -> GitAccess {
        self.git
    }

    pub fn with_git(self, git: GitAccess) -> Self {
        Self { git, ..self }
    }

    pub fn with_config_file(self, config_file: Option<PathBuf>) -> Self {
        Self { config_file, ..self }
    }

    /// Where the running commands of the project are known to other processes. No command can write there.
    pub(crate) fn running_folder(&self) -> Option<PathBuf> {
        let private = self.caches.setup.private.as_ref()?;
        Some(private.with_file_name("running"))
    }

    pub(crate) fn cage(&self, root: &Path, temp: &Path, memory_bytes: u64, git: &GitMounts) -> Cage {
        let ours = OURS.iter().map(|name| root.join(name));
        let ours = ours.filter(|path| path.symlink_metadata().is_ok());
        Cage {
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

#[derive(Debug, thiserror::Error)]
pub enum NoSandbox {
    /// Nothing is offered here; a reason for each strength that was tried.
    #[error("sandbox: unavailable ({})", .0.join("; "))]
    Lacking(Vec<String>),
    /// The machine would offer more, were it not for what lies in the workspace. Whoever wrote that may not choose a
    /// weaker cage with it.
    #[error("sandbox: prevented by the workspace ({0})")]
    Prevented(String),
    /// The trial failed for a reason that may pass, and that another program can cause.
    #[error("sandbox: could not be tried out ({0})")]
    Failed(String),
}

/// The first of these that the machine offers.
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
                caches: CageCaches::new(access, caches.clone()),
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
    /// Tries it in an empty folder of the same disk. If it holds there, the machine offers it.
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
            // The workspace is the reason, which a trial beside it confirms.
            is_unsupported: true,
        })?;
        // The launcher sets the sandbox up. An error before that says nothing about the machine.
        match self.launch_trial(launcher, &root, &git) {
            Ok(Ending::Exited(0)) => Ok(()),
            Ok(Ending::NotStarted(error)) => Err(error),
            Ok(other) => Err(StartError::new(&format!("{other:?}"))),
            Err(error) => Err(StartError::new(&error.to_string())),
        }
    }

    fn launch_trial(&self, launcher: &Launcher, root: &Path, git: &GitMounts) -> io::Result<Ending> {
        let above = std::env::temp_dir();
        let in_temp = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", above.display()));
        let temp = Scratch::new(&above, "planwright-").map_err(in_temp)?;
        let memory_bytes = Limits::default().memory_bytes;
        let mut cage = self.cage(root, &temp.path().canonicalize()?, memory_bytes, git);
        // The first command removes what exceeds the limit, and reports it.
        cage.caches.setup.limit_bytes = UNLIMITED;
        let brief = Brief {
            program: None,
            arguments: Vec::new(),
            input: None,
            variables: Vec::new(),
            folder: root.to_owned(),
            cage: Some(cage),
            reporter: None,
        };
        let (mut ours, theirs) = UnixStream::pair()?;
        let mut command = launcher.command("keep");
        command.stdin(Stdio::from(OwnedFd::from(theirs)));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        drop(command);
        brief.write(&mut ours)?;
        let word = Word::read(&mut ours);
        child.wait()?;
        Ok(word?.ending)
    }
}
