//! Executing a plan: checked, approved, carried out, reported, and the next turn prepared.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use dialect::records::{ActionFailure, ActionNote};
use dialect::teddy::record::Outcome;
use model::report::{Approver, Details, Fate};
use model::{AgentName, Report, TaskLink};
use workspace::{Digest, OutputFile, RecordState};

use super::actions::done;
use super::attempt::Attempt;
use super::audience::{Audience, Decision, Review};
use super::bench::Workbench;
use super::command::{Cage, CommandRights, SandboxWish};
use super::error::{StaleReason, TurnError};
use super::place::TurnPlace;
use super::record::{FoundRecord, Progress, conceal_last, interrupted, seal};
use super::subject::Subject;
use crate::error::{EngineError, FileProblem};
use crate::proposals::ReadPlan;

/// What the caller asks for.
pub struct Request<'a> {
    pub by: &'a AgentName,
    /// The plan of the turn that the caller stands in, if none is named.
    pub plan: Option<&'a Path>,
    pub session: Option<&'a str>,
    pub sandbox: SandboxWish,
    /// What became of a command that was interrupted.
    pub resolve: Option<Resolve>,
    pub conclusion: Conclusion,
    /// Stops the command that runs.
    pub cancelled: &'a AtomicBool,
}

/// What a conclusion means to the task that the session was opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// It is finished.
    Finishes,
    /// The caller is told, and sees to the rest.
    IsTold,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolve {
    Done,
    Failed,
}

/// What came of a call.
pub enum Execution {
    Ended(Box<Ended>),
    /// Somebody quit. Nothing was done.
    Declined,
    /// There was nobody to ask, and nothing was done.
    Absent,
}

impl Execution {
    fn ended(ended: Ended) -> Self {
        Self::Ended(Box::new(ended))
    }
}

/// A plan that was carried out, skipped or turned down.
pub struct Ended {
    pub plan: ReadPlan,
    /// The plan's file, from the root.
    pub name: String,
    pub report: Report,
    /// The report as it was written.
    pub text: String,
    pub turn: Option<TurnPlace>,
    pub next: Option<TurnPlace>,
    /// The task that it concluded.
    pub task: Option<TaskEnd>,
}

/// A task whose work is over.
pub struct TaskEnd {
    pub link: TaskLink,
    /// Why it could not be finished in the plan.
    pub trouble: Option<String>,
}

impl Workbench {
    pub fn execute(&self, request: &Request<'_>, audience: &mut dyn Audience) -> Result<Execution, EngineError> {
        self.recover()?;
        let named = self.subject(request.plan, request.session)?;
        let _hold = self.hold(&named.name)?;
        self.records.sweep();
        conceal_last(self, &named.name)?;
        // Whoever held it before may have changed everything.
        let subject = self.subject(request.plan, request.session)?;
        let before = self.before(&subject, request.resolve)?;
        let attempt = Attempt {
            bench: self,
            by: request.by,
            conclusion: request.conclusion,
            started: before.found.as_ref().map_or(self.now(), |found| found.head.started),
            subject: &subject,
            before,
        };
        let sight = attempt.sight()?;
        let checked = attempt.check(&sight)?;
        if !checked.plan.is_valid() {
            return attempt.turn_down(&checked).map(Execution::ended);
        }
        let is_always_sandboxed = Cage::holds_for_person(self, request.sandbox);
        // If only unapproved commands need the sandbox, a person can still approve the plan without one.
        let cage = match attempt.cage(&checked, request.sandbox) {
            Err(error) if is_always_sandboxed => return Err(error),
            cage => cage,
        };
        let sandbox = told(&cage);
        let declared = attempt.declared();
        let decision = audience.decide(&Review {
            checked: &checked,
            plan: &subject.name,
            has_next: subject.turn.is_some(),
            done_before: attempt.before.progress.outcomes.len(),
            sandbox: sandbox.as_deref(),
            rights: rights(&cage, is_always_sandboxed),
            declared: &declared,
            sight: &sight,
            fixed: attempt.before.progress.fixed(),
        });
        let (by, wanted) = match decision {
            Decision::Approve { by, chosen } => (by, chosen),
            Decision::Skip { message } => return attempt.skip(&checked, message).map(Execution::ended),
            Decision::Quit => return Ok(Execution::Declined),
            Decision::Absent => return Ok(Execution::Absent),
        };
        let approved = checked.approve(by, wanted, &sight)?;
        approved.check_still(&self.tree, &subject.read_again(self)?, &subject.name)?;
        let cage = match by {
            Approver::Human if !is_always_sandboxed => Cage::Open,
            Approver::Human | Approver::Flag | Approver::Policy => cage?.unwrap_or(Cage::Open),
        };
        let ended = attempt.carry_out(&approved, &cage, audience, request.cancelled);
        ended.map(Execution::ended)
    }

    /// Opens the folder of the `--report` file before anything is executed. Creates missing folders.
    pub fn prepare_report(&self, report: &Path, plan: Option<&Path>) -> Result<OutputFile, EngineError> {
        let path = self.here.join(report);
        let is_plan = |plan: &Path| {
            path.canonicalize()
                .is_ok_and(|path| Some(path) == self.here.join(plan).canonicalize().ok())
        };
        if plan.is_some_and(is_plan) {
            let source = io::Error::new(io::ErrorKind::AlreadyExists, FileProblem::ThePlan);
            return Err(EngineError::at(path)(source));
        }
        OutputFile::prepare(&self.root, &path).map_err(EngineError::at(&path))
    }

    /// Writes a report where the user wants it, too.
    pub fn write_report(&self, report: &OutputFile, text: &str) -> Result<(), EngineError> {
        report.write(text.as_bytes()).map_err(EngineError::at(&report.path))
    }

    /// What an earlier process left of the same execution.
    fn before(&self, subject: &Subject, resolve: Option<Resolve>) -> Result<Before, EngineError> {
        let found = interrupted(self, &subject.name)?;
        if let Some(turn) = subject.turn.as_ref().filter(|turn| turn.has_report) {
            // It was only not marked any more.
            found.map_or(Ok(()), |found| seal(self, found.name, RecordState::Done))?;
            turn.check_own()?;
            return Err(TurnError::Executed {
                session: turn.place.session.clone(),
                turn: turn.place.id.to_string(),
            }
            .into());
        }
        let Some(found) = self.unless_ended(found)? else {
            return resolve.map_or(Ok(Before::default()), |_| Err(TurnError::NothingToResolve.into()));
        };
        let mut progress = found.progress(self)?;
        let resolved = match (progress.running.take(), resolve) {
            (Some((_, command)), None) => return Err(TurnError::Unresolved { command }.into()),
            (Some((action, _)), Some(resolve)) => Some(resolved(action, resolve)),
            (None, Some(_)) => return Err(TurnError::NothingToResolve.into()),
            (None, None) => None,
        };
        progress.outcomes.extend(resolved.clone());
        if found.head.digest != Digest::of(subject.source.as_bytes()).to_string() {
            // Another plan than the one that was begun. What has happened must not happen again.
            if resolved.is_some() || !progress.outcomes.is_empty() {
                return Err(TurnError::Stale {
                    what: StaleReason::ChangedAfterStart {
                        plan: subject.name.clone(),
                    },
                }
                .into());
            }
            seal(self, found.name, RecordState::Done)?;
            return Ok(Before::default());
        }
        Ok(Before {
            found: Some(found),
            progress,
            resolved,
        })
    }
}

impl Workbench {
    /// Marks a record as done if its last line reports the end: its process died before the mark, or the mark was not
    /// synced.
    fn unless_ended(&self, found: Option<FoundRecord>) -> Result<Option<FoundRecord>, EngineError> {
        match found {
            Some(found) if found.has_ended() => seal(self, found.name, RecordState::Done).map(|()| None),
            found => Ok(found),
        }
    }
}

/// What an interrupted execution left. Empty if there was none.
#[derive(Default)]
pub(super) struct Before {
    pub found: Option<FoundRecord>,
    /// How far it came.
    pub progress: Progress,
    /// What the user has just said about a command. The record does not know it yet.
    pub resolved: Option<Outcome>,
}

/// What holds for commands, or why they cannot be locked in.
fn told(cage: &Result<Option<Cage>, EngineError>) -> Option<String> {
    match cage {
        Ok(cage) => cage.as_ref().map(|cage| cage.describe(None)),
        Err(error) => Some(error.to_string()),
    }
}

/// `None` if the plan runs no command.
fn rights(cage: &Result<Option<Cage>, EngineError>, is_always_sandboxed: bool) -> Option<CommandRights> {
    match cage {
        Ok(None) => None,
        Ok(Some(cage)) if is_always_sandboxed => Some(cage.rights()),
        Ok(Some(_)) | Err(_) => Some(CommandRights::User),
    }
}

fn resolved(action: usize, resolve: Resolve) -> Outcome {
    let told = ActionNote::ResolvedByUser.to_string();
    Outcome {
        fate: match resolve {
            Resolve::Done => Fate::Done,
            Resolve::Failed => Fate::Failed(ActionFailure::Interrupted.to_string()),
        },
        changed: None,
        ..done(action, &Details::Written(told))
    }
}
