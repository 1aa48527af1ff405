//! Decides how a step of a run is concluded, once its agent has ended.
//!
//! The driver gathers the facts before the call and applies the effects after it. The plan may change until the
//! conclusion is stored, so the driver may call [`conclude_step`] several times for one step.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::agent::AgentName;
use crate::command::Move;
use crate::event::Event;
use crate::id::{Fence, TaskNumber};
use crate::limits;
use crate::operation::Operation;
use crate::refusal::Refusals;
use crate::task::{Evidence, Failure, Outcome, TaskState};

/// How the work on a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepEnd {
    Done(StepResult),
    Failed {
        error: String,
        result: StepResult,
    },
    /// The program of the agent could not be started, so the agent changed nothing.
    NotStarted {
        reason: String,
    },
    /// The run stopped the agent.
    Stopped,
    /// The user rejected a proposal of the agent, or was absent.
    Declined {
        is_absent: bool,
    },
    /// The process of the agent was lost, or a command was interrupted. The agent may still work.
    Unknown {
        command: Option<String>,
    },
}

/// What the work on a step produced.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepResult {
    pub note: Option<String>,
    pub files: Vec<String>,
    /// The changed files that the step does not declare, if it declares any.
    pub undeclared: Vec<String>,
    pub evidence: Vec<Evidence>,
}

/// Who owns a step that the run gave to an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepOwnership {
    /// The agent, under the claim that the run stored.
    Owned,
    /// The agent reported the step as done itself. The checks of the step still decide.
    ReportedDone(Outcome),
    /// The agent reported the step as failed itself.
    ReportedFailed(Failure),
    /// The agent released the step itself.
    Released,
    /// Another agent or a person changed the step.
    Lost(LostReason),
}

/// Why the result of a step is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LostReason {
    NotInPlan,
    ClaimedBy(AgentName),
    FinishedBy(AgentName),
    FailedBy(AgentName),
    DroppedBy(AgentName),
    /// `None` if it is unknown who reopened it.
    ReopenedBy(Option<AgentName>),
    Refused(RefusedMove),
    /// The run itself cannot go on, for instance because the store is gone.
    RunFailed(String),
}

/// Why the plan did not accept the result of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedMove {
    pub refusals: Refusals,
    /// The index of each task, if the front end counts by index.
    pub indexes: Option<BTreeMap<TaskNumber, u32>>,
}

/// What the driver knows besides the end of the step and its owner.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepFacts {
    /// The step continues the work of an earlier run.
    pub is_resumed: bool,
    /// Commands decide whether the step is done.
    pub has_checks: bool,
    /// The acceptance criteria changed while the agent worked.
    pub has_new_criteria: bool,
    /// The run starts no more steps.
    pub is_run_stopping: bool,
    pub dependents: Vec<Dependent>,
    pub extra_claims: Vec<ExtraClaim>,
    /// The note of the result as the plan stores it.
    pub stored_note: Option<String>,
    /// The error as the plan stores it, if it differs from the error of the step.
    pub stored_error: Option<String>,
}

/// A task that depends on the step and was started or finished all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependent {
    pub title: String,
    pub agent: AgentName,
    pub is_done: bool,
}

/// A task that the agent of the step claimed itself, and leaves claimed when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraClaim {
    pub number: TaskNumber,
    pub title: String,
    pub agent: AgentName,
    pub fence: Fence,
}

/// The conclusion of a step, as it is reported to the observer of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepConclusion {
    Done {
        note: Option<String>,
        files: Vec<String>,
        undeclared: Vec<String>,
    },
    Failed {
        error: String,
        files: Vec<String>,
        undeclared: Vec<String>,
    },
    /// The step is open again, as if no agent had started it.
    Released,
    /// The step is open again, because its agent could not be started.
    NotStarted { reason: String },
    /// The result is not stored.
    Lost { reason: LostReason },
    /// It is unknown how the step ended. It stays claimed until a person resolves it.
    Unknown,
    /// The agent reported the step as done, but its checks did not finish. The next run starts with the checks.
    Unchecked,
}

/// What the driver does because of a conclusion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepEffect {
    /// Store this change of the step.
    Change(Move),
    /// Stop the run: a person must resolve how the step ended.
    StopForUnknown { command: Option<String> },
    /// Stop the run: dependents must not start before the next run has checked the step.
    StopForUnchecked,
    /// Do not start the agent again in this run.
    RememberNotStarted { reason: String },
    /// Do not give the step to the same agent again in this run, and report the release.
    RememberRelease,
    /// Count the restart, and report it: the agent worked by criteria that are not those of the plan.
    RememberRestart,
    /// Report the tasks that were built on the step, which is not done.
    ReportDependents(Vec<Dependent>),
    /// Release the claims, which would block other agents until their leases expire, and report them.
    ReleaseExtraClaims(Vec<ExtraClaim>),
}

impl StepEnd {
    pub fn failed(error: impl Display) -> Self {
        Self::Failed {
            error: error.to_string(),
            result: StepResult::default(),
        }
    }
}

impl StepOwnership {
    /// By the state of the task, `None` if it is not in the plan. An open task has no owner: only the log says who
    /// reopened it (see [`StepOwnership::of_reopened`]).
    pub fn of(state: Option<&TaskState>, agent: &AgentName, fence: Fence) -> Option<Self> {
        let Some(state) = state else {
            return Some(Self::Lost(LostReason::NotInPlan));
        };
        Some(match state {
            TaskState::Doing(claim) if claim.agent == *agent && claim.fence == fence => Self::Owned,
            TaskState::Doing(claim) => Self::Lost(LostReason::ClaimedBy(claim.agent.clone())),
            TaskState::Done(outcome) if outcome.by == *agent => Self::ReportedDone(outcome.clone()),
            TaskState::Done(outcome) => Self::Lost(LostReason::FinishedBy(outcome.by.clone())),
            TaskState::Failed(failure) if failure.by == *agent => Self::ReportedFailed(failure.clone()),
            TaskState::Failed(failure) => Self::Lost(LostReason::FailedBy(failure.by.clone())),
            TaskState::Dropped(dropped) => Self::Lost(LostReason::DroppedBy(dropped.by.clone())),
            TaskState::Todo => return None,
        })
    }

    /// By the operations since the claim, for a task that is open again.
    pub fn of_reopened(operations: &[Operation], number: TaskNumber, agent: &AgentName, fence: Fence) -> Self {
        let moved = operations.iter().flat_map(|operation| {
            let to = operation.events.iter().filter_map(|event| match event {
                Event::TaskMoved { number: other, new, .. } if *other == number => Some(new),
                _ => None,
            });
            to.map(|to| (&operation.author, to))
        });
        // The agent still owns a step that it reported as done or failed itself.
        let is_its_own =
            |to: &TaskState| Self::of(Some(to), agent, fence).is_some_and(|of| !matches!(of, Self::Lost(_)));
        let others = moved.skip_while(|(_, to)| is_its_own(to));
        let mut opened = others.enumerate().filter(|(_, (_, to))| **to == TaskState::Todo);
        match opened.next() {
            Some((0, (by, _))) if by == agent => Self::Released,
            first => {
                let by = opened.last().or(first).map(|(_, (by, _))| by.clone());
                Self::Lost(LostReason::ReopenedBy(by))
            }
        }
    }

    /// Whether the result of the step is still wanted.
    pub fn is_kept(&self) -> bool {
        matches!(self, Self::Owned | Self::ReportedDone(_))
    }

    /// Adds to a change what the agent reported itself: its note wins, and its files are stored too.
    pub fn with_report(&self, change: Move) -> Move {
        let Self::ReportedDone(outcome) = self else {
            return change;
        };
        let all = |mut files: Vec<String>| {
            let more = outcome.files.iter().filter(|file| !files.contains(file));
            let more: Vec<String> = more.cloned().collect();
            files.extend(more);
            files.truncate(limits::LIST_ENTRIES);
            files
        };
        match change {
            Move::Finish {
                note,
                files,
                evidence,
                report,
            } => Move::Finish {
                note: outcome.note.clone().or(note),
                files: all(files),
                evidence,
                report: outcome.report.clone().or(report),
            },
            Move::Fail { error, files, evidence } => Move::Fail {
                error,
                files: all(files),
                evidence,
            },
            other => other,
        }
    }
}

/// Concludes a step from the plan as it is now.
pub fn conclude_step(end: &StepEnd, ownership: &StepOwnership, facts: &StepFacts) -> (StepConclusion, Vec<StepEffect>) {
    let mut effects = Vec::new();
    match (end, ownership) {
        (_, StepOwnership::Released) => effects.push(StepEffect::RememberRelease),
        (StepEnd::NotStarted { reason }, _) => {
            let reason = reason.clone();
            effects.push(StepEffect::RememberNotStarted { reason });
        }
        (_, StepOwnership::Owned | StepOwnership::ReportedDone(_)) => effects.extend(stop(end, ownership, facts)),
        (_, StepOwnership::ReportedFailed(_) | StepOwnership::Lost(_)) => {}
    }
    let conclusion = match ownership {
        StepOwnership::Lost(reason) => StepConclusion::Lost { reason: reason.clone() },
        StepOwnership::Released => StepConclusion::Released,
        StepOwnership::ReportedFailed(failure) => StepConclusion::Failed {
            error: failure.error.clone(),
            files: failure.files.clone(),
            undeclared: Vec::new(),
        },
        StepOwnership::Owned | StepOwnership::ReportedDone(_) => {
            let (conclusion, change) = conclude_kept(end, ownership, facts);
            let is_reopened = change == Some(Move::Reopen);
            let change = change.map(|change| ownership.with_report(change));
            effects.extend(change.map(StepEffect::Change));
            if is_reopened && is_restarted(end, facts) {
                effects.push(StepEffect::RememberRestart);
            }
            if is_reopened && !facts.dependents.is_empty() {
                effects.push(StepEffect::ReportDependents(facts.dependents.clone()));
            }
            conclusion
        }
    };
    // An agent whose end is unknown may still work on the tasks that it claimed.
    if !facts.extra_claims.is_empty() && !matches!(end, StepEnd::Unknown { .. }) {
        effects.push(StepEffect::ReleaseExtraClaims(facts.extra_claims.clone()));
    }
    (conclusion, effects)
}

/// Why the run stops with this step, if it does.
fn stop(end: &StepEnd, ownership: &StepOwnership, facts: &StepFacts) -> Option<StepEffect> {
    let is_owned = *ownership == StepOwnership::Owned;
    match end {
        StepEnd::Unknown { command } if is_owned => Some(StepEffect::StopForUnknown {
            command: command.clone(),
        }),
        _ if facts.is_run_stopping => None,
        // Without a stop, this run would start the step from its beginning when the lease expires.
        StepEnd::Stopped if is_owned && facts.is_resumed => Some(StepEffect::StopForUnknown { command: None }),
        StepEnd::Stopped | StepEnd::Unknown { .. } if !is_owned && facts.has_checks => {
            Some(StepEffect::StopForUnchecked)
        }
        _ => None,
    }
}

/// Concludes a step whose result is still wanted, and returns the change of the plan, if there is one.
fn conclude_kept(end: &StepEnd, ownership: &StepOwnership, facts: &StepFacts) -> (StepConclusion, Option<Move>) {
    let is_owned = *ownership == StepOwnership::Owned;
    match end {
        StepEnd::Unknown { .. } if is_owned => (StepConclusion::Unknown, None),
        StepEnd::Failed { error, result } => failed(facts.stored_error.as_ref().unwrap_or(error), result),
        _ if is_restarted(end, facts) => (StepConclusion::Released, Some(Move::Reopen)),
        StepEnd::Done(result) => done(result, facts),
        StepEnd::NotStarted { reason } => {
            let reason = reason.clone();
            (StepConclusion::NotStarted { reason }, Some(Move::Reopen))
        }
        StepEnd::Stopped | StepEnd::Unknown { .. } if !is_owned => match facts.has_checks {
            true => (StepConclusion::Unchecked, None),
            // Without checks, the report of the agent decides.
            false => done(&StepResult::default(), facts),
        },
        // A released step would start from its beginning, and the work of the earlier run would be lost.
        StepEnd::Stopped if facts.is_resumed => (StepConclusion::Unknown, None),
        StepEnd::Stopped | StepEnd::Declined { .. } | StepEnd::Unknown { .. } => {
            (StepConclusion::Released, Some(Move::Reopen))
        }
    }
}

/// The step starts again, judged by its new criteria. A failure is stored even if the criteria changed.
fn is_restarted(end: &StepEnd, facts: &StepFacts) -> bool {
    facts.has_new_criteria && !matches!(end, StepEnd::Failed { .. })
}

fn done(result: &StepResult, facts: &StepFacts) -> (StepConclusion, Option<Move>) {
    let conclusion = StepConclusion::Done {
        note: result.note.clone(),
        files: result.files.clone(),
        undeclared: result.undeclared.clone(),
    };
    let change = Move::Finish {
        note: facts.stored_note.clone(),
        files: result.files.clone(),
        evidence: result.evidence.clone(),
        report: None,
    };
    (conclusion, Some(change))
}

fn failed(error: &str, result: &StepResult) -> (StepConclusion, Option<Move>) {
    let conclusion = StepConclusion::Failed {
        error: error.to_owned(),
        files: result.files.clone(),
        undeclared: result.undeclared.clone(),
    };
    let change = Move::Fail {
        error: error.to_owned(),
        files: result.files.clone(),
        evidence: result.evidence.clone(),
    };
    (conclusion, Some(change))
}

#[cfg(test)]
#[path = "conclude_tests.rs"]
mod tests;
