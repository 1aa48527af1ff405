//! What was found in the files that was not written by us: edits that were taken in, and plans that nobody here knows.

use dialect::rawko::answer::StrangePlan;
use dialect::rawko::{PLANS_FOLDER, id_of_path, read_plan};
use store::Store;
use workspace::{FileError, Kind};

use super::name::PlanName;
use crate::error::EngineError;
use crate::project::Engine;

/// A file that somebody has changed, and whose changes are part of the plan now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub path: String,
    /// They are lost as soon as the file is written anew: the store has no place for them.
    pub has_comments: bool,
}

impl Engine {
    /// The edits that were taken in since somebody last asked.
    pub fn edits(&mut self) -> Vec<Edit> {
        std::mem::take(&mut self.edits)
    }

    /// Plan files that are nobody's: the store knows no plan of that name, and nothing says that they are current.
    pub fn strange_plans(&mut self) -> Result<Vec<StrangePlan>, EngineError> {
        if self.is_read_only() || !self.has_mirror() {
            return Ok(Vec::new());
        }
        let mirror = self.mirror()?;
        let tx = self.store.read()?;
        let mut strange = Vec::new();
        for entry in listed(&mirror.tree)? {
            let path = format!("{PLANS_FOLDER}/{}", entry.name);
            let Some(id) = id_of_path(&path).filter(|_| matches!(entry.kind, Kind::File | Kind::Link)) else {
                continue;
            };
            match PlanName(Some(id.to_string())).find(tx.as_ref()) {
                _ if mirror.written.get(&path).is_some() => {}
                Ok(_) => {}
                Err(EngineError::UnknownPlan(_)) => {
                    let text = mirror.read(&path).ok().flatten().unwrap_or_default();
                    let (sheet, _) = read_plan(&path, &String::from_utf8_lossy(&text));
                    let is_whole = sheet.is_some_and(|sheet| sheet.id == id);
                    strange.push(StrangePlan { path, id, is_whole });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(strange)
    }
}

/// Nothing where there is no such folder, or it cannot be listed: whoever writes there says why.
fn listed(tree: &workspace::Root) -> Result<Vec<workspace::Entry>, EngineError> {
    let folder = PLANS_FOLDER
        .parse()
        .map_err(|_| EngineError::Unwritable(PLANS_FOLDER.to_owned()))?;
    Ok(tree.list(Some(&folder)).unwrap_or_else(|_: FileError| Vec::new()))
}
