//! Finds out how well commands can be locked in here, by doing it.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::caches::{CacheAccess, CacheSetup, CageCaches, UNLIMITED};
use super::wire::{Brief, Cage, Ending, Word};
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
                Err(error) if sandbox.holds_beside(launcher, root) => {
                    return Err(NoSandbox::Prevented(error.to_string()));
                }
                Err(error) => reasons.push(format!("{}: {error}", strength.word())),
            }
        }
    }
    Err(NoSandbox::Lacking(reasons))
}

impl Sandbox {
    /// Whether it holds in an empty folder of the same disk: then the machine is not to blame.
    fn holds_beside(&self, launcher: &Launcher, root: &Path) -> bool {
        const PREFIX: &str = ".planwright-probe-";
        let beside = root.parent().map(|above| Scratch::new(above, PREFIX));
        let beside = beside.and_then(Result::ok);
        let beside = beside.map_or_else(|| Scratch::new(&std::env::temp_dir(), PREFIX), Ok);
        beside.is_ok_and(|beside| self.try_out(launcher, beside.path()).is_ok())
    }

    fn try_out(&self, launcher: &Launcher, root: &Path) -> io::Result<()> {
        let root = root.canonicalize()?;
        let temp = Scratch::new(&std::env::temp_dir(), "planwright-")?;
        let git = GitGuard::prepare_top(&root, self.git).map_err(io::Error::other)?;
        let memory_bytes = Limits::default().memory_bytes;
        let mut cage = self.cage(&root, &temp.path().canonicalize()?, memory_bytes, &git);
        // The first command removes what exceeds the limit, and reports it.
        cage.caches.setup.limit_bytes = UNLIMITED;
        let brief = Brief {
            program: None,
            arguments: Vec::new(),
            input: None,
            variables: Vec::new(),
            folder: root.clone(),
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
        match word?.ending {
            Ending::Exited(0) => Ok(()),
            Ending::Trouble(trouble) => Err(io::Error::other(trouble)),
            other => Err(io::Error::other(format!("{other:?}"))),
        }
    }
}
