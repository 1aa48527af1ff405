//! What restricts the commands of a plan, as reports say it.

use std::fmt;

/// The limits of sandboxed commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxLimits {
    pub limits_writes: bool,
    pub may_write_git: bool,
    pub limits_network: bool,
}

/// How commands use the caches of package managers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheNote {
    PrivateCopies,
    OfProject,
}

/// The line about the sandbox in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxNote {
    Off,
    /// A person approved the commands on a screen.
    OffApproved,
    Limited {
        limits: SandboxLimits,
        /// Planwright's own folders are read-only.
        is_guarded: bool,
        caches: Option<CacheNote>,
    },
}

impl fmt::Display for SandboxLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = match (self.limits_writes, self.may_write_git) {
            (false, _) => "writes not limited",
            (true, false) => "writes limited to the project",
            (true, true) => "writes limited to the project and its git repository",
        };
        let network = match self.limits_network {
            true => "no network",
            false => "network not limited",
        };
        write!(f, "{files}, {network}")
    }
}

impl fmt::Display for SandboxNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (limits, is_guarded, caches) = match self {
            Self::Off => return f.write_str("off"),
            Self::OffApproved => return f.write_str("off (approved on screen)"),
            Self::Limited {
                limits,
                is_guarded,
                caches,
            } => (limits, *is_guarded, caches),
        };
        let guarded = is_guarded.then_some(match limits.may_write_git {
            false => "read-only: .git, .planwright, .teddy, .rawko",
            true => "read-only: settings and hooks of git, .planwright, .teddy, .rawko",
        });
        let caches = caches.map(|caches| match caches {
            CacheNote::PrivateCopies => "package caches: private copies",
            CacheNote::OfProject => "package caches: the project's own",
        });
        let details: Vec<&str> = guarded.into_iter().chain(caches).collect();
        match details.is_empty() {
            true => limits.fmt(f),
            false => write!(f, "{limits} ({})", details.join("; ")),
        }
    }
}
