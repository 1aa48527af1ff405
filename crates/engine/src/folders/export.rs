//! Any plan of the engine, written as a plan folder.

use std::path::Path;

use dialect::agentctl::write_folder;
use model::Task;
use workspace::plan_folder;
use workspace::redact::MARK;

use crate::error::{EngineError, PlanFileError};
use crate::plan::list::ListFilter;
use crate::plan::sessions::Target;
use crate::project::Engine;

/// Paths within the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    pub files: Vec<String>,
    /// Those in which a secret is missing: the plan never had it.
    pub redacted: Vec<String>,
}

impl Engine {
    /// Writes `plan.md` and `tasks/` into a folder that holds nothing yet; says which files. Of a plan that came from a
    /// folder, only what came from there: committed back, it is the same plan.
    pub fn export_folder(&mut self, target: &Target, folder: &Path) -> Result<Exported, EngineError> {
        let listed = self.list(target, &ListFilter::default())?;
        let goal = listed.session.goal.clone().unwrap_or_default();
        let (title, body) = match &listed.plan {
            Some(plan) => (plan.title.clone(), plan.body.clone()),
            None => (goal, String::new()),
        };
        let is_filed = listed.plan.as_ref().is_some_and(|plan| plan.filed.is_some());
        let tasks: Vec<&Task> = listed
            .tasks
            .iter()
            .filter(|task| task.brief.filed.is_some() || !is_filed)
            .collect();
        let files = write_folder(&title, &body, &tasks).map_err(PlanFileError::Unwritable)?;
        plan_folder::write(folder, &files).map_err(EngineError::at(&folder))?;
        let redacted = files.iter().filter(|(_, text)| text.contains(MARK));
        Ok(Exported {
            redacted: redacted.map(|(path, _)| path.clone()).collect(),
            files: files.into_iter().map(|(path, _)| path).collect(),
        })
    }
}
