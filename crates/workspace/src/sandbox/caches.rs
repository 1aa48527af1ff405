//! Package caches in the sandbox.
//!
//! A command must not write to the user's own caches, because other projects run code from them. It gets copies that
//! are private to its project.

mod known;
mod layers;
mod private;
mod separate;

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

pub use known::default_caches;
pub use layers::RemovedLayers;
pub(crate) use layers::{UNLIMITED, WORK, place_name};
pub use private::{CacheUsage, PrivateCaches};

use super::Strength;
use super::wire::{put, put_paths, take, take_bytes, take_paths};
use layers::{Excess, Layers};

model::words! {
    /// How commands use package caches, in the order in which they are tried.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CacheAccess {
        /// Commands see the user's caches. Their changes are private to the project.
        CopyOnWrite = "copy-on-write",
        /// Variables point package managers to private folders of the project.
        Separate = "separate",
        /// Commands can only read the user's caches.
        ReadOnly = "read-only",
    }
}

/// The package caches of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CacheSetup {
    /// The user's caches.
    pub folders: Vec<PathBuf>,
    /// Folders that commands write to directly, as the user's configuration allows.
    pub shared: Vec<PathBuf>,
    /// Where the project keeps its private part.
    pub private: Option<PathBuf>,
    /// The size limit of the private part, checked before each command.
    pub limit_bytes: u64,
}

impl CacheSetup {
    /// Resolves all paths. Leaves out caches that overlap with the project or with the private part, and caches below
    /// another cache.
    pub(super) fn for_project(&self, root: &Path) -> Self {
        let real = |folders: &[PathBuf]| -> Vec<PathBuf> {
            let folders = folders.iter().filter_map(|folder| folder.canonicalize().ok());
            folders.filter(|folder| folder.is_dir()).collect()
        };
        // In the project, a command could write to the layers directly.
        let private = self.private.as_deref().map(real_path);
        let private = private.filter(|private| !private.starts_with(root));
        let shared = real(&self.shared);
        let mut all = real(&self.folders);
        all.sort_unstable();
        let mut folders: Vec<PathBuf> = Vec::new();
        for folder in all {
            let is_own = [Some(root), private.as_deref()]
                .into_iter()
                .flatten()
                .any(|own| folder.starts_with(own) || own.starts_with(&folder));
            let is_covered = shared.iter().chain(&folders).any(|outer| folder.starts_with(outer));
            if !is_own && !is_covered && !shared.iter().any(|inner| inner.starts_with(&folder)) {
                folders.push(folder);
            }
        }
        Self {
            folders,
            shared,
            private,
            limit_bytes: self.limit_bytes,
        }
    }

    /// The kinds of access to try, the best first.
    pub(super) fn accesses(&self, strength: Strength) -> &'static [CacheAccess] {
        match (self.folders.is_empty() || self.private.is_none(), strength) {
            (true, _) => &[CacheAccess::ReadOnly],
            (false, Strength::Namespaces) => &[CacheAccess::CopyOnWrite, CacheAccess::Separate, CacheAccess::ReadOnly],
            (false, Strength::Landlock | Strength::SystemCalls) => &[CacheAccess::Separate, CacheAccess::ReadOnly],
        }
    }
}

/// The path without links. Works also if its last parts do not exist yet.
fn real_path(path: &Path) -> PathBuf {
    let real = |above: &Path| {
        let rest = path.strip_prefix(above).ok()?;
        Some(above.canonicalize().ok()?.join(rest))
    };
    path.ancestors().find_map(real).unwrap_or_else(|| path.to_owned())
}

/// The caches of one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommandCaches {
    pub(crate) access: CacheAccess,
    pub(crate) setup: CacheSetup,
    /// Set by the first stage of the launcher. For [`CacheAccess::CopyOnWrite`]: the layers, the written one first. For
    /// [`CacheAccess::Separate`]: the private folders.
    pub(crate) chosen: Vec<PathBuf>,
}

/// Keeps other processes from changing the layers of a running command.
#[derive(Debug, Default)]
pub(super) struct PreparedCaches {
    /// For the report.
    pub(super) notes: Vec<String>,
    _locks: Vec<OwnedFd>,
}

impl CommandCaches {
    pub(crate) fn new(access: CacheAccess, setup: CacheSetup) -> Self {
        let chosen = Vec::new();
        Self { access, setup, chosen }
    }

    /// Chooses the folders that the command writes to, and locks them until the result is dropped.
    pub(super) fn prepare(
        &mut self,
        root: &Path,
        variables: &mut Vec<(OsString, OsString)>,
    ) -> io::Result<PreparedCaches> {
        let Some(private) = self
            .setup
            .private
            .as_deref()
            .filter(|_| self.access != CacheAccess::ReadOnly)
        else {
            return Ok(PreparedCaches::default());
        };
        let layers = match Layers::open_or_create(private) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                self.access = CacheAccess::ReadOnly;
                return Ok(PreparedCaches {
                    notes: vec![format!("{error}, so the command could only read package caches")],
                    ..PreparedCaches::default()
                });
            }
            opened => opened?,
        };
        layers.sweep()?;
        let excess = match self.setup.limit_bytes {
            // A trial, perhaps in another folder than the project's.
            UNLIMITED => None,
            limit_bytes => {
                let excess = layers.trim(limit_bytes)?;
                layers.bind(root)?;
                excess
            }
        };
        let stack = match self.access {
            CacheAccess::Separate => layers.separate()?,
            CacheAccess::CopyOnWrite | CacheAccess::ReadOnly => layers.take(&self.setup.folders)?,
        };
        self.chosen = match (self.access, stack.paths.first()) {
            (CacheAccess::Separate, Some(above)) => separate::arrange(above, &self.setup.folders, variables)?,
            _ => stack.paths,
        };
        let mebibytes = self.setup.limit_bytes / (1024 * 1024);
        let note = excess.map(|excess| {
            let what = match excess {
                Excess::Size => format!("exceeded {mebibytes} MiB"),
                Excess::Unmeasurable => {
                    "could not be measured (too many files, too many nested folders, or a folder that cannot be read)"
                        .to_owned()
                }
            };
            format!("the project's private package caches {what} and were removed before the command")
        });
        Ok(PreparedCaches {
            notes: note.into_iter().collect(),
            _locks: stack.locks,
        })
    }

    /// Folders that the command writes to directly.
    pub(crate) fn written_directly(&self) -> impl Iterator<Item = &Path> {
        let chosen = match self.access {
            CacheAccess::Separate => self.chosen.as_slice(),
            CacheAccess::CopyOnWrite | CacheAccess::ReadOnly => &[],
        };
        self.setup.shared.iter().chain(chosen).map(PathBuf::as_path)
    }

    /// Caches of which the command changes only a private copy.
    pub(crate) fn copied_on_write(&self) -> impl Iterator<Item = &Path> {
        let folders = match self.access {
            CacheAccess::CopyOnWrite => self.setup.folders.as_slice(),
            CacheAccess::Separate | CacheAccess::ReadOnly => &[],
        };
        folders.iter().map(PathBuf::as_path)
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.access.word().as_bytes());
        put_paths(bytes, &self.setup.folders);
        put_paths(bytes, &self.setup.shared);
        put_paths(bytes, self.setup.private.as_slice());
        bytes.extend(self.setup.limit_bytes.to_le_bytes());
        put_paths(bytes, &self.chosen);
    }

    pub(super) fn take(from: &mut impl Read) -> io::Result<Self> {
        let name = take(from)?;
        let access = str::from_utf8(&name).ok().and_then(CacheAccess::from_word);
        Ok(Self {
            access: access.ok_or(io::ErrorKind::InvalidData)?,
            setup: CacheSetup {
                folders: take_paths(from)?,
                shared: take_paths(from)?,
                private: take_paths(from)?.pop(),
                limit_bytes: u64::from_le_bytes(take_bytes(from)?),
            },
            chosen: take_paths(from)?,
        })
    }
}
