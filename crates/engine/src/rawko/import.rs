//! `rawko plan import` and `rawko plan discard`: the two ways out of an edited plan file.

use std::collections::BTreeMap;
use std::io;

use dialect::rawko::{
    CURRENT_TASK_FILE, PlanSheet, check_plan_name, current_step_index, id_of_path, merge_plan, plan_id,
    read_edited_plan, read_plan, too_early,
};
use model::{
    AgentName, Command, Diagnostic, Event, Grounds, Needs, OpVersion, Opening, Phase, PlanMetadata, SessionId, State,
    Timestamp,
};
use store::{LogQuery, Read, Store};

use super::create::valid;
use super::name::PlanName;
use super::plan_files::PlanFiles;
use super::restatement::{matches, restatement};
use super::steps::in_steps;
use super::survey::{Survey, TaskFile};
use super::view::{View, changed_at, sheet_at};
use crate::error::{EngineError, PlanError, PlanFileError};
use crate::folders::Sources;
use crate::plan::operate::Doing;
use crate::project::Engine;

const VERB: &str = "plan import";

#[derive(Debug, Clone)]
pub struct Imported {
    pub path: String,
    /// `None` for a plan that the store did not know.
    pub before: Option<PlanSheet>,
    pub after: PlanSheet,
    /// Which step of `before` is which step of `after`, by index.
    pub kept: BTreeMap<u32, u32>,
    /// Where the text of the file is kept, because it has comments.
    pub original: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discarded {
    pub path: String,
    /// Where the edit is kept; `None` if the file was not edited.
    pub original: Option<String>,
}

impl Engine {
    /// Makes what a plan file says part of the plan, as one operation. `dry_run` only decides.
    pub(super) fn import_plan(&mut self, path: &str, by: &AgentName, dry_run: bool) -> Result<Imported, EngineError> {
        let survey = self.survey()?;
        let mut edited = survey.edited.iter().filter(|(edited, _)| edited == path);
        if let Some((_, session)) = edited.next() {
            return self.import_edit(path, session, by, dry_run);
        }
        if survey.unknown.iter().any(|(unknown, _)| unknown == path) {
            return self.import_unknown(path, &survey, by, dry_run);
        }
        let plan = PlanName(id_of_path(path).map(|id| id.to_string()));
        let sheet = self.plan(&plan)?.sheet;
        Ok(Imported {
            path: path.to_owned(),
            before: Some(sheet.clone()),
            kept: sheet.steps.iter().map(|step| (step.index, step.index)).collect(),
            after: sheet,
            original: None,
        })
    }

    fn import_edit(
        &mut self,
        path: &str,
        session: &SessionId,
        by: &AgentName,
        dry_run: bool,
    ) -> Result<Imported, EngineError> {
        let replans = self.replans()?;
        let files = self.new_plan_files()?;
        let (bytes, noted) = (bytes_of(&files, path)?, files.notes()?);
        let noted = noted.get(path).map(|entry| entry.version);
        let noted = noted.filter(|version| *version != OpVersion::ZERO);
        let tx = self.store.read()?;
        let (text, sheet, base) = edited_sheet(tx.as_ref(), session, path, &bytes, noted, replans)?;
        let view = View::need(tx.as_ref(), session)?;
        let now = view.sheet(replans)?;
        let merged = merge_plan(path, &text, base.as_ref(), sheet, &now);
        let merged = merged.map_err(|faults| unfit(path, &text, faults))?;
        drop(tx);
        let at = self.now();
        let after = PlanSheet {
            status: Phase::of(&merged.counts(), view.plan.replans < replans),
            current_step_index: current_step_index(&merged.steps),
            updated_at: at,
            ..merged
        };
        let command = Command::Restate(Box::new(restatement(&view, &now, &after, at, || self.new_uid())));
        let mut imported = Imported {
            path: path.to_owned(),
            kept: pairs(&now, &after),
            before: Some(now),
            after,
            original: None,
        };
        let doing = Doing {
            uid: self.new_uid(),
            session,
            by,
            at,
            verb: VERB.into(),
        };
        let refused = |error| refused_edit(path, &text, &view, &imported.kept, error);
        if dry_run {
            let clean = self.discretion.clean(command, by)?;
            let state = self.store.read()?.load(session, &Needs::of(clean.command(), by))?;
            doing.decide(&state, &clean).map_err(refused)?;
        } else {
            self.operate(&doing, command).map_err(refused)?;
            imported.original = self.accept(path, session, &bytes)?;
        }
        Ok(imported)
    }

    /// The plan says what the text says, and the last step of the verb writes the file again.
    fn accept(&mut self, path: &str, session: &SessionId, bytes: &[u8]) -> Result<Option<String>, EngineError> {
        let mut mirror = self.new_plan_files()?.lock()?;
        let text = self.discretion.redact(&String::from_utf8_lossy(bytes));
        let original = mirror.keep_comments(path, &text)?;
        mirror.make_room(path, session.as_str(), bytes)?;
        Ok(original)
    }

    fn import_unknown(
        &mut self,
        path: &str,
        survey: &Survey,
        by: &AgentName,
        dry_run: bool,
    ) -> Result<Imported, EngineError> {
        let files = self.new_plan_files()?;
        let (bytes, sheet) = unknown_sheet(&files, path)?;
        let id = SessionId::new(plan_id::base(&sheet.id, sheet.version))?;
        let doing = Doing {
            uid: self.new_uid(),
            session: &id,
            by,
            at: self.now(),
            verb: VERB.into(),
        };
        let events = self.opening_as(&doing, &sheet)?;
        let mut imported = Imported {
            path: path.to_owned(),
            before: None,
            after: sheet,
            kept: BTreeMap::new(),
            original: None,
        };
        if dry_run {
            return Ok(imported);
        }
        let mut tx = self.store.write()?;
        if tx.session(&id)?.is_some() {
            drop(tx);
            // Another process imported the plan a moment ago, perhaps from another text.
            return self.import_plan(path, by, dry_run);
        }
        doing.store(tx.as_mut(), &State::default(), events)?;
        let is_current = tx.current()?.is_none();
        if is_current {
            tx.set_current(&id)?;
        }
        tx.commit()?;
        imported.original = self.accept(path, &id, &bytes)?;
        if is_current
            && survey.task == TaskFile::Names(imported.after.id.clone())
            && let Some(task) = files.read(CURRENT_TASK_FILE)?
        {
            self.accept(CURRENT_TASK_FILE, &id, &task)?;
        }
        Ok(imported)
    }

    /// The events of the one operation that opens a session whose plan is what the sheet says. The session is opened at the
    /// time of the file, so that `updatedAt` stays.
    fn opening_as(&self, doing: &Doing<'_>, sheet: &PlanSheet) -> Result<Vec<Event>, EngineError> {
        let opening = Opening {
            id: doing.session.clone(),
            session: self.new_uid(),
            thread: self.new_uid(),
            plan: self.new_uid(),
            goal: Some(sheet.task.clone()),
            author: Some(sheet.created_by.clone()),
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: Vec::new(),
        };
        let opened = Doing {
            at: sheet.updated_at.min(doing.at),
            verb: doing.verb.clone(),
            ..*doing
        };
        let mut state = State::default();
        let clean = self.discretion.clean(Command::Open(opening), doing.by)?;
        let mut events = opened.decide(&state, &clean)?;
        events.iter().for_each(|event| state.apply(event));
        let view = View::of(&state, opened.at).ok_or_else(|| PlanError::NoPlan(doing.session.clone()))?;
        let empty = view.sheet(self.replans()?)?;
        let restatement = restatement(&view, &empty, sheet, doing.at, || self.new_uid());
        let clean = self
            .discretion
            .clean(Command::Restate(Box::new(restatement)), doing.by)?;
        events.extend(doing.decide(&state, &clean).map_err(|error| in_steps(&view, error))?);
        Ok(events)
    }

    /// The file is edited.
    pub(super) fn discard_edit(&mut self, path: String) -> Result<Discarded, EngineError> {
        let edited = self.survey()?.edited.into_iter().find(|(edited, _)| *edited == path);
        let session = match edited {
            Some((_, session)) => Some(session),
            None => self.store.read()?.current()?,
        };
        let mut mirror = self.new_plan_files()?.lock()?;
        let bytes = bytes_of(&mirror.files, &path)?;
        let kept = match std::str::from_utf8(&bytes) {
            Ok(text) => self.discretion.redact(text).into_bytes(),
            Err(_) => bytes.clone(),
        };
        let original = Some(mirror.keep(&path, &kept)?);
        mirror.make_room(&path, session.as_ref().map_or("", SessionId::as_str), &bytes)?;
        Ok(Discarded { path, original })
    }
}

/// A plan that the store does not know, as its file shows it.
pub(super) fn unknown_sheet(files: &PlanFiles, path: &str) -> Result<(Vec<u8>, PlanSheet), EngineError> {
    let bytes = bytes_of(files, path)?;
    let text = String::from_utf8_lossy(&bytes);
    let (sheet, diagnostics) = read_plan(path, &text);
    let sheet = valid(path, &text, sheet, diagnostics)?;
    check_plan_name(path, &text, &sheet).map_err(|faults| unfit(path, &text, faults))?;
    Ok((bytes, sheet))
}

/// The text of an edited file, what it says, and the plan that its author had.
fn edited_sheet(
    tx: &dyn Read,
    session: &SessionId,
    path: &str,
    bytes: &[u8],
    noted: Option<OpVersion>,
    replans: u32,
) -> Result<(String, PlanSheet, Option<PlanSheet>), EngineError> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let written = match noted {
        Some(version) => sheet_at(tx, session, version, replans)?,
        None => None,
    };
    let (sheet, diagnostics) = match &written {
        Some(written) => read_edited_plan(path, &text, written.status),
        None => read_plan(path, &text),
    };
    let sheet = valid(path, &text, sheet, diagnostics)?;
    let seen = seen_version(tx, session, sheet.updated_at, noted)?;
    let base = match seen {
        Some(seen) if Some(seen) != noted => sheet_at(tx, session, seen, replans)?,
        _ => written,
    };
    Ok((text, sheet, base))
}

/// The version that the author of an edit had. The file may have been written since, if an editor was open meanwhile;
/// `updatedAt` in the edit tells.
fn seen_version(
    tx: &dyn Read,
    session: &SessionId,
    updated_at: Timestamp,
    noted: Option<OpVersion>,
) -> Result<Option<OpVersion>, EngineError> {
    let query = LogQuery {
        limit: noted.map_or(usize::MAX, |noted| usize::try_from(noted.0).unwrap_or(usize::MAX)),
        ..LogQuery::all()
    };
    let operations = tx.operations(session, &query)?;
    let seen = operations.iter().rev().find(|operation| match noted {
        Some(_) => changed_at(operation).is_some_and(|at| at <= updated_at),
        None => changed_at(operation) == Some(updated_at),
    });
    Ok(seen.map(|operation| operation.version))
}

fn bytes_of(files: &PlanFiles, path: &str) -> Result<Vec<u8>, EngineError> {
    let missing = || EngineError::at(path)(io::ErrorKind::NotFound.into());
    files.read(path)?.ok_or_else(missing)
}

fn pairs(now: &PlanSheet, after: &PlanSheet) -> BTreeMap<u32, u32> {
    let known = matches(now, after).into_iter().zip(0..);
    known
        .filter_map(|(old, new)| Some((u32::try_from(old?).ok()?, new)))
        .collect()
}

/// What an edit starts or ends too early is a fault of the file.
fn refused_edit(path: &str, text: &str, view: &View, kept: &BTreeMap<u32, u32>, error: EngineError) -> EngineError {
    let EngineError::Plan(PlanError::Refused { refusals, .. }) = &error else {
        return error;
    };
    let steps = view.steps.iter().zip(0..);
    let indexes = steps.filter_map(|(task, index)| Some((task.number, *kept.get(&index)?)));
    match too_early(path, text, refusals, &indexes.collect()) {
        Some(faults) => unfit(path, text, faults),
        None => in_steps(view, error),
    }
}

fn unfit(path: &str, text: &str, diagnostics: Vec<Diagnostic>) -> EngineError {
    let sources = Sources::one(path, text);
    PlanFileError::Unfit { diagnostics, sources }.into()
}
