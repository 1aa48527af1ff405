//! Finished plans are put aside, and what was put aside is cleared away when somebody asks for it.

use std::collections::BTreeSet;

use dialect::rawko::{ARCHIVE_FOLDER, archived_path, id_of_path, plan_path};
use model::{OpVersion, PlanId, SessionId, Timestamp};
use store::Store;

use super::name::{PlanName, id_of};
use super::view::View;
use crate::error::{EngineError, PlanError};
use crate::project::Engine;

/// Files that are gone. The log still knows the plans.
#[derive(Debug, Clone, Default)]
pub struct Collected {
    pub removed: Vec<PlanId>,
    pub kept: usize,
}

impl Engine {
    /// Puts the file of a finished plan into the archive; without a name, the files of all finished plans. The current
    /// plan is then nobody's current task.
    pub fn archive_plans(&mut self, name: &PlanName) -> Result<Vec<PlanId>, EngineError> {
        let finished = match &name.0 {
            Some(_) => vec![self.finished(name)?],
            None => self.all_finished()?,
        };
        if finished.is_empty() || self.is_read_only() {
            return Ok(Vec::new());
        }
        let survey = self.survey()?;
        let there = self.archived()?;
        let mut mirror = self.new_plan_files()?.lock()?;
        let mut archived = Vec::new();
        for (session, id) in finished {
            if !there.contains(&id) && survey.edit_of(&session).is_none() {
                // The last step of the verb writes a plan into the archive if its file there is noted.
                let path = archived_path(&id);
                mirror.written.note(&path, session.as_str(), OpVersion::ZERO, b"")?;
                mirror.clear(&plan_path(&id))?;
                archived.push(id);
            }
        }
        Ok(archived)
    }

    fn finished(&mut self, name: &PlanName) -> Result<(SessionId, PlanId), EngineError> {
        let replans = self.replans()?;
        let tx = self.store.read()?;
        let session = name.newest(tx.as_ref())?;
        let view = View::need(tx.as_ref(), &session)?;
        let plan = id_of(&session, view.plan.version)?;
        let phase = view.phase(replans);
        match phase.is_final() {
            true => Ok((session, plan)),
            false => Err(PlanError::Unfinished { plan, phase }.into()),
        }
    }

    fn all_finished(&mut self) -> Result<Vec<(SessionId, PlanId)>, EngineError> {
        let replans = self.replans()?;
        let tx = self.store.read()?;
        let mut finished = Vec::new();
        for line in tx.sessions()? {
            let view = View::load(tx.as_ref(), &line.session.id)?;
            if let Some(view) = view.filter(|view| view.phase(replans).is_final()) {
                finished.push((line.session.id.clone(), id_of(&line.session.id, view.plan.version)?));
            }
        }
        Ok(finished)
    }

    /// Removes archived files that are older than `before`. Files that were changed by hand stay.
    pub fn collect_plans(&mut self, before: Timestamp, dry_run: bool) -> Result<Collected, EngineError> {
        let mut collected = Collected::default();
        let Some(files) = self.plan_files()?.filter(|_| !self.is_read_only()) else {
            return Ok(collected);
        };
        let current = self.current_plan()?;
        let notes = files.notes()?;
        let mut old = Vec::new();
        for path in files.list(ARCHIVE_FOLDER)? {
            let (Some(bytes), Some(id)) = (files.read(&path)?, id_of_path(&path)) else {
                continue;
            };
            let (sheet, _) = dialect::rawko::read_plan(&path, &String::from_utf8_lossy(&bytes));
            let is_old = sheet.is_some_and(|sheet| sheet.updated_at < before);
            // The current plan is not the current task any more only because its file is here.
            if is_old && notes.knows(&path, &bytes) && current.as_ref() != Some(&id) {
                old.push(path);
                collected.removed.push(id);
            } else {
                collected.kept += 1;
            }
        }
        if !dry_run && !old.is_empty() {
            let mut mirror = files.lock()?;
            old.iter().try_for_each(|path| mirror.clear(path))?;
        }
        Ok(collected)
    }

    fn current_plan(&mut self) -> Result<Option<PlanId>, EngineError> {
        let tx = self.store.read()?;
        let Some(session) = tx.current()? else {
            return Ok(None);
        };
        let view = View::load(tx.as_ref(), &session)?;
        view.map(|view| id_of(&session, view.plan.version)).transpose()
    }

    /// The plans whose files are in the archive.
    pub(super) fn archived(&self) -> Result<BTreeSet<PlanId>, EngineError> {
        let files = self.new_plan_files()?.list(ARCHIVE_FOLDER)?;
        Ok(files.iter().filter_map(|path| id_of_path(path)).collect())
    }
}
