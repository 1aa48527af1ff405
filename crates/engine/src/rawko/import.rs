//! `rawko plan import` and `rawko plan discard`: the two ways out of an edited plan file.

use std::collections::BTreeMap;
use std::io;

use dialect::rawko::{
    CURRENT_TASK_FILE, PlanSheet, check_plan_name, current_step_index, id_of_path, merge_plan, plan_id,
    read_edited_plan, read_plan,
};
use model::{
    AgentName, Command, Diagnostic, Grounds, Needs, OpVersion, Opening, Phase, PlanMetadata, SessionId, Timestamp,
};
use store::{LogQuery, Read, Store};

use super::create::{open_in, valid};
use super::name::PlanName;
use super::plan_files::PlanFiles;
use super::restatement::{matches, restatement};
use super::steps::in_steps;
use super::survey::{Survey, TaskFile};
use super::view::{View, sheet_at};
use crate::error::{EngineError, PlanFileError};
use crate::folders::Sources;
use crate::ids;
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
    pub fn import_plan(&mut self, path: &str, by: &AgentName, dry_run: bool) -> Result<Imported, EngineError> {
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
        let merged = merge_plan(path, base.as_ref(), sheet, &now).map_err(|faults| unfit(path, &text, faults))?;
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
            verb: VERB,
        };
        if dry_run {
            let clean = self.discretion.clean(command, by)?;
            let state = self.store.read()?.load(session, &Needs::of(clean.command(), by))?;
            doing.decide(&state, &clean).map_err(|error| in_steps(&view, error))?;
        } else {
            self.operate(doing, command).map_err(|error| in_steps(&view, error))?;
            imported.original = self.accept(path, session, &bytes)?;
        }
        Ok(imported)
    }

    /// From now on the text is one of the plan's, and the last step of the verb may write the file again.
    fn accept(&mut self, path: &str, session: &SessionId, bytes: &[u8]) -> Result<Option<String>, EngineError> {
        let mut mirror = self.new_plan_files()?.lock()?;
        let text = self.discretion.redact(&String::from_utf8_lossy(bytes));
        let original = mirror.keep_comments(path, &text)?;
        mirror.written.note(path, session.as_str(), OpVersion::ZERO, bytes)?;
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
        let mut imported = Imported {
            path: path.to_owned(),
            before: None,
            after: sheet,
            kept: BTreeMap::new(),
            original: None,
        };
        let sheet = &imported.after;
        let id = SessionId::new(plan_id::base(&sheet.id, sheet.version))?;
        if dry_run {
            return Ok(imported);
        }
        let is_task = survey.task == TaskFile::Names(sheet.id.clone());
        let Some(is_current) = self.open_stated(&id, sheet, by)? else {
            // Another process imported the plan a moment ago, perhaps from another text.
            return self.import_plan(path, by, dry_run);
        };
        imported.original = self.accept(path, &id, &bytes)?;
        if is_task
            && is_current
            && let Some(task) = files.read(CURRENT_TASK_FILE)?
        {
            self.accept(CURRENT_TASK_FILE, &id, &task)?;
        }
        Ok(imported)
    }

    /// Opens a session whose plan is what the sheet says, in one transaction: a refused plan leaves no empty session. It
    /// becomes the current session if there is none. The operations have the time of the file, so that `updatedAt`
    /// stays. Returns whether it is the current session now; `None` if the session exists.
    fn open_stated(&mut self, id: &SessionId, sheet: &PlanSheet, by: &AgentName) -> Result<Option<bool>, EngineError> {
        let (now, replans) = (self.now(), self.replans()?);
        let new_uid = || ids::new_uid(now);
        let doing = |uid| Doing {
            uid,
            session: id,
            by,
            at: sheet.updated_at.min(now),
            verb: VERB,
        };
        let mut tx = self.store.write()?;
        if tx.session(id)?.is_some() {
            return Ok(None);
        }
        let opening = Opening {
            id: id.clone(),
            session: new_uid(),
            thread: new_uid(),
            plan: new_uid(),
            goal: Some(sheet.task.clone()),
            author: Some(sheet.created_by.clone()),
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: Vec::new(),
        };
        open_in(tx.as_mut(), &self.discretion, &doing(new_uid()), opening)?;
        let view = View::need(tx.as_read(), id)?;
        let restatement = restatement(&view, &view.sheet(replans)?, sheet, now, new_uid);
        let clean = self.discretion.clean(Command::Restate(Box::new(restatement)), by)?;
        let state = tx.load(id, &Needs::of(clean.command(), by))?;
        let doing = doing(new_uid());
        let events = doing.decide(&state, &clean).map_err(|error| in_steps(&view, error))?;
        doing.store(tx.as_mut(), &state, events)?;
        let is_current = tx.current()?.is_none();
        if is_current {
            tx.set_current(id)?;
        }
        tx.commit()?;
        Ok(Some(is_current))
    }

    /// Keeps the edit of a file in the archive. The last step of the verb writes the plan's state into the file.
    pub fn discard_edit(&mut self, path: &str) -> Result<Discarded, EngineError> {
        let survey = self.survey()?;
        let edited = survey.edited.into_iter().find(|(edited, _)| edited == path);
        let session = match (edited, path == CURRENT_TASK_FILE && survey.task == TaskFile::Edited) {
            (Some((_, session)), _) => Some(session.to_string()),
            (None, true) => Some(
                self.store
                    .read()?
                    .current()?
                    .map_or_else(String::new, |id| id.to_string()),
            ),
            (None, false) => None,
        };
        let mut discarded = Discarded {
            path: path.to_owned(),
            original: None,
        };
        if let Some(session) = session {
            let mut mirror = self.new_plan_files()?.lock()?;
            let bytes = bytes_of(&mirror.files, path)?;
            let kept = match std::str::from_utf8(&bytes) {
                Ok(text) => self.discretion.redact(text).into_bytes(),
                Err(_) => bytes.clone(),
            };
            discarded.original = Some(mirror.keep(path, &kept)?);
            mirror.written.note(path, &session, OpVersion::ZERO, &bytes)?;
        }
        Ok(discarded)
    }
}

/// A plan that the store does not know, as its file shows it.
pub(super) fn unknown_sheet(files: &PlanFiles, path: &str) -> Result<(Vec<u8>, PlanSheet), EngineError> {
    let bytes = bytes_of(files, path)?;
    let text = String::from_utf8_lossy(&bytes);
    let (sheet, diagnostics) = read_plan(path, &text);
    let sheet = valid(path, &text, sheet, diagnostics)?;
    check_plan_name(path, &sheet).map_err(|faults| unfit(path, &text, faults))?;
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
        Some(_) => operation.at <= updated_at,
        None => operation.at == updated_at,
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

fn unfit(path: &str, text: &str, diagnostics: Vec<Diagnostic>) -> EngineError {
    let sources = Sources::one(path, text);
    PlanFileError::Unfit { diagnostics, sources }.into()
}
