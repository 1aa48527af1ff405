//! Finished plans are put aside, and what was put aside is cleared away when somebody asks for it.

use std::collections::BTreeSet;

use dialect::rawko::{ARCHIVE_FOLDER, PLANS_FOLDER, archived_path, id_of_path, plan_path};
use model::{OpVersion, PlanId, RelPath, SessionId, Timestamp};
use store::Store;
use workspace::FileError;

use super::name::{PlanName, id_of};
use super::view::View;
use crate::error::EngineError;
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
        self.begin_mirror()?;
        let mut archived = Vec::new();
        let mut mirror = self.mirror()?;
        for (session, id) in finished {
            let path = archived_path(&id);
            if !mirror.exists(&path)? {
                // Whatever is noted there is kept there by whoever brings the files up to date.
                mirror.written.note(&path, session.as_str(), OpVersion::ZERO, b"")?;
                mirror.clear(&plan_path(&id))?;
                archived.push(id);
            }
        }
        drop(mirror);
        self.rest()?;
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
            false => Err(EngineError::Unfinished { plan, phase }),
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
        if self.is_read_only() || !self.has_mirror() {
            return Ok(collected);
        }
        let current = self.current_plan()?;
        let mut mirror = self.mirror()?;
        for path in self.archive_files()? {
            let (Some(bytes), Some(id)) = (mirror.read(&path)?, id_of_path(&path)) else {
                continue;
            };
            // Only its place in the archive tells that it is nobody's task any more.
            if current.as_ref() == Some(&id) {
                collected.kept += 1;
                continue;
            }
            let (sheet, _) = dialect::rawko::read_plan(&path, &String::from_utf8_lossy(&bytes));
            let is_old = sheet.is_some_and(|sheet| sheet.updated_at < before);
            if !is_old || !mirror.written.knows(&path, &bytes) {
                collected.kept += 1;
                continue;
            }
            if !dry_run {
                mirror.clear(&path)?;
            }
            collected.removed.push(id);
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

    /// The plans whose files lie in the archive.
    pub(super) fn archived(&self) -> Result<BTreeSet<PlanId>, EngineError> {
        Ok(self
            .archive_files()?
            .iter()
            .filter_map(|path| id_of_path(path))
            .collect())
    }

    fn archive_files(&self) -> Result<Vec<String>, EngineError> {
        let failed = |why: String| EngineError::Mirror {
            path: self.root().join(PLANS_FOLDER),
            why,
        };
        let folder: RelPath = ARCHIVE_FOLDER
            .parse()
            .map_err(|fault: workspace::PathFault| failed(fault.to_string()))?;
        let tree = workspace::Root::open(self.root()).map_err(|error| failed(error.to_string()))?;
        let entries = match tree.list(Some(&folder)) {
            Ok(entries) => entries,
            Err(FileError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(FileError::Missing { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(failed(error.to_string())),
        };
        let paths = entries
            .into_iter()
            .map(|entry| format!("{ARCHIVE_FOLDER}/{}", entry.name));
        Ok(paths.filter(|path| id_of_path(path).is_some()).collect())
    }
}
