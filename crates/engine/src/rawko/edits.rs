//! What somebody has written into the files by hand becomes true, as one more operation, or is refused.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use dialect::rawko::{
    CURRENT_TASK_FILE, PlanSheet, StepSheet, changed_identity, conflicting_edit, has_comments, id_of_path, plan_path,
    read_edited_plan, read_plan, write_plan,
};
use model::{
    AgentName, Brief, Claim, Command, Diagnostic, Dropped, DroppedAs, Failure, Fence, OpVersion, Outcome, Phase,
    RestatedTask, Restatement, SessionId, Standing, State, Task, TaskPath, TaskState, ThreadId, Timestamp, Uid, limits,
};
use store::{LogQuery, Store};

use super::create::valid;
use super::handwriting::{Edit, Rejected};
use super::mirror::Mirror;
use super::name::{id_of, plan_of};
use super::steps::in_steps;
use super::view::View;
use crate::error::EngineError;
use crate::folders::Sources;
use crate::operate::Doing;
use crate::project::Engine;

/// Who writes by hand.
pub(super) const HAND: &str = "hand";

/// Operations of one moment whose texts are compared.
const CANDIDATES: usize = 20;

impl Engine {
    /// Looks for files that were changed by hand, and takes in what stands there.
    pub fn take_in(&mut self) -> Result<(), EngineError> {
        self.rejected = Rejected::default();
        self.take_in_news()
    }

    /// The same for somebody who looks again and again: what was refused is looked at again when it, or the plan, is another.
    pub(crate) fn take_in_news(&mut self) -> Result<(), EngineError> {
        if self.is_read_only() || !self.has_mirror() {
            return Ok(());
        }
        let mut mirror = self.mirror()?;
        let entries = mirror.written.entries();
        let mut sessions: BTreeSet<SessionId> = entries
            .filter_map(|(_, entry)| SessionId::new(&entry.session).ok())
            .collect();
        sessions.extend(self.store.read()?.current()?);
        for session in sessions {
            let Some(plan) = plan_of(self.store.read()?.as_ref(), &session)? else {
                continue;
            };
            let path = plan_path(&id_of(&session, plan.version)?);
            let Some(text) = mirror.read(&path)?.filter(|text| !mirror.written.knows(&path, text)) else {
                self.rejected.forget(&path);
                continue;
            };
            let version = self.version(&session)?;
            if self.rejected.knows(&path, &text, version) {
                continue;
            }
            let view = View::need(self.store.read()?.as_ref(), &session)?;
            // What is written there is what we would write: somebody has moved the project, or lost our notes.
            let is_ours = write_plan(&view.sheet(self.replans()?)?).as_bytes() == text;
            let is_noted = mirror.written.get(&path).is_some();
            match is_ours {
                // It is behind, and will be written anew.
                false if !is_noted && self.was_ours(&session, &path, &text)? => {
                    mirror.written.note(&path, session.as_str(), OpVersion::ZERO, &text)?;
                }
                true => mirror
                    .written
                    .note(&path, session.as_str(), view.session.version, &text)?,
                false => {
                    self.rejected.note(&path, &text, version);
                    self.take_in_plan(&mut mirror, &session, &path, &text)?;
                }
            }
            self.rejected.forget(&path);
        }
        self.take_in_current(&mut mirror, CURRENT_TASK_FILE)
    }

    pub(super) fn take_in_plan(
        &mut self,
        mirror: &mut Mirror,
        session: &SessionId,
        path: &str,
        bytes: &[u8],
    ) -> Result<(), EngineError> {
        let text = String::from_utf8_lossy(bytes);
        let noted = mirror.written.get(path).map(|entry| entry.version);
        let (sheet, diagnostics) = match (read_plan(path, &text), noted) {
            ((None, _), Some(noted)) => match self.status_at(session, noted)? {
                Some(written) => read_edited_plan(path, &text, written),
                None => read_plan(path, &text),
            },
            (read, _) => read,
        };
        let sheet = valid(path, &text, sheet, diagnostics)?;
        let has_comments = has_comments(&text);
        let base = self.base(session, &sheet, noted)?;
        let version = self.restate(session, path, &text, sheet, base)?;
        self.edits.push(Edit {
            path: path.to_owned(),
            has_comments,
        });
        mirror.written.note(path, session.as_str(), version, bytes)
    }

    /// Whether it is what we wrote at an earlier version, where our notes of it are lost.
    fn was_ours(&mut self, session: &SessionId, path: &str, bytes: &[u8]) -> Result<bool, EngineError> {
        let (Some(sheet), _) = read_plan(path, &String::from_utf8_lossy(bytes)) else {
            return Ok(false);
        };
        let replans = self.replans()?;
        let operations = self.store.read()?.operations(session, &LogQuery::all())?;
        let then = operations
            .iter()
            .rev()
            .filter(|operation| operation.at == sheet.updated_at);
        for operation in then.take(CANDIDATES) {
            let then = self.sheet_at(session, operation.version, replans)?;
            if then.is_some_and(|then| write_plan(&then).as_bytes() == bytes) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Which version whoever wrote the file had before them. It was written anew since, if an editor was open meanwhile; the
    /// file itself says when it was last changed. Where our notes are lost, that is all there is to go by.
    fn base(
        &mut self,
        session: &SessionId,
        sheet: &PlanSheet,
        noted: Option<OpVersion>,
    ) -> Result<Option<OpVersion>, EngineError> {
        let limit = noted.map_or(usize::MAX, |noted| usize::try_from(noted.0).unwrap_or(usize::MAX));
        let query = LogQuery {
            limit,
            ..LogQuery::all()
        };
        let operations = self.store.read()?.operations(session, &query)?;
        let seen = operations.iter().rev().find(|operation| match noted {
            Some(_) => operation.at <= sheet.updated_at,
            None => operation.at == sheet.updated_at,
        });
        Ok(seen.map(|operation| operation.version).or(noted))
    }

    fn restate(
        &mut self,
        session: &SessionId,
        path: &str,
        text: &str,
        sheet: PlanSheet,
        base: Option<OpVersion>,
    ) -> Result<OpVersion, EngineError> {
        let replans = self.replans()?;
        let view = View::need(self.store.read()?.as_ref(), session)?;
        let now = view.sheet(replans)?;
        let refuse = |problem: Diagnostic| EngineError::Unfit {
            diagnostics: vec![problem],
            sources: Sources::one(path, text),
        };
        let is_import = view.session.version == OpVersion(1) && base.is_none();
        if !is_import && (sheet.version != now.version || id_of_path(path) != Some(sheet.id.clone())) {
            return Err(refuse(changed_identity(path, &sheet.id, sheet.version)));
        }
        let sheet = match base {
            Some(base) if base != view.session.version => {
                let before = self.sheet_at(session, base, replans)?;
                before
                    .and_then(|before| merged(&before, sheet, &now))
                    .ok_or_else(|| refuse(conflicting_edit(path)))?
            }
            _ => sheet,
        };
        let by = AgentName::new(HAND).map_err(EngineError::InvalidName)?;
        let at = self.now();
        let restatement = restatement(&view, &now, &sheet, at, || self.new_uid());
        let command = Command::Restate(Box::new(restatement));
        let doing = Doing {
            uid: self.new_uid(),
            session,
            by: &by,
            at,
            verb: "edit",
        };
        let operated = self.operate(doing, command).map_err(|error| in_steps(&view, error))?;
        Ok(operated.version)
    }

    /// What the file said of the plan as a whole when we wrote it.
    fn status_at(&mut self, session: &SessionId, version: OpVersion) -> Result<Option<Phase>, EngineError> {
        let replans = self.replans()?;
        let view = View::need(self.store.read()?.as_ref(), session)?;
        match view.session.version == version {
            true => Ok(Some(view.phase(replans))),
            false => Ok(self.sheet_at(session, version, replans)?.map(|sheet| sheet.status)),
        }
    }

    /// The plan as it was at a version of its session.
    fn sheet_at(
        &mut self,
        session: &SessionId,
        version: OpVersion,
        replans: u32,
    ) -> Result<Option<PlanSheet>, EngineError> {
        let limit = usize::try_from(version.0).unwrap_or(usize::MAX);
        let query = LogQuery {
            limit,
            ..LogQuery::all()
        };
        let mut state = State::default();
        let mut updated = Timestamp::from_millis(0);
        for operation in self.store.read()?.operations(session, &query)? {
            state.apply_operation(&operation);
            updated = operation.at;
        }
        View::of(&state, updated).map(|view| view.sheet(replans)).transpose()
    }
}

/// What has to become of the plan for the sheet to be right. `now` is the sheet that it would have.
pub(super) fn restatement(
    view: &View,
    now: &PlanSheet,
    sheet: &PlanSheet,
    at: Timestamp,
    new_uid: impl Fn() -> Uid,
) -> Restatement {
    let known = matches(now, sheet);
    let tasks = sheet.steps.iter().zip(known).map(|(step, known)| {
        let old = known.map(|index| (&view.steps[index], &now.steps[index]));
        RestatedTask {
            known: old.map(|(task, _)| task.number),
            uid: new_uid(),
            brief: brief(step, old),
            after: step.depends_on.iter().map(|index| *index as usize).collect(),
            state: match old {
                Some((_, now)) if is_same(now, step) => None,
                _ => Some(state(step, old.map(|(task, _)| task), at)),
            },
        }
    });
    Restatement {
        thread: ThreadId::PRIMARY,
        seen: view.session.version,
        version: sheet.version,
        title: sheet.task.clone(),
        author: sheet.created_by.clone(),
        made: Some(sheet.created_at),
        metadata: sheet.metadata.clone(),
        tasks: tasks.collect(),
    }
}

/// What was changed by hand since `before`, carried over to the plan as it is now. `None` where both have changed the
/// same step, or the steps are others by now.
fn merged(before: &PlanSheet, file: PlanSheet, now: &PlanSheet) -> Option<PlanSheet> {
    let is_same_list = |steps: &[StepSheet]| {
        steps.len() == before.steps.len()
            && steps
                .iter()
                .zip(&before.steps)
                .all(|(step, before)| step.depends_on == before.depends_on)
    };
    // Steps that were added at the end since are in nobody's way.
    let (known, added) = now.steps.split_at_checked(before.steps.len())?;
    if !is_same_list(&file.steps) || !is_same_list(known) {
        return None;
    }
    let step = |((before, file), now): ((&StepSheet, StepSheet), &StepSheet)| match () {
        () if file == *before => Some(now.clone()),
        () if now == before || file == *now => Some(file),
        () => None,
    };
    let steps = before.steps.iter().zip(file.steps).zip(known).map(step);
    let mut steps = steps.collect::<Option<Vec<_>>>()?;
    steps.extend_from_slice(added);
    let (task, author) = (before.task == file.task, before.created_by == file.created_by);
    Some(PlanSheet {
        task: if task { now.task.clone() } else { file.task },
        created_by: if author {
            now.created_by.clone()
        } else {
            file.created_by
        },
        metadata: match before.metadata == file.metadata {
            true => now.metadata.clone(),
            false => file.metadata,
        },
        steps,
        ..now.clone()
    })
}

/// For each step of the file, the step that it is about: the one that says the same, or else the one in its place, if
/// no step came or went.
fn matches(now: &PlanSheet, file: &PlanSheet) -> Vec<Option<usize>> {
    let mut saying: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, step) in now.steps.iter().enumerate() {
        saying.entry(&step.description).or_default().push_back(index);
    }
    let mut take = |step: &StepSheet| saying.get_mut(step.description.as_str())?.pop_front();
    let mut known: Vec<Option<usize>> = file.steps.iter().map(&mut take).collect();
    let mut free: HashSet<usize> = saying.into_values().flatten().collect();
    if now.steps.len() == file.steps.len() {
        for (index, known) in known.iter_mut().enumerate() {
            if known.is_none() && free.remove(&index) {
                *known = Some(index);
            }
        }
    }
    known
}

/// Where it stands and what it waits for aside.
fn is_same(now: &StepSheet, step: &StepSheet) -> bool {
    let execution = |step: &StepSheet| {
        (
            step.status,
            step.executed_by.clone(),
            step.started_at,
            step.completed_at,
            step.output.clone(),
            step.error.clone(),
            step.affected_files.clone(),
        )
    };
    execution(now) == execution(step)
}

/// What the file cannot say of a step survives.
fn brief(step: &StepSheet, old: Option<(&Task, &StepSheet)>) -> Brief {
    let known = old.map(|(task, _)| task.brief.clone()).unwrap_or_default();
    let is_open = matches!(step.status, Standing::Todo | Standing::Doing | Standing::Dropped);
    let was_same = old.is_some_and(|(_, now)| now.affected_files == step.affected_files);
    let paths = match is_open && !was_same {
        true => step.affected_files.iter().map(|file| TaskPath::read(file)).collect(),
        false => known.paths.clone(),
    };
    Brief {
        title: step.description.clone(),
        body: step.instructions.clone().unwrap_or_default(),
        agent: step.suggested_agent.clone(),
        acceptance: step.acceptance_criteria.clone(),
        paths,
        ..known
    }
}

/// A step that runs under no name is nobody's: its claim has run out.
fn state(step: &StepSheet, old: Option<&Task>, at: Timestamp) -> TaskState {
    let by = step.executed_by.clone().unwrap_or_else(AgentName::unnamed);
    let ended = step.completed_at.unwrap_or(at);
    let evidence = match old.map(|task| &task.state) {
        Some(TaskState::Done(outcome)) => outcome.evidence.clone(),
        Some(TaskState::Failed(failure)) => failure.evidence.clone(),
        _ => Vec::new(),
    };
    let claim = match old.map(|task| &task.state) {
        Some(TaskState::Doing(claim)) if claim.agent == by => Some(claim.fence),
        Some(TaskState::Done(outcome)) => outcome.claim,
        _ => None,
    };
    match step.status {
        Standing::Todo => TaskState::Todo,
        Standing::Doing => {
            let since = step.started_at.unwrap_or(at);
            TaskState::Doing(Claim {
                agent: by,
                since,
                until: match step.executed_by {
                    Some(_) => at.plus_millis(limits::LEASE_MS),
                    None => since.min(at),
                },
                fence: Fence(0),
            })
        }
        Standing::Done => TaskState::Done(Outcome {
            by,
            at: ended,
            started: step.started_at,
            note: step.output.clone(),
            files: step.affected_files.clone(),
            evidence,
            claim,
        }),
        Standing::Failed => TaskState::Failed(Failure {
            by,
            at: ended,
            started: step.started_at,
            error: step.error.clone().unwrap_or_default(),
            files: step.affected_files.clone(),
            evidence,
        }),
        Standing::Dropped => TaskState::Dropped(Dropped {
            by,
            at: ended,
            how: DroppedAs::Skipped,
            reason: step.output.clone(),
        }),
    }
}

#[cfg(test)]
#[path = "edits_tests.rs"]
mod tests;
