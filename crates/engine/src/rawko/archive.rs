//! Finished plans are put aside, and what was put aside is cleared away when somebody asks for it.

use std::collections::BTreeSet;

use dialect::rawko::{ARCHIVE_FOLDER, PLANS_FOLDER, archived_path, id_of_path, plan_path};
use model::{OpVersion, PlanId, RelPath, Timestamp};
use store::Store;
use workspace::FileError;

use super::name::{PlanName, id_of};
use super::view::View;
use crate::error::EngineError;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct Archived {
    pub id: PlanId,
    /// From the root of the project.
    pub path: String,
    /// `false` if it lay there already.
    pub is_new: bool,
}

/// Files that are gone. The log still knows the plans.
#[derive(Debug, Clone, Default)]
pub struct Collected {
    pub removed: Vec<String>,
    pub kept: usize,
}

impl Engine {
    /// Puts the file of a finished plan into the archive. The current plan is then nobody's current task.
    pub fn archive_plan(&mut self, name: &PlanName) -> Result<Archived, EngineError> {
        let replans = self.replans()?;
        let view = {
            let tx = self.store.read()?;
            let session = name.newest(tx.as_ref())?;
            View::need(tx.as_ref(), &session)?
        };
        let id = id_of(&view.session.id, view.plan.version)?;
        let phase = view.phase(replans);
        if !phase.is_final() {
            return Err(EngineError::Unfinished { plan: id, phase });
        }
        self.begin_mirror()?;
        let mut mirror = self.mirror()?;
        let path = archived_path(&id);
        let is_new = !mirror.exists(&path)?;
        // Whatever is noted there is kept there by whoever brings the files up to date.
        mirror
            .written
            .note(&path, view.session.id.as_str(), OpVersion::ZERO, b"")?;
        mirror.clear(&plan_path(&id))?;
        drop(mirror);
        self.rest()?;
        Ok(Archived { id, path, is_new })
    }

    /// Removes archived files that are older than `before`. Files that were changed by hand stay.
    pub fn collect_plans(&mut self, before: Timestamp, dry_run: bool) -> Result<Collected, EngineError> {
        let mut collected = Collected::default();
        if self.is_read_only() || !self.has_mirror() {
            return Ok(collected);
        }
        let mut mirror = self.mirror()?;
        for path in self.archive_files()? {
            let Some(bytes) = mirror.read(&path)? else { continue };
            let (sheet, _) = dialect::rawko::read_plan(&path, &String::from_utf8_lossy(&bytes));
            let is_old = sheet.is_some_and(|sheet| sheet.updated_at < before);
            if !is_old || !mirror.written.knows(&path, &bytes) {
                collected.kept += 1;
                continue;
            }
            if !dry_run {
                mirror.clear(&path)?;
            }
            collected.removed.push(path);
        }
        Ok(collected)
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
