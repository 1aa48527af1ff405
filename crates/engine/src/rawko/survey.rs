//! The files below `.rawko` compared with the store. Nothing is written, and no lock is taken.

use dialect::rawko::{CURRENT_TASK_FILE, CurrentTask, id_of_path, read_current_task, read_plan, write_plan};
use model::{PlanId, SessionId, limits};
use store::{LogQuery, Read, Store};

use super::name::{PlanName, id_of, plan_of};
use super::plan_files::PlanFiles;
use super::view::{View, changed_at, sheet_at};
use super::written::Written;
use crate::error::{EngineError, PlanError, PlanFileError, ProjectError};
use crate::project::Engine;

/// Operations of one moment whose texts are compared.
const CANDIDATES: usize = 20;

/// What a verb should report about the files, beside its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanFileWarning {
    /// The file was edited and is not written until the edit is imported or discarded.
    Edited { path: String },
    /// The file cannot be read or written. The store has what it should say.
    Failed { path: String, why: String },
}

#[derive(Default)]
pub(super) struct Survey {
    /// Plan files that hold no text of planwright, with the session of the plan.
    pub edited: Vec<(String, SessionId)>,
    /// Texts of planwright that are not noted: the project was moved, or an old version was checked out.
    pub unnoted: Vec<(String, SessionId, Vec<u8>)>,
    /// Plan files of plans that the store does not know.
    pub unknown: Vec<(String, PlanId)>,
    pub task: TaskFile,
    pub failed: Vec<PlanFileWarning>,
}

/// What `current-task.yaml` says about the choice of the plan.
#[derive(Default, PartialEq, Eq)]
pub(super) enum TaskFile {
    /// It agrees with the store, or there is none.
    #[default]
    Stored,
    /// The store has no current plan, and the file names one.
    Names(PlanId),
    Edited,
}

impl Engine {
    pub(super) fn survey(&mut self) -> Result<Survey, EngineError> {
        let Some(files) = self.plan_files()? else {
            return Ok(Survey::default());
        };
        let replans = self.replans().unwrap_or(limits::REPLANS);
        let mut texts = Vec::new();
        let mut survey = Survey::default();
        for path in files.plans()? {
            survey.read(&files, path, &mut texts);
        }
        survey.read(&files, CURRENT_TASK_FILE.to_owned(), &mut texts);
        let tx = self.store.read()?;
        let known = Known {
            tx: tx.as_ref(),
            written: files.notes()?,
            replans,
        };
        for (path, text) in texts {
            match id_of_path(&path) {
                Some(id) => known.judge_plan(&mut survey, path, id, text)?,
                None if path == CURRENT_TASK_FILE => known.judge_task(&mut survey, text)?,
                None => {}
            }
        }
        Ok(survey)
    }
}

impl Survey {
    pub fn warnings(&self) -> Vec<PlanFileWarning> {
        let edited = self.edited_paths();
        let edited = edited.map(|path| PlanFileWarning::Edited { path: path.to_owned() });
        edited.chain(self.failed.iter().cloned()).collect()
    }

    pub fn is_edited(&self, path: &str) -> bool {
        self.edited_paths().any(|edited| edited == path)
    }

    fn edited_paths(&self) -> impl Iterator<Item = &str> {
        let task = (self.task == TaskFile::Edited).then_some(CURRENT_TASK_FILE);
        self.edited.iter().map(|(path, _)| path.as_str()).chain(task)
    }

    /// The edited file of a session's plan.
    pub fn edit_of(&self, session: &SessionId) -> Option<&str> {
        let mut edits = self.edited.iter().filter(|(_, of)| of == session);
        edits.next().map(|(path, _)| path.as_str())
    }

    /// The plan that is meant if neither the caller nor the store names one.
    pub fn only_unknown(&self) -> Option<&(String, PlanId)> {
        match (&self.task, self.unknown.as_slice()) {
            (TaskFile::Names(plan), unknown) => unknown.iter().find(|(_, id)| id == plan),
            (_, [only]) => Some(only),
            _ => None,
        }
    }

    fn read(&mut self, files: &PlanFiles, path: String, texts: &mut Vec<(String, Vec<u8>)>) {
        match files.read(&path) {
            Ok(text) => texts.extend(text.map(|text| (path, text))),
            Err(error) => self.failed.push(PlanFileWarning::of(&path, &error)),
        }
    }
}

impl PlanFileWarning {
    pub(super) fn of(path: &str, error: &EngineError) -> Self {
        let (path, why) = match error {
            EngineError::PlanFile(PlanFileError::Mirror { path, cause }) => {
                (path.display().to_string(), cause.to_string())
            }
            EngineError::Project(ProjectError::File { path, source }) => {
                (path.display().to_string(), source.to_string())
            }
            other => (path.to_owned(), other.to_string()),
        };
        Self::Failed { path, why }
    }
}

/// What the store and the notes know.
struct Known<'a> {
    tx: &'a dyn Read,
    written: Written,
    replans: u32,
}

impl Known<'_> {
    fn judge_plan(&self, survey: &mut Survey, path: String, id: PlanId, text: Vec<u8>) -> Result<(), EngineError> {
        let session = match PlanName(Some(id.to_string())).find(self.tx) {
            Ok(named) => named.session,
            Err(EngineError::Plan(PlanError::UnknownPlan(_))) => {
                survey.unknown.push((path, id));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        match () {
            () if self.written.knows(&path, &text) => {}
            () if self.was_written(&session, &path, &text)? => survey.unnoted.push((path, session, text)),
            () => survey.edited.push((path, session)),
        }
        Ok(())
    }

    /// Whether the text shows the plan as it is, or as it was after an earlier operation.
    fn was_written(&self, session: &SessionId, path: &str, text: &[u8]) -> Result<bool, EngineError> {
        let (Some(sheet), _) = read_plan(path, &String::from_utf8_lossy(text)) else {
            return Ok(false);
        };
        let Some(view) = View::load(self.tx, session)? else {
            return Ok(false);
        };
        if write_plan(&view.sheet(self.replans)?).as_bytes() == text {
            return Ok(true);
        }
        // The usual edit: its author left `updatedAt` alone, and the newest text is noted.
        if sheet.updated_at == view.updated && self.written.get(path).is_some() {
            return Ok(false);
        }
        let operations = self.tx.operations(session, &LogQuery::all())?;
        let then = operations
            .iter()
            .rev()
            .filter(|operation| changed_at(operation) == Some(sheet.updated_at));
        for operation in then.take(CANDIDATES) {
            let then = sheet_at(self.tx, session, operation.version, self.replans)?;
            if then.is_some_and(|then| write_plan(&then).as_bytes() == text) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn judge_task(&self, survey: &mut Survey, text: Vec<u8>) -> Result<(), EngineError> {
        if self.written.knows(CURRENT_TASK_FILE, &text) {
            return Ok(());
        }
        let current = self.tx.current()?;
        survey.task = match (named(&text), current) {
            (Some(task), None) => TaskFile::Names(task.plan_id),
            (Some(task), Some(current)) if self.is_unnoted_task(&current, &task)? => {
                survey.unnoted.push((CURRENT_TASK_FILE.to_owned(), current, text));
                TaskFile::Stored
            }
            _ => TaskFile::Edited,
        };
        Ok(())
    }

    /// Without notes, a file that names the current plan counts as written by planwright.
    fn is_unnoted_task(&self, current: &SessionId, task: &CurrentTask) -> Result<bool, EngineError> {
        let version = plan_of(self.tx, current)?.map_or(1, |plan| plan.version);
        Ok(self.written.get(CURRENT_TASK_FILE).is_none() && task.plan_id == id_of(current, version)?)
    }
}

fn named(text: &[u8]) -> Option<CurrentTask> {
    read_current_task(CURRENT_TASK_FILE, &String::from_utf8_lossy(text)).0
}
