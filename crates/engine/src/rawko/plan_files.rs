//! The files below `.rawko` of this worktree, and where the texts that planwright wrote there are noted.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dialect::rawko::{FOLDER, PLANS_FOLDER};
use dialect::records::LockOwner;
use model::{RelPath, limits};
use workspace::{FileError, Hold, HoldError, Kind, OwnPath, Root, Workspace};

use super::mirror::Mirror;
use super::written::Written;
use crate::error::{EngineError, FileCause, PlanFileError};
use crate::project::{Engine, Setting, place_of, workspace_of};

/// How often, and how long each time, a process waits for another one that writes the files.
const ATTEMPTS: u32 = 200;
const WAIT: Duration = Duration::from_millis(25);

pub(super) struct PlanFiles {
    tree: Root,
    root: PathBuf,
    notes: OwnPath,
}

impl PlanFiles {
    /// `None` if the project has no files.
    pub fn find(workspace: &Workspace, database: &Path) -> Result<Option<Self>, EngineError> {
        let notes = notes_of(workspace, database);
        match workspace::has_folder(&workspace.root, FOLDER) || notes.is_folder() {
            true => Self::open(workspace, database).map(Some),
            false => Ok(None),
        }
    }

    /// As [`Self::find`], for a caller that has not opened the store.
    pub fn find_without_store(setting: &Setting) -> Result<Option<Self>, EngineError> {
        Self::find(&workspace_of(setting), &place_of(setting).database)
    }

    pub fn open(workspace: &Workspace, database: &Path) -> Result<Self, EngineError> {
        let root = workspace.root.clone();
        let tree = Root::open(&root).map_err(EngineError::at(&root))?;
        Ok(Self {
            tree,
            root,
            notes: notes_of(workspace, database),
        })
    }

    /// `None` for a missing file and for an empty one, which is what a power failure leaves.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, EngineError> {
        match self.tree.read(&self.path(path)?, limits::STEPS_FILE_BYTES) {
            Ok(content) if content.bytes.is_empty() => Ok(None),
            Ok(content) => Ok(Some(content.bytes)),
            Err(FileError::Missing { .. }) => Ok(None),
            Err(error) => Err(self.failed(path)(error).into()),
        }
    }

    /// The paths of the files in a folder; none if it cannot be listed. The next write reports why.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, EngineError> {
        let entries = self.tree.list(Some(&self.path(folder)?)).unwrap_or_default();
        let files = entries
            .into_iter()
            .filter(|entry| matches!(entry.kind, Kind::File | Kind::Link));
        Ok(files.map(|entry| format!("{folder}/{}", entry.name)).collect())
    }

    pub fn plans(&self) -> Result<Vec<String>, EngineError> {
        self.list(PLANS_FOLDER)
    }

    /// A process notes a text before it writes it, so that notes are read after the files.
    pub fn notes(&self) -> Result<Written, EngineError> {
        Written::open(&self.notes)
    }

    /// Waits until no other process writes the files.
    pub fn lock(self) -> Result<Mirror, EngineError> {
        self.notes.make().map_err(EngineError::at(self.notes.to_path()))?;
        let hold = hold(&self.notes.join("lock").to_path())?;
        Ok(Mirror::new(self.notes()?, self, hold))
    }

    /// Makes the folders above the file.
    pub fn put(&self, path: &str, text: &[u8]) -> Result<(), EngineError> {
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.make(folder)?;
        }
        let put = self.tree.put(&self.path(path)?, text);
        Ok(put.map_err(self.failed(path))?)
    }

    pub fn remove(&self, path: &str) -> Result<(), EngineError> {
        let removed = self.tree.remove(&self.path(path)?);
        Ok(removed.map_err(self.failed(path))?)
    }

    pub fn make(&self, folder: &str) -> Result<(), EngineError> {
        let made = self.tree.make_folders(&self.path(folder)?);
        Ok(made.map_err(self.failed(folder))?)
    }

    fn path(&self, path: &str) -> Result<RelPath, EngineError> {
        Ok(path.parse::<RelPath>().map_err(self.failed(path))?)
    }

    fn failed<E: Into<FileCause>>(&self, path: &str) -> impl FnOnce(E) -> PlanFileError + use<E> {
        PlanFileError::mirror(self.root.join(path))
    }
}

impl Engine {
    pub(super) fn plan_files(&self) -> Result<Option<PlanFiles>, EngineError> {
        PlanFiles::find(&self.workspace, self.database())
    }

    /// From now on this project has files.
    pub(super) fn new_plan_files(&self) -> Result<PlanFiles, EngineError> {
        PlanFiles::open(&self.workspace, self.database())
    }
}

/// One folder beside the store for each worktree, because each worktree has files of its own.
fn notes_of(workspace: &Workspace, database: &Path) -> OwnPath {
    // A store in memory has no folder.
    let beside = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    let notes = match beside {
        Some(folder) => OwnPath::below(folder, &["rawko"]),
        None => OwnPath::below(&workspace.store_root, &[".planwright", "rawko"]),
    };
    if workspace.root == workspace.store_root {
        return notes;
    }
    let digest = store::digest(workspace.root.as_os_str().as_encoded_bytes());
    notes.join(&format!("worktree-{}", &digest[..16]))
}

fn hold(path: &Path) -> Result<Hold, EngineError> {
    let mut attempt = 0;
    loop {
        match Hold::take(path, &LockOwner::RawkoFiles.to_string()) {
            Ok(hold) => return Ok(hold),
            Err(HoldError::HeldBy { .. }) if attempt < ATTEMPTS => {
                attempt += 1;
                std::thread::sleep(WAIT);
            }
            Err(error) => return Err(PlanFileError::mirror(path)(error).into()),
        }
    }
}
