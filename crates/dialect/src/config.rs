//! The user's configuration: what the user allows, and which programs and places planwright may turn to.
//!
//! Policy stands here and nowhere else. The text comes from the user's own folder, never from a project; who reads the
//! file sees to that.

mod agents;
mod allow;
mod planner;
mod read;
pub(crate) mod rules;
mod run;
mod section;
mod sections;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use model::{GitAccess, HostPattern, PlannerConfig, RelPath, ResearchConfig, limits};

use crate::prompts::PromptName;

pub use agents::{AgentConfig, AgentWork, BUILT_IN};
pub use allow::with_allowed_host;
pub use read::read;
pub use rules::{ADDRESS, CONFLICT, KEY, SYNTAX, TYPE, VALUE};
pub use run::{ApprovalPolicy, RunConfig};

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Config {
    pub sandbox: SandboxPolicy,
    pub execute: ExecuteConfig,
    pub research: Option<ResearchConfig>,
    pub fetch: FetchConfig,
    pub planner: PlannerConfig,
    /// Files of the user's own prompts, below the folder of the configuration.
    pub prompts: BTreeMap<PromptName, RelPath>,
    pub run: RunConfig,
    /// By name.
    pub agents: BTreeMap<String, AgentConfig>,
}

/// Whether commands that nobody watches are locked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SandboxPolicy {
    /// As far as the kernel can.
    #[default]
    Auto,
    /// Where the kernel offers nothing, they do not run.
    Required,
    Off,
}

/// How commands run that a person approved on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ApprovedCommands {
    /// With the rights of the user.
    #[default]
    User,
    /// Sandboxed, like commands that no person approved.
    Sandbox,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteConfig {
    pub timeout_s: u64,
    /// Of each stream.
    pub output_kib: u64,
    /// For each process of a sandboxed command.
    pub memory_mib: u64,
    /// Package caches beside the usual ones. A sandboxed command changes only a private copy. Absolute, or below `~`.
    pub caches: Vec<String>,
    /// Folders outside of the workspace that a sandboxed command writes to directly. Absolute, or below `~`.
    pub shared_caches: Vec<String>,
    /// The size limit of a project's private copies.
    pub cache_mib: u64,
    /// Variables that are let through to commands beside the usual ones.
    pub env: Vec<String>,
    pub git: GitAccess,
    pub approved: ApprovedCommands,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchConfig {
    /// Hosts whose pages are fetched without confirmation.
    pub allow: Vec<HostPattern>,
    /// Whether addresses of this machine and of private networks may be asked.
    pub allow_private: bool,
    pub timeout_s: u64,
    pub max_kib: u64,
}

impl Default for ExecuteConfig {
    fn default() -> Self {
        Self {
            timeout_s: limits::COMMAND_S,
            output_kib: limits::COMMAND_OUTPUT_KIB,
            memory_mib: limits::COMMAND_MEMORY_MIB,
            caches: Vec::new(),
            shared_caches: Vec::new(),
            cache_mib: limits::CACHE_MIB,
            env: Vec::new(),
            git: GitAccess::default(),
            approved: ApprovedCommands::default(),
        }
    }
}

impl Default for FetchConfig {
    fn default() -> Self {
        Self {
            allow: Vec::new(),
            allow_private: false,
            timeout_s: limits::FETCH_S,
            max_kib: limits::FETCH_KIB,
        }
    }
}

impl ExecuteConfig {
    /// The folders of [`caches`](Self::caches). Without a home, those below it are left out.
    pub fn cache_folders(&self, home: Option<&Path>) -> Vec<PathBuf> {
        folders(&self.caches, home)
    }

    /// The folders of [`shared_caches`](Self::shared_caches). Without a home, those below it are left out.
    pub fn shared_cache_folders(&self, home: Option<&Path>) -> Vec<PathBuf> {
        folders(&self.shared_caches, home)
    }
}

fn folders(written: &[String], home: Option<&Path>) -> Vec<PathBuf> {
    let folder = |folder: &String| match folder.strip_prefix("~/") {
        Some(below) => home.map(|home| home.join(below)),
        None => Some(PathBuf::from(folder)),
    };
    written.iter().filter_map(folder).collect()
}

#[cfg(test)]
#[path = "config/read_tests.rs"]
mod read_tests;
