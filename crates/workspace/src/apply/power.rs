//! Simulates power failures: changes that were not synced may survive or not, in any combination.
//!
//! The real folder is what programs see. [`DiskRecorder`] keeps an image of what was synced: contents of synced files, and
//! names in synced folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::disk::DiskStep;

type Inode = u64;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Content {
    bytes: Vec<u8>,
    mode: u32,
}

/// The names in each folder, and the content of each file.
#[derive(Debug, Clone, Default)]
struct DiskImage {
    folders: BTreeMap<Inode, BTreeMap<String, Inode>>,
    files: BTreeMap<Inode, Content>,
}

/// Both images before an operation.
#[derive(Debug, Clone)]
pub(super) struct PowerLoss {
    top: Inode,
    seen: DiskImage,
    kept: DiskImage,
}

/// Records the images of a project before every operation.
pub(super) struct DiskRecorder<'a> {
    project: &'a Path,
    kept: DiskImage,
    pub losses: Vec<PowerLoss>,
}

/// Which changes survive that were not synced.
#[derive(Debug, Clone, Copy)]
pub(super) enum CrashOutcome {
    Nothing,
    Everything,
    /// As on a file system with a journal for names only.
    NamesOnly,
    ContentsOnly,
    /// Each change by a pseudorandom choice with this seed.
    Some(u64),
}

impl CrashOutcome {
    pub fn all() -> impl Iterator<Item = Self> {
        let plain = [Self::Nothing, Self::Everything, Self::NamesOnly, Self::ContentsOnly];
        plain.into_iter().chain((0..8).map(Self::Some))
    }
}

impl<'a> DiskRecorder<'a> {
    /// All present files count as synced.
    pub fn new(project: &'a Path) -> Self {
        Self {
            project,
            kept: DiskImage::of(project),
            losses: Vec::new(),
        }
    }

    pub fn record(&mut self, step: &DiskStep<'_>) {
        let seen = DiskImage::of(self.project);
        self.losses.push(PowerLoss {
            top: inode(self.project),
            seen: seen.clone(),
            kept: self.kept.clone(),
        });
        match step {
            DiskStep::Change => {}
            DiskStep::Sync(file) => {
                let inode = rustix::fs::fstat(file.as_fd()).unwrap().st_ino;
                let DiskImage { folders, files } = seen;
                self.kept
                    .folders
                    .extend(folders.into_iter().filter(|(found, _)| *found == inode));
                self.kept
                    .files
                    .extend(files.into_iter().filter(|(found, _)| *found == inode));
            }
            DiskStep::SyncAll => {
                self.kept.folders = seen.folders;
                self.kept.files.extend(seen.files);
            }
        }
    }
}

impl DiskImage {
    fn of(project: &Path) -> Self {
        let mut image = Self::default();
        image.gather(project);
        image
    }

    fn gather(&mut self, folder: &Path) {
        let mut names = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let found = path.symlink_metadata().unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            names.insert(name.to_owned(), found.ino());
            if found.is_dir() {
                self.gather(&path);
            } else {
                let bytes = fs::read(&path).unwrap();
                let mode = found.mode() & 0o7777;
                self.files.insert(found.ino(), Content { bytes, mode });
            }
        }
        self.folders.insert(inode(folder), names);
    }
}

fn inode(path: &Path) -> Inode {
    path.symlink_metadata().unwrap().ino()
}

impl PowerLoss {
    /// Writes the files that are found after the power failure.
    pub fn write_to(&self, project: &Path, outcome: CrashOutcome) {
        let mut written = BTreeMap::new();
        self.write_folder(self.top, (project, ""), outcome, &mut written);
    }

    fn write_folder(
        &self,
        folder: Inode,
        (path, name_in_project): (&Path, &str),
        outcome: CrashOutcome,
        written: &mut BTreeMap<Inode, std::path::PathBuf>,
    ) {
        fs::create_dir_all(path).unwrap();
        let none = BTreeMap::new();
        let kept = self.kept.folders.get(&folder).unwrap_or(&none);
        let seen = self.seen.folders.get(&folder).unwrap_or(&none);
        let names: BTreeSet<&String> = kept.keys().chain(seen.keys()).collect();
        for name in names {
            let name_in_project = format!("{name_in_project}/{name}");
            let keeps_name = outcome.keeps_name(&name_in_project);
            let Some(&inode) = (if keeps_name { seen } else { kept }).get(name) else {
                continue;
            };
            let path = path.join(name);
            if self.is_folder(inode) {
                self.write_folder(inode, (&path, &name_in_project), outcome, written);
            } else if let Some(first) = written.get(&inode) {
                fs::hard_link(first, &path).unwrap();
            } else {
                let content = self.content(inode, &name_in_project, outcome);
                fs::write(&path, &content.bytes).unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(content.mode)).unwrap();
                written.insert(inode, path);
            }
        }
    }

    fn is_folder(&self, inode: Inode) -> bool {
        self.seen.folders.contains_key(&inode) || self.kept.folders.contains_key(&inode)
    }

    fn content(&self, inode: Inode, name_in_project: &str, outcome: CrashOutcome) -> Content {
        let (seen, kept) = (self.seen.files.get(&inode), self.kept.files.get(&inode));
        match (seen, kept) {
            (Some(seen), _) if outcome.keeps_content(name_in_project) => seen.clone(),
            (_, Some(kept)) => kept.clone(),
            (Some(seen), None) => Content {
                bytes: outcome.unsynced_content(&seen.bytes),
                mode: seen.mode,
            },
            (None, None) => unreachable!("a name leads to something"),
        }
    }
}

impl CrashOutcome {
    fn keeps_name(self, path: &str) -> bool {
        match self {
            Self::Nothing | Self::ContentsOnly => false,
            Self::Everything | Self::NamesOnly => true,
            Self::Some(seed) => is_chosen(&format!("{seed} name {path}")),
        }
    }

    fn keeps_content(self, path: &str) -> bool {
        match self {
            Self::Nothing | Self::NamesOnly => false,
            Self::Everything | Self::ContentsOnly => true,
            Self::Some(seed) => is_chosen(&format!("{seed} content {path}")),
        }
    }

    /// The content of a file that was never synced.
    fn unsynced_content(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Some(seed) if seed % 3 == 0 => vec![0; bytes.len()],
            Self::Some(seed) if seed % 3 == 1 => bytes[..bytes.len() / 2].to_vec(),
            _ => Vec::new(),
        }
    }
}

fn is_chosen(choice: &str) -> bool {
    blake3::hash(choice.as_bytes()).as_bytes()[0] < 128
}
