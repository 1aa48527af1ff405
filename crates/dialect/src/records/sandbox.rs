//! What restricts the commands of a plan, as reports say it.

use thiserror::Error;

/// The limits of sandboxed commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}, {}", self.writes(), if self.limits_network { "no network" } else { "network not limited" })]
pub struct SandboxLimits {
    pub limits_writes: bool,
    pub may_write_git: bool,
    pub limits_network: bool,
}

impl SandboxLimits {
    fn writes(self) -> &'static str {
        match (self.limits_writes, self.may_write_git) {
            (false, _) => "writes not limited",
            (true, false) => "writes limited to the project",
            (true, true) => "writes limited to the project and its git repository",
        }
    }

    fn read_only(self) -> &'static str {
        match self.may_write_git {
            false => "read-only: .git, .planwright, .teddy, .rawko",
            true => "read-only: settings and hooks of git, .planwright, .teddy, .rawko",
        }
    }
}

/// How commands use the caches of package managers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CacheNote {
    #[error("package caches: private copies")]
    PrivateCopies,
    #[error("package caches: the project's own")]
    OfProject,
}

/// The line about the sandbox in a report. `is_guarded` says that planwright's own folders are read-only.
pub fn sandbox_note(limits: SandboxLimits, is_guarded: bool, caches: Option<CacheNote>) -> String {
    let guarded = is_guarded.then(|| limits.read_only().to_owned());
    let details: Vec<String> = guarded
        .into_iter()
        .chain(caches.map(|caches| caches.to_string()))
        .collect();
    match details.is_empty() {
        true => limits.to_string(),
        false => format!("{limits} ({})", details.join("; ")),
    }
}

pub const SANDBOX_OFF: &str = "off";
/// A person approved the commands on a screen.
pub const SANDBOX_OFF_APPROVED: &str = "off (approved on screen)";
