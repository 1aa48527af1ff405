//! Where turns are worked on: the project's files, the user's configuration, and what must not be told.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use model::{RelPath, Timestamp, limits};
use workspace::redact::Secrets;
use workspace::sandbox::Launcher;
use workspace::{FileError, Records, Root, Surroundings};

use super::error::TurnError;
use super::folder::MESSAGE;
use super::hosts::Hosts;
use crate::clock::Clock;
use crate::config::{self, Config};
use crate::discretion::secret_values;
use crate::error::EngineError;
use crate::ids;
use crate::project::{self, Setting};

pub struct Workbench {
    pub(crate) root: PathBuf,
    pub(crate) tree: Root,
    /// Where executions are recorded.
    pub(crate) records: Records,
    pub(crate) here: PathBuf,
    pub(crate) home: Option<PathBuf>,
    /// For verbs that turn to the store.
    pub(crate) setting: Setting,
    pub(crate) clock: Clock,
    pub(crate) config: Config,
    pub(crate) secrets: Secrets,
    pub(crate) variables: Vec<(OsString, OsString)>,
    pub(crate) launcher: Launcher,
    pub(crate) hosts: Hosts,
}

impl Workbench {
    /// `variables` is the environment of the caller: commands get a little of it, and its secrets are told to nobody.
    /// Writes nothing: [`recover`](super::recover) finishes the changes of processes that died.
    pub fn open(setting: &Setting, variables: Vec<(OsString, OsString)>) -> Result<Self, EngineError> {
        let around = Surroundings::new(setting.current_folder.clone(), setting.home.clone());
        let workspace = workspace::find(&around);
        project::check_project(&workspace.root, setting.home.as_deref(), None)?;
        let tree = Root::open(&workspace.root).map_err(FileError::Root)?;
        let config = config::load(setting.config_folder.as_deref())?;
        let secrets = Secrets::new(secret_values(&variables, &config));
        Ok(Self {
            records: Records::new(project::records_of(setting)),
            root: workspace.root,
            tree,
            here: setting.current_folder.clone(),
            home: setting.home.clone(),
            setting: setting.clone(),
            clock: setting.clock.clone(),
            config,
            secrets,
            variables,
            launcher: Launcher::this_program(),
            hosts: Hosts::default(),
        })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Known secrets taken out.
    pub fn redact(&self, text: &str) -> String {
        self.secrets.redact(text)
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(super) fn new_uid(&self) -> model::Uid {
        ids::new_uid(self.now())
    }

    /// The text of a file of the project; `None` if there is none.
    pub(super) fn text(&self, path: &RelPath) -> Result<Option<String>, EngineError> {
        // Structured files take several times their size in memory when they are read, and so do files that are copied into
        // the next turn. A clone can bring huge ones.
        let is_structured = [".yaml", ".context", ".xml"]
            .iter()
            .any(|ending| path.name().ends_with(ending));
        let limit = match is_structured || path.name() == MESSAGE {
            true => limits::TURN_FILE_BYTES,
            false => limits::PROPOSAL_BYTES,
        };
        match self.tree.read(path, limit) {
            Ok(content) => {
                let not_text = |place| TurnError::NotText {
                    path: path.clone(),
                    place,
                };
                Ok(Some(workspace::into_text(content.bytes).map_err(not_text)?))
            }
            Err(FileError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Where the user's configuration is, or would be.
    pub(super) fn config_file(&self) -> Option<PathBuf> {
        config::file(self.setting.config_folder.as_deref())
    }

    /// Whether a path of the project leads to the user's configuration, which decides what needs an approval.
    pub(super) fn is_config_file(&self, path: &RelPath) -> bool {
        let file = self.config_file().map(|file| workspace::real_path(&file));
        file.is_some_and(|file| workspace::real_path(&self.root.join(path.as_str())) == file)
    }

    /// As a path from the root, if it lies below it.
    pub(super) fn relative(&self, path: &Path) -> Option<RelPath> {
        let full = self.here.join(path);
        let full = full.canonicalize().unwrap_or(full);
        let root = self.root.canonicalize().ok()?;
        RelPath::new(full.strip_prefix(root).ok()?.to_str()?).ok()
    }
}
