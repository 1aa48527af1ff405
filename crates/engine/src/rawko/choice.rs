//! Which plan a rawko verb is about, and whether its files allow the verb.

use std::path::{Component, Path, PathBuf};

use dialect::rawko::{ARCHIVE_FOLDER, CURRENT_TASK_FILE, id_of_path, plan_path};
use model::{AgentName, PlanId};
use store::Store;

use super::import::{Discarded, Imported};
use super::name::{PlanName, id_of, plan_of};
use super::survey::{Survey, TaskFile};
use crate::error::{EngineError, PlanError, PlanFileError};
use crate::project::{Engine, Setting, root_of};

/// Where a plan that was opened is.
pub enum PlanSource {
    /// In the store, and its file shows it.
    Stored,
    /// In the store, and this file of it was edited.
    Edited(String),
    /// It was only in a file until now.
    Imported(Box<Imported>),
}

impl Engine {
    /// Opens the project for a verb about an existing plan. `writer` is the author of a verb that changes the plan: it is
    /// refused if the plan's file was edited, and imports a plan that is only in a file.
    pub fn open_for_plan(
        setting: &Setting,
        name: &PlanName,
        writer: Option<&AgentName>,
    ) -> Result<(Self, PlanSource), EngineError> {
        let mut engine = Self::open_or_empty(setting)?;
        let survey = engine.survey()?;
        survey.check_choice(name)?;
        let found = name.find(engine.store.read()?.as_ref());
        let session = match found {
            Ok(named) => named.session,
            Err(error) if !is_unknown(&error) => return Err(error),
            Err(error) => {
                let (path, id) = survey
                    .unknown_named(name)
                    .ok_or_else(|| engine.not_found(error))?
                    .clone();
                let by = writer.ok_or(PlanFileError::PlanNotImported { path: path.clone(), id })?;
                let (engine, imported) = engine.import_new(setting, &path, by)?;
                return Ok((engine, PlanSource::Imported(Box::new(imported))));
            }
        };
        match survey.edit_of(&session) {
            None => Ok((engine, PlanSource::Stored)),
            Some(path) if writer.is_some() => Err(edited(path)),
            Some(path) => Ok((engine, PlanSource::Edited(path.to_owned()))),
        }
    }

    /// Opens the project to import a file: the one that is named, or else the file of the plan that is meant.
    pub fn import(
        setting: &Setting,
        file: Option<&Path>,
        name: &PlanName,
        by: &AgentName,
        dry_run: bool,
    ) -> Result<Imported, EngineError> {
        let named = file.map(|file| plan_file_of(setting, file)).transpose()?;
        if let Some(CURRENT_TASK_FILE) = named.as_deref() {
            return Err(PlanFileError::NotAPlanFile(CURRENT_TASK_FILE.into()).into());
        }
        let mut engine = Self::open_or_empty(setting)?;
        let path = match named {
            Some(path) => path,
            None => engine.file_meant(name)?,
        };
        match dry_run {
            true => engine.import_plan(&path, by, true),
            false => Ok(engine.import_new(setting, &path, by)?.1),
        }
    }

    /// Keeps the edit of a file in the archive. The last step of the verb writes the plan's state into the file.
    pub fn discard(setting: &Setting, file: &Path) -> Result<Discarded, EngineError> {
        let path = plan_file_of(setting, file)?;
        match Self::open_or_empty(setting)?.survey()?.is_edited(&path) {
            true => Self::open_or_create(setting)?.discard_edit(path),
            false => Ok(Discarded { path, original: None }),
        }
    }

    /// A file that is not a valid plan makes no store.
    fn import_new(mut self, setting: &Setting, path: &str, by: &AgentName) -> Result<(Self, Imported), EngineError> {
        self.import_plan(path, by, true)?;
        let mut engine = Self::open_or_create(setting)?;
        let imported = engine.import_plan(path, by, false)?;
        Ok((engine, imported))
    }

    /// The file of the plan that is meant, edited ones first.
    fn file_meant(&mut self, name: &PlanName) -> Result<String, EngineError> {
        let survey = self.survey()?;
        survey.check_choice(name)?;
        let tx = self.store.read()?;
        match name.find(tx.as_ref()) {
            Ok(named) => {
                let version = plan_of(tx.as_ref(), &named.session)?.map_or(1, |plan| plan.version);
                let newest = plan_path(&id_of(&named.session, version)?);
                Ok(survey.edit_of(&named.session).map_or(newest, str::to_owned))
            }
            Err(error) if !is_unknown(&error) => Err(error),
            Err(error) => {
                drop(tx);
                let unknown = survey.unknown_named(name).map(|(path, _)| path.clone());
                unknown.ok_or_else(|| self.not_found(error))
            }
        }
    }
}

impl Survey {
    /// An edited `current-task.yaml` leaves open which plan a verb is about that names none.
    fn check_choice(&self, name: &PlanName) -> Result<(), EngineError> {
        match name.0.is_none() && self.task == TaskFile::Edited {
            true => Err(edited(CURRENT_TASK_FILE)),
            false => Ok(()),
        }
    }

    /// The file of a plan that the store does not know.
    pub fn unknown_named(&self, name: &PlanName) -> Option<&(String, PlanId)> {
        match &name.0 {
            Some(wanted) => self.unknown.iter().find(|(_, id)| id.as_str() == wanted),
            None => self.only_unknown(),
        }
    }
}

/// The path of a plan file from the root of the project, for a path from the current folder or from the root.
fn plan_file_of(setting: &Setting, file: &Path) -> Result<String, EngineError> {
    let root = root_of(setting);
    let is_plan_file =
        |path: &&str| *path == CURRENT_TASK_FILE || id_of_path(path).is_some_and(|_| !path.starts_with(ARCHIVE_FOLDER));
    let found = [&setting.current_folder, &root].into_iter().find_map(|folder| {
        let path = without_dots(&folder.join(file));
        let path = path.strip_prefix(&root).ok()?.to_str();
        path.filter(is_plan_file).map(str::to_owned)
    });
    Ok(found.ok_or_else(|| PlanFileError::NotAPlanFile(file.to_owned()))?)
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Whether the store has no such plan. A file may have it.
fn is_unknown(error: &EngineError) -> bool {
    matches!(error, EngineError::Plan(PlanError::UnknownPlan(_))) || error.is_no_session()
}

fn edited(path: &str) -> EngineError {
    PlanFileError::PlanFileEdited { path: path.to_owned() }.into()
}
