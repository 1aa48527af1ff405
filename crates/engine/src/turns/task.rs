//! Turns that advance a task of a plan.

use std::fmt::Write;

use dialect::records::turn_note;
use dialect::teddy::legacy;
use model::{
    Claim, Event, Move, Operation, OperationVerb, Outcome, RelPath, Report, Standing, Task, TaskChange, TaskLink,
    TaskRef, TaskState, Timestamp, Turn,
};

use super::bench::Workbench;
use super::error::TurnError;
use super::folder::{REPORT, TurnFolder};
use super::new::TaskWork;
use super::place::TurnPlace;
use super::undo::{KeptTask, UndoRemark};
use crate::error::{EngineError, PlanError, ProjectError};
use crate::plan::sessions::Target;
use crate::project::{Engine, Setting};

impl Workbench {
    /// Takes the task, and says what it is about.
    pub(super) fn claim(&self, work: &TaskWork<'_>) -> Result<(TaskLink, String), EngineError> {
        let mut engine = Engine::open(&self.setting)?;
        let session = engine.session_id(work.target)?;
        engine.change_task(
            work.target,
            work.by,
            "work",
            TaskChange::moved(work.task.clone(), Move::Start),
        )?;
        let task = engine.show(work.target, work.task)?.task;
        let link = TaskLink {
            session,
            thread: work.target.thread(),
            key: task.key.clone(),
            agent: work.by.clone(),
            fence: task.claim().map(|claim| claim.fence),
        };
        Ok((link, brief(&task)))
    }

    /// The report is its outcome, and the files that were changed on the way.
    pub(super) fn finish_task(&self, turn: &TurnFolder, link: &TaskLink, report: &Report) -> Result<(), EngineError> {
        let path = turn.report_path().to_string();
        let title = self.secrets.redact(&report.title);
        let to = Move::Finish {
            note: Some(turn_note(Some(&title), &path)),
            files: self.changed_in(&turn.place.session)?,
            evidence: Vec::new(),
            report: Some(path),
        };
        self.move_task(link, "conclude", to)
    }

    /// A sign of life, so that the task stays with whoever works on it. That somebody else has it by now shows at the end.
    pub(super) fn renew_task(&self, link: &TaskLink) {
        let _ = self.move_task(link, "work", Move::Start);
    }

    /// The turn that has this report was taken back, and so is not what finished the task any more. Says why the task
    /// stays as it is, if it does.
    pub(super) fn take_up_task(&self, link: &TaskLink, report: &RelPath) -> Result<Option<UndoRemark>, EngineError> {
        let why = match self.reopen(link, report) {
            Ok(None) => return Ok(None),
            Ok(Some(why)) => why,
            Err(error) if is_for_good(&error) => KeptTask::Refused(error),
            Err(error) => return Err(TurnError::NotReopened(error.into()).into()),
        };
        Ok(Some(UndoRemark::TaskKept(link.key.clone(), why)))
    }

    fn reopen(&self, link: &TaskLink, report: &RelPath) -> Result<Option<KeptTask>, EngineError> {
        let mut engine = Engine::open(&self.setting)?;
        let target = target_of(link);
        let task = TaskRef::Key(link.key.clone());
        Ok(Some(match engine.show(&target, &task)?.task.state {
            TaskState::Todo => return Ok(None),
            TaskState::Done(outcome) if is_by_report(&outcome, report) => {
                engine.change_task(
                    &target,
                    &link.agent,
                    OperationVerb::UndoTurn,
                    TaskChange::moved(task, Move::Reopen),
                )?;
                return Ok(None);
            }
            TaskState::Done(_) => KeptTask::OtherOutcome,
            TaskState::Doing(claim) => KeptTask::InProgress(claim.agent),
            TaskState::Failed(_) => KeptTask::Failed,
            TaskState::Dropped(_) => KeptTask::Dropped,
        }))
    }

    /// What the task declares to be about.
    pub(super) fn paths_of(&self, link: &TaskLink) -> Result<Vec<String>, EngineError> {
        let mut engine = Engine::open(&self.setting)?;
        let target = target_of(link);
        let task = engine.show(&target, &TaskRef::Key(link.key.clone()))?.task;
        Ok(task.brief.paths.into_iter().map(|path| path.path).collect())
    }

    fn move_task(&self, link: &TaskLink, verb: &'static str, to: Move) -> Result<(), EngineError> {
        let mut engine = Engine::open(&self.setting)?;
        let task = TaskChange::moved(TaskRef::Key(link.key.clone()), to);
        engine.change_task(&target_of(link), &link.agent, verb, task)?;
        Ok(())
    }

    /// Files that executed turns of a session have changed, as their records tell.
    pub(crate) fn changed_in(&self, session: &str) -> Result<Vec<String>, EngineError> {
        let mut files = Vec::new();
        for found in super::record::all(self)? {
            let is_of_session = found.head.turn.as_ref().is_some_and(|(name, _)| name == session);
            if is_of_session && found.name.state.stands() {
                let outcomes = found.progress(self)?.outcomes;
                files.extend(
                    outcomes
                        .iter()
                        .flat_map(|outcome| outcome.changed.iter().flatten())
                        .map(ToString::to_string)
                        .filter(|path| !is_ours(path)),
                );
            }
        }
        files.sort();
        files.dedup();
        Ok(files)
    }
}

/// What the engine itself writes while agents work: one that works beside another sees it come, and has not made it.
pub(crate) fn is_ours(path: &str) -> bool {
    [".rawko/", ".teddy/"].iter().any(|folder| path.starts_with(folder))
}

impl Engine {
    /// How a task ends: with what the caller says, and with what the session of turns that was opened for it has left.
    pub fn finish(
        &mut self,
        setting: &Setting,
        target: &Target,
        task: &TaskRef,
        note: Option<&str>,
        files: Vec<String>,
    ) -> Result<Move, EngineError> {
        let as_said = Move::finish(note.map(str::to_owned), files.clone());
        if !Workbench::has_turns(self.root()) {
            return Ok(as_said);
        }
        let session = self.session_id(target)?;
        let shown = self.show(target, task)?;
        let reopened = shown.history.iter().find(|operation| is_reopening(operation));
        let bench = match Workbench::open(setting, Vec::new()) {
            Ok(bench) => bench,
            Err(error) if !error.is_about_turns() => return Err(error),
            // The task can be finished whatever the folder of turns looks like.
            Err(_) => return Ok(as_said),
        };
        let is_new = |turn: &Turn, link: &TaskLink| match (reopened, link.fence) {
            (None, _) => true,
            (Some(reopened), Some(fence)) => fence.0 > reopened.version.0,
            (Some(reopened), None) => turn.created_at > reopened.at,
        };
        let is_for_it = |turn: &Turn| {
            turn.task.as_ref().is_some_and(|link| {
                let is_its = link.session == session && link.thread == target.thread() && link.key == shown.task.key;
                is_its && is_new(turn, link)
            })
        };
        let Ok(Some((report, changed))) = bench.work_on(is_for_it) else {
            return Ok(as_said);
        };
        let report = report.to_string();
        let mut files: Vec<String> = files.into_iter().chain(changed).collect();
        files.sort();
        files.dedup();
        Ok(Move::Finish {
            note: Some(turn_note(note, &report)),
            files,
            evidence: Vec::new(),
            report: Some(report),
        })
    }
}

impl Workbench {
    /// The session of turns that was opened for a claim of a task.
    pub(crate) fn session_for(&self, link: &TaskLink, claim: Option<&Claim>) -> Result<Option<String>, EngineError> {
        let since = claim.map(|claim| claim.since);
        for session in self.sessions()?.into_iter().rev() {
            if let Some(id) = self.turns_of(&session)?.into_iter().next() {
                let place = TurnPlace {
                    session: session.clone(),
                    id,
                };
                if self.told(&place).is_some_and(|turn| is_of_claim(&turn, link, since)) {
                    return Ok(Some(session));
                }
            }
        }
        Ok(None)
    }

    /// The last report of the newest session that was opened for a task, and the files that its turns changed.
    fn work_on(&self, is_meant: impl Fn(&Turn) -> bool) -> Result<Option<(RelPath, Vec<String>)>, EngineError> {
        for session in self.sessions()?.into_iter().rev() {
            let mut report = None;
            for id in self.turns_of(&session)? {
                let place = TurnPlace {
                    session: session.clone(),
                    id,
                };
                let is_its = self.told(&place).is_some_and(|turn| is_meant(&turn));
                // A copied report tells of another turn.
                if is_its && TurnFolder::load(self, &place)?.has_own_report() {
                    report = Some(place.file(REPORT));
                }
            }
            if let Some(report) = report {
                return Ok(Some((report, self.changed_in(&session)?)));
            }
        }
        Ok(None)
    }
}

/// A turn that did not keep the fence was opened for the claim if it came after it.
fn is_of_claim(turn: &Turn, link: &TaskLink, since: Option<Timestamp>) -> bool {
    let Some(own) = &turn.task else { return false };
    match own.fence {
        Some(_) => own == link,
        None => {
            let is_later = since.is_none_or(|since| turn.created_at >= since);
            let fence = link.fence;
            is_later && *link == TaskLink { fence, ..own.clone() }
        }
    }
}

/// What was done for a task before it was opened again is not what finishes it now.
fn is_reopening(operation: &Operation) -> bool {
    operation.events.iter().any(|event| {
        matches!(event, Event::TaskMoved { old, new, .. }
            if old.standing() == Standing::Done && new.standing() == Standing::Todo)
    })
}

fn target_of(link: &TaskLink) -> Target {
    Target {
        session: Some(link.session.to_string()),
        thread: Some(link.thread),
    }
}

/// Whether the turn with this report finished the task.
fn is_by_report(outcome: &Outcome, report: &RelPath) -> bool {
    match (&outcome.report, &outcome.note) {
        (Some(path), _) => path == report.as_str(),
        (None, Some(note)) => legacy::note_names_report(note, report),
        (None, None) => false,
    }
}

/// Asking again would bring the same answer.
fn is_for_good(error: &EngineError) -> bool {
    match error {
        EngineError::Project(error) => matches!(error, ProjectError::NoSession | ProjectError::OnlyBackup),
        EngineError::Plan(error) => matches!(
            error,
            PlanError::Refused { .. } | PlanError::UnknownSession { .. } | PlanError::UnknownThread { .. }
        ),
        _ => false,
    }
}

/// What the agent has to know of the task, as the first message.
fn brief(task: &Task) -> String {
    let mut text = format!("# {}\n", task.brief.title);
    if !task.brief.body.trim().is_empty() {
        let _ = write!(text, "\n{}\n", task.brief.body.trim());
    }
    let mut list = |name: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = write!(text, "\n{name}:\n");
            for line in lines {
                let _ = writeln!(text, "- {line}");
            }
        }
    };
    list("Hints", task.brief.hints.clone());
    list("Paths", task.brief.paths.iter().map(|path| path.path.clone()).collect());
    list("Done when", task.brief.acceptance.clone());
    text
}

#[cfg(test)]
#[path = "task_tests.rs"]
mod tests;
