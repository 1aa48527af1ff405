//! A disk that loses power: what was not synced may be there afterwards, or not, in any mixture.
//!
//! The real folder is what programs see. Beside it stands what the disk has promised to keep: contents of files that were
//! synced, and names in folders that were.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::disk::Step;

type Inode = u64;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Content {
    bytes: Vec<u8>,
    mode: u32,
}

/// Names in each folder, and what is in each file.
#[derive(Debug, Clone, Default)]
struct Picture {
    folders: BTreeMap<Inode, BTreeMap<String, Inode>>,
    files: BTreeMap<Inode, Content>,
}

/// Both pictures at the moment before a step.
#[derive(Debug, Clone)]
pub(super) struct Outage {
    top: Inode,
    seen: Picture,
    kept: Picture,
}

/// Watches a project while something is done to it.
pub(super) struct Meter<'a> {
    project: &'a Path,
    kept: Picture,
    pub outages: Vec<Outage>,
}

/// What comes through of all that was not synced.
#[derive(Debug, Clone, Copy)]
pub(super) enum Luck {
    Nothing,
    Everything,
    /// As with a journal for names only.
    NamesOnly,
    ContentsOnly,
    /// Each by the toss of a coin, which falls the same every time.
    Some(u64),
}

impl Luck {
    pub fn all() -> impl Iterator<Item = Self> {
        let plain = [Self::Nothing, Self::Everything, Self::NamesOnly, Self::ContentsOnly];
        plain.into_iter().chain((0..8).map(Self::Some))
    }
}

impl<'a> Meter<'a> {
    /// All that is there now is safe.
    pub fn new(project: &'a Path) -> Self {
        Self {
            project,
            kept: Picture::of(project),
            outages: Vec::new(),
        }
    }

    pub fn see(&mut self, step: &Step<'_>) {
        let seen = Picture::of(self.project);
        self.outages.push(Outage {
            top: inode(self.project),
            seen: seen.clone(),
            kept: self.kept.clone(),
        });
        match step {
            Step::Change => {}
            Step::Sync(file) => {
                let inode = rustix::fs::fstat(file.as_fd()).unwrap().st_ino;
                let Picture { folders, files } = seen;
                self.kept
                    .folders
                    .extend(folders.into_iter().filter(|(found, _)| *found == inode));
                self.kept
                    .files
                    .extend(files.into_iter().filter(|(found, _)| *found == inode));
            }
            Step::SyncAll => {
                self.kept.folders = seen.folders;
                self.kept.files.extend(seen.files);
            }
        }
    }
}

impl Picture {
    fn of(project: &Path) -> Self {
        let mut picture = Self::default();
        picture.gather(project);
        picture
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

impl Outage {
    /// Lays out what is found when the power is back.
    pub fn lay_out(&self, project: &Path, luck: Luck) {
        let mut written = BTreeMap::new();
        self.lay_out_folder(self.top, (project, ""), luck, &mut written);
    }

    fn lay_out_folder(
        &self,
        folder: Inode,
        (path, known_as): (&Path, &str),
        luck: Luck,
        written: &mut BTreeMap<Inode, std::path::PathBuf>,
    ) {
        fs::create_dir_all(path).unwrap();
        let none = BTreeMap::new();
        let kept = self.kept.folders.get(&folder).unwrap_or(&none);
        let seen = self.seen.folders.get(&folder).unwrap_or(&none);
        let names: BTreeSet<&String> = kept.keys().chain(seen.keys()).collect();
        for name in names {
            let known_as = format!("{known_as}/{name}");
            let is_lucky = luck.keeps_name(&known_as);
            let Some(&inode) = (if is_lucky { seen } else { kept }).get(name) else {
                continue;
            };
            let path = path.join(name);
            if self.is_folder(inode) {
                self.lay_out_folder(inode, (&path, &known_as), luck, written);
            } else if let Some(first) = written.get(&inode) {
                fs::hard_link(first, &path).unwrap();
            } else {
                let content = self.content(inode, &known_as, luck);
                fs::write(&path, &content.bytes).unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(content.mode)).unwrap();
                written.insert(inode, path);
            }
        }
    }

    fn is_folder(&self, inode: Inode) -> bool {
        self.seen.folders.contains_key(&inode) || self.kept.folders.contains_key(&inode)
    }

    fn content(&self, inode: Inode, known_as: &str, luck: Luck) -> Content {
        let (seen, kept) = (self.seen.files.get(&inode), self.kept.files.get(&inode));
        match (seen, kept) {
            (Some(seen), _) if luck.keeps_content(known_as) => seen.clone(),
            (_, Some(kept)) => kept.clone(),
            (Some(seen), None) => Content {
                bytes: luck.rubble(&seen.bytes),
                mode: seen.mode,
            },
            (None, None) => unreachable!("a name leads to something"),
        }
    }
}

impl Luck {
    fn keeps_name(self, path: &str) -> bool {
        match self {
            Self::Nothing | Self::ContentsOnly => false,
            Self::Everything | Self::NamesOnly => true,
            Self::Some(seed) => is_heads(&format!("{seed} name {path}")),
        }
    }

    fn keeps_content(self, path: &str) -> bool {
        match self {
            Self::Nothing | Self::NamesOnly => false,
            Self::Everything | Self::ContentsOnly => true,
            Self::Some(seed) => is_heads(&format!("{seed} content {path}")),
        }
    }

    /// What is in a file that was never synced.
    fn rubble(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Some(seed) if seed % 3 == 0 => vec![0; bytes.len()],
            Self::Some(seed) if seed % 3 == 1 => bytes[..bytes.len() / 2].to_vec(),
            _ => Vec::new(),
        }
    }
}

fn is_heads(toss: &str) -> bool {
    blake3::hash(toss.as_bytes()).as_bytes()[0] < 128
}
