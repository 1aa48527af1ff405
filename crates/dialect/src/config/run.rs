//! The section `[run]`: how far a driver may go by itself.

use model::limits;

use super::section::Section;
use crate::data::Collector;

pub(super) const KEYS: &[&str] = &["jobs", "iterations", "replans", "turns", "approval"];

const APPROVALS: &[(&str, ApprovalPolicy)] = &[("ask", ApprovalPolicy::Ask), ("sandbox", ApprovalPolicy::Sandbox)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunConfig {
    /// Steps that may run at the same time.
    pub jobs: u64,
    /// Steps that may be started in one run.
    pub iterations: u64,
    /// How often a plan may be made anew.
    pub replans: u64,
    /// Turns that a planner agent has for one step.
    pub turns: u64,
    pub approval: ApprovalPolicy,
}

/// Who says yes to commands of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ApprovalPolicy {
    /// The person at the terminal.
    #[default]
    Ask,
    /// Nobody, but they are locked in.
    Sandbox,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            jobs: limits::RUN_JOBS,
            iterations: limits::RUN_ITERATIONS,
            replans: limits::RUN_REPLANS,
            turns: limits::RUN_TURNS,
            approval: ApprovalPolicy::default(),
        }
    }
}

pub(super) fn run(top: &Section<'_>, log: &mut Collector<'_>) -> RunConfig {
    let default = RunConfig::default();
    let Some(section) = top.section("run", log) else {
        return default;
    };
    let section = section.with_keys(KEYS, log);
    let mut number = |key: &str, least: u64, most: u64| section.number(key, &(least..=most), log);
    let (jobs, iterations) = (
        number("jobs", 1, limits::RUN_JOBS_MAX),
        number("iterations", 1, limits::RUN_ITERATIONS_MAX),
    );
    let (replans, turns) = (
        number("replans", 0, limits::RUN_REPLANS_MAX),
        number("turns", 1, limits::RUN_TURNS_MAX),
    );
    RunConfig {
        jobs: jobs.unwrap_or(default.jobs),
        iterations: iterations.unwrap_or(default.iterations),
        replans: replans.unwrap_or(default.replans),
        turns: turns.unwrap_or(default.turns),
        approval: section.word("approval", APPROVALS, log).unwrap_or_default(),
    }
}
