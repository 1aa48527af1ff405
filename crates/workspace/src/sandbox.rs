//! Where commands run: kept together so that all of them can be ended, and locked in when nobody watches.
//!
//! What has to be set up inside of a child is done by our own program, started again as a launcher. It knows nothing of
//! what the command says; it must not do anything before the command is locked in as it was promised to be.

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

/// What the last stage sends just before it becomes the command. An error begins with 0 or 1.
const STARTED: &[u8] = b"s";

/// Does the launcher's work if that is what the program was started for: to be called first thing in `main`, with the
/// arguments after the program's name, before there are threads.
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
    pub fn new(program: PathBuf) -> Self {
        Self { program }
    }

    /// This very program, even if its file has been replaced since it was started.
    pub fn this_program() -> Self {
        let itself = PathBuf::from("/proc/self/exe");
        let program = if itself.exists() {
            itself
        } else {
            std::env::current_exe().unwrap_or(itself)
        };
        Self { program }
    }

    /// The launcher has no use for our environment, and a library preloaded into it could undo its work.
    pub(crate) fn command(&self, stage: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args([MARKER, stage]).env_clear();
        command
    }
}

model::words! {
    /// How well a command is locked in, the strongest first.
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
    /// Writes only in the workspace, its own temporary folder and the declared caches. In the workspace, `.git` and our
    /// own folders are read-only.
    Guarded,
    /// Writes only in the workspace, its own temporary folder and the declared caches.
    Workspace,
    /// Whatever the user may.
    Open,
}

/// What a command may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Itself, over a loopback of its own.
    PrivateLoopback,
    /// No internet addresses, not even those of this machine.
    None,
    /// Whatever the user may.
    Open,
}

/// Our own folders in the workspace, which a command cannot change where [`Files::Guarded`] holds.
pub(crate) const OURS: &[&str] = &[".planwright", ".teddy", ".rawko"];

impl Strength {
    pub fn files(self) -> Files {
        match self {
            Self::Namespaces => Files::Guarded,
            Self::Landlock => Files::Workspace,
            Self::SystemCalls => Files::Open,
        }
    }

    pub fn network(self) -> Network {
        match self {
            Self::Namespaces => Network::PrivateLoopback,
            Self::Landlock | Self::SystemCalls => Network::None,
        }
    }
}
