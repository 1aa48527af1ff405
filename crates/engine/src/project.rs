//! A project: where it is, where its plans are kept, and what time it is there.

use std::path::{Path, PathBuf};

use model::{Timestamp, Uid};
use store::{Access, Place, SqliteStore, StoreError};
use workspace::{Surroundings, Workspace};

use crate::clock::Clock;
use crate::config::{self, Config};
use crate::discretion::Discretion;
use crate::error::{EngineError, ProjectError};
use crate::ids;
use crate::prompts::{self, Prompts};

/// Where the caller stands. The door fills it from flags and the environment.
#[derive(Debug, Clone)]
pub struct Setting {
    pub current_folder: PathBuf,
    pub home: Option<PathBuf>,
    /// Where backups go; none are made without it.
    pub state_folder: Option<PathBuf>,
    /// Where the user's configuration is; without it the defaults hold.
    pub config_folder: Option<PathBuf>,
    /// A store somewhere else than in the project.
    pub store: Option<PathBuf>,
    pub clock: Clock,
    /// What must not be told.
    pub discretion: Discretion,
}

impl Setting {
    /// A folder and nothing around it: no home, no backups, no configuration, no secrets.
    pub fn bare(current_folder: PathBuf) -> Self {
        Self {
            current_folder,
            home: None,
            state_folder: None,
            config_folder: None,
            store: None,
            clock: Clock::System,
            discretion: Discretion::default(),
        }
    }
}

pub struct Engine {
    pub(crate) workspace: Workspace,
    pub(crate) store: SqliteStore,
    pub(crate) clock: Clock,
    pub(crate) discretion: Discretion,
    /// Where plan folders are handed out.
    pub(crate) plans: Option<PathBuf>,
    config_folder: Option<PathBuf>,
}

impl Engine {
    /// Opens the project's store, which must exist. Opening writes nothing.
    pub fn open(setting: &Setting) -> Result<Self, EngineError> {
        Self::with(setting, |place| match SqliteStore::open(place) {
            Err(StoreError::Missing(_)) if SqliteStore::has_backup(place) => Err(ProjectError::OnlyBackup.into()),
            Err(StoreError::Missing(_)) => Err(ProjectError::NoSession.into()),
            other => Ok(other?),
        })
    }

    /// For verbs that read files: a project without a store has an empty one in memory.
    pub(crate) fn open_or_empty(setting: &Setting) -> Result<Self, EngineError> {
        match Self::open(setting) {
            Err(EngineError::Project(ProjectError::NoSession)) => {
                Self::with(setting, |_| Ok(SqliteStore::in_memory()?))
            }
            opened => opened,
        }
    }

    /// Why a plan was not found: without a store, there is no session at all.
    pub(crate) fn not_found(&self, error: EngineError) -> EngineError {
        match self.store.is_in_memory() {
            true => ProjectError::NoSession.into(),
            false => error,
        }
    }

    /// For verbs that write: makes the store if there is none.
    pub fn open_or_create(setting: &Setting) -> Result<Self, EngineError> {
        Self::with(setting, |place| Ok(SqliteStore::open_or_create(place)?))
    }

    fn with(
        setting: &Setting,
        open: impl FnOnce(&Place) -> Result<SqliteStore, EngineError>,
    ) -> Result<Self, EngineError> {
        let workspace = workspace_of(setting);
        let plans = setting.home.as_ref().map(|home| home.join(".agentflow").join("plans"));
        if setting.store.is_none() {
            check_project(&workspace.store_root, setting.home.as_deref(), plans.as_deref())?;
        }
        let store = open(&place(setting, &workspace))?;
        Ok(Self {
            workspace,
            store,
            clock: setting.clock.clone(),
            discretion: setting.discretion.clone(),
            plans,
            config_folder: setting.config_folder.clone(),
        })
    }

    /// What the user allows.
    pub(crate) fn config(&self) -> Result<Config, EngineError> {
        config::load(self.config_folder.as_deref())
    }

    /// What the user asks in words of their own.
    pub(crate) fn prompts(&self) -> Result<Prompts, EngineError> {
        prompts::load_below(self.config_folder.as_deref())
    }

    /// How often the user lets a plan be made anew.
    pub(crate) fn replans(&self) -> Result<u32, EngineError> {
        Ok(u32::try_from(self.config()?.run.replans).unwrap_or(u32::MAX))
    }

    pub(crate) fn has_backup(setting: &Setting) -> bool {
        SqliteStore::has_backup(&place(setting, &workspace_of(setting)))
    }

    pub fn root(&self) -> &Path {
        &self.workspace.root
    }

    pub fn database(&self) -> &Path {
        self.store.database()
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn is_read_only(&self) -> bool {
        self.store.access() == Access::Read
    }

    pub(crate) fn new_uid(&self) -> Uid {
        ids::new_uid(self.clock.now())
    }
}

pub(crate) fn check_project(root: &Path, home: Option<&Path>, plans: Option<&Path>) -> Result<(), EngineError> {
    // What belongs to everything belongs to nothing; a store there would catch every stray command.
    if home == Some(root) {
        return Err(ProjectError::HomeFolder.into());
    }
    if root.parent().is_none() {
        return Err(ProjectError::TopFolder.into());
    }
    let is_within =
        |plans: &Path| root.starts_with(plans) || plans.canonicalize().is_ok_and(|plans| root.starts_with(plans));
    // Whoever went there to write the files means the project that they belong to, and would get another plan.
    if plans.is_some_and(is_within) {
        return Err(ProjectError::PlanFolder.into());
    }
    Ok(())
}

/// Where executions are recorded: each worktree has its own, since what is recorded is about its files.
pub(crate) fn records_of(setting: &Setting) -> PathBuf {
    root_and_records(setting).1
}

/// The root of this worktree, and the folder of its execution records.
pub(crate) fn root_and_records(setting: &Setting) -> (PathBuf, PathBuf) {
    let workspace = workspace_of(setting);
    let turns = workspace.store_root.join(".planwright").join("turns");
    if workspace.root == workspace.store_root {
        return (workspace.root, turns);
    }
    let digest = store::digest(workspace.root.as_os_str().as_encoded_bytes());
    let turns = turns.join(format!("worktree-{}", &digest[..16]));
    (workspace.root, turns)
}

/// The paths of the project's store and of its backup.
pub(crate) fn place_of(setting: &Setting) -> Place {
    place(setting, &workspace_of(setting))
}

/// The store if the user put it into the project and outside of `.planwright`: the sandbox guards only `.planwright`.
pub(crate) fn unguarded_store(setting: &Setting) -> Option<PathBuf> {
    let store = place_of(setting).database;
    let root = root_of(setting).canonicalize().ok()?;
    let below = store.strip_prefix(root).ok()?;
    (!below.starts_with(".planwright")).then(|| store.clone())
}

/// The folder that contains the store's `.planwright`: the main worktree of a repository.
pub(crate) fn store_root_of(setting: &Setting) -> PathBuf {
    workspace_of(setting).store_root
}

/// Where this worktree begins.
pub(crate) fn root_of(setting: &Setting) -> PathBuf {
    workspace_of(setting).root
}

pub(crate) fn workspace_of(setting: &Setting) -> Workspace {
    workspace::find(&Surroundings::new(setting.current_folder.clone(), setting.home.clone()))
}

/// The folder for the private part of the package caches. Its name depends on the worktree and not on the store, because
/// several worktrees and projects may share one store.
pub(crate) fn private_caches(setting: &Setting) -> Option<PathBuf> {
    let database = workspace_of(setting).root.join(".planwright").join("store.db");
    let state = setting.state_folder.as_ref()?;
    Some(state.join("planwright").join(backup_name(&database)).join("caches"))
}

fn place(setting: &Setting, workspace: &Workspace) -> Place {
    let database = match &setting.store {
        Some(store) => without_detours(&setting.current_folder.join(store)),
        None => workspace.store_root.join(".planwright").join("store.db"),
    };
    let backups = setting
        .state_folder
        .as_ref()
        .map(|folder| folder.join("planwright").join(backup_name(&database)));
    Place { database, backups }
}

/// The same file has one name, however it was spelled; the backup goes by it.
fn without_detours(file: &Path) -> PathBuf {
    let folder = file.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, file.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => file.to_owned(),
    }
}

/// A name that a person recognizes, and that two projects of the same name do not share.
fn backup_name(database: &Path) -> String {
    let project = database.parent().and_then(Path::parent).and_then(Path::file_name);
    let project = project.map_or_else(|| "project".into(), |name| name.to_string_lossy());
    let digest = store::digest(database.as_os_str().as_encoded_bytes());
    format!("{project}-{}", &digest[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(root: &str, is_project: bool) {
        let (home, plans) = (Path::new("/u/ann"), Path::new("/u/ann/.agentflow/plans"));
        let checked = check_project(Path::new(root), Some(home), Some(plans));
        assert_eq!(checked.is_ok(), is_project, "{root}: {checked:?}");
    }

    #[test]
    fn what_belongs_to_everything_is_no_project() {
        check("/", false);
        check("/u/ann", false);
        check("/u/ann/.agentflow/plans/s", false);
        check("/u/ann/.agentflow/plans/s/tasks", false);
        check("/u/ann/work", true);
        check("/srv", true);
        assert!(check_project(Path::new("/srv"), None, None).is_ok());
    }
}
