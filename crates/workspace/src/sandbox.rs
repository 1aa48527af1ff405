//! Runs commands in a sandbox, and ends all of their processes.
//!
//! planwright starts its own program again as a launcher, which sets the sandbox up inside of the child process. The
//! launcher must not start the command before the sandbox is complete.

mod caches;
pub(crate) mod family;
mod keeper;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "sandbox/elsewhere.rs"]
mod linux;
mod probe;
pub(crate) mod wire;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

pub use caches::{CacheAccess, CacheSetup, CacheUsage, PrivateCaches, RemovedLayers, default_caches};
pub(crate) use keeper::REPORT;
pub use model::GitAccess;
pub use probe::{NoSandbox, Sandbox, strongest, strongest_of};

/// The first argument of a program that is started as a launcher.
const MARKER: &str = "--planwright-launch";

/// The message of the last stage before it becomes the command. An error message starts with 0 or 1.
const STARTED: &[u8] = b"s";

/// Runs the launcher if the arguments ask for it. Call this first in `main`, before any thread is started, with the arguments
/// after the program's name.
pub fn launch(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    if arguments.next()? != MARKER {
        return None;
    }
    let stage = arguments.next()?;
    Some(match stage.to_str()? {
        "keep" => keeper::keep(),
        "init" => linux::init(),
        "confine" => linux::confine(),
        _ => return None,
    })
}

/// A program whose `main` calls [`launch`].
#[derive(Debug, Clone)]
pub struct Launcher {
    program: PathBuf,
}

impl Launcher {
    /// The path of a program.
    pub fn new(program: PathBuf) -> Self {
        Self { program }
    }

    /// The running program, even if its file was replaced since it was started.
    pub fn this_program() -> Self {
        let itself = PathBuf::from("/proc/self/exe");
        let program = if itself.exists() {
            itself
        } else {
            std::env::current_exe().unwrap_or(itself)
        };
        Self { program }
    }

    /// Without planwright's environment: a library that it preloads could disable the sandbox.
    pub(crate) fn command(&self, stage: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args([MARKER, stage]).env_clear();
        command
    }
}

model::words! {
    /// How well commands are sandboxed, the strongest first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Strength {
        /// Namespaces for users, processes, mounts and the network, with Landlock and system call rules on top.
        Namespaces = "namespaces",
        /// Landlock for files, and a system call rule against internet sockets.
        Landlock = "landlock",
        /// Only the system call rule.
        SystemCalls = "system-calls",
    }
}

/// What a command may do to files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Writes are limited to the project, a private temporary folder and the declared caches. In the project, `.git` and
    /// planwright's own folders are read-only.
    Guarded,
    /// Writes are limited to the project, a private temporary folder and the declared caches.
    Workspace,
    /// The user's own permissions.
    Open,
}

/// Which network addresses a command can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Only itself, over a private loopback device.
    PrivateLoopback,
    /// No internet addresses, also none of this machine.
    None,
    /// The user's own network.
    Open,
}

/// planwright's own folders in a project. With [`Files::Guarded`], commands cannot change them.
pub(crate) const OURS: &[&str] = &[".planwright", ".teddy", ".rawko"];

impl Strength {
    /// What commands may do to files.
    pub fn files(self) -> Files {
        match self {
            Self::Namespaces => Files::Guarded,
            Self::Landlock => Files::Workspace,
            Self::SystemCalls => Files::Open,
        }
    }

    /// Which addresses commands can reach.
    pub fn network(self) -> Network {
        match self {
            Self::Namespaces => Network::PrivateLoopback,
            Self::Landlock | Self::SystemCalls => Network::None,
        }
    }
}
