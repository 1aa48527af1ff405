//! Git's layout: which files of a project's repositories make git run a program or read other settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use model::GitAccess;
use model::limits::{GIT_FILE_BYTES, GIT_INDEX_BYTES};
use rustix::fs::FileType;

use super::find::Repositories;
use super::includes::{NamedFiles, ReadSoFar};
use super::project::{GuardedProject, path_of};
use super::settings::{self, GitSetting};
use super::{GuardError, copies, index};
use crate::Root;

/// The programs that git looks for in a folder of hooks.
const HOOKS: &[&str] = &[
    "applypatch-msg",
    "commit-msg",
    "fsmonitor-watchman",
    "p4-changelist",
    "p4-post-changelist",
    "p4-pre-submit",
    "p4-prepare-changelist",
    "post-applypatch",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "post-receive",
    "post-rewrite",
    "post-update",
    "pre-applypatch",
    "pre-auto-gc",
    "pre-commit",
    "pre-merge-commit",
    "pre-push",
    "pre-rebase",
    "pre-receive",
    "prepare-commit-msg",
    "proc-receive",
    "push-to-checkout",
    "reference-transaction",
    "sendemail-validate",
    "update",
];

/// How two versions of a watched path are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WatchKind {
    /// Any change counts.
    Exact,
    /// As [`Self::Exact`], for what may be a link.
    Link,
    /// Any change of a file or of one below a folder counts.
    Tree,
    /// A change of a setting that is not known as harmless counts.
    Config,
    /// The steps and options of an unfinished rebase or cherry-pick, which may name commands to run. Any change but removal
    /// counts.
    Todo,
    /// A `.git` file.
    Pointer,
    /// New submodules count.
    Index,
}

/// The files of a repository's folder that git acts upon.
const WATCHED: &[(&str, WatchKind)] = &[
    ("config", WatchKind::Config),
    ("config.worktree", WatchKind::Config),
    ("commondir", WatchKind::Exact),
    ("gitdir", WatchKind::Exact),
    ("info", WatchKind::Exact),
    ("info/attributes", WatchKind::Exact),
    ("hooks", WatchKind::Tree),
    // Older files that name remotes.
    ("remotes", WatchKind::Tree),
    ("branches", WatchKind::Tree),
    ("rebase-merge", WatchKind::Exact),
    ("rebase-merge/git-rebase-todo", WatchKind::Todo),
    ("rebase-merge/strategy", WatchKind::Todo),
    ("rebase-merge/strategy_opts", WatchKind::Todo),
    ("sequencer", WatchKind::Exact),
    ("sequencer/opts", WatchKind::Todo),
    ("sequencer/todo", WatchKind::Todo),
];

impl WatchKind {
    /// The bytes that such a file may have.
    pub fn limit(self) -> usize {
        match self {
            Self::Index => GIT_INDEX_BYTES,
            _ => GIT_FILE_BYTES,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct GitLayout {
    /// By [`GuardedProject::inside`], as all paths of `watched` and `folders`.
    pub watched: BTreeMap<PathBuf, WatchKind>,
    /// Folders of repositories.
    pub folders: BTreeSet<PathBuf>,
    /// Repositories that belong to the project: its own, its submodules and its linked worktrees.
    pub attached: Vec<Attached>,
    /// Repositories that are compared byte by byte: a path in each, and why.
    pub faulty: Vec<(PathBuf, String)>,
    /// Hook folders and included files, by the path in the setting.
    pub named: BTreeMap<PathBuf, WatchKind>,
    /// Existing hook folders and included files of the project's own repositories.
    targets: BTreeSet<PathBuf>,
    /// Of the user's own settings.
    pub global: NamedFiles,
    so_far: ReadSoFar,
}

#[derive(Debug, Clone)]
pub(super) struct Attached {
    /// The working tree, and the `.git` in it.
    pub tree: PathBuf,
    entry: PathBuf,
    /// The repository's own folder, then the common folder of linked worktrees if it differs.
    pub folders: Vec<PathBuf>,
    /// `None` if the index cannot be read: then every repository below counts as a submodule.
    gitlinks: Option<BTreeSet<PathBuf>>,
}

/// The absolute paths that the sandbox mounts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GitMounts {
    pub read_only: BTreeSet<PathBuf>,
    pub pinned: BTreeSet<PathBuf>,
}

impl GitLayout {
    pub(super) fn of(
        project: &GuardedProject<'_>,
        found: &Repositories,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, GuardError> {
        let mut layout = Self::default();
        for file in project.surroundings.config_files() {
            layout.global.read(project, &file, true, &mut layout.so_far)?;
            // The user may keep them in a project.
            layout.watch_target(project, &file, WatchKind::Config, true);
        }
        let settings = project.surroundings.settings.clone();
        layout.global.add(project, settings, &mut layout.so_far)?;
        if let Some(file) = &project.surroundings.planwright_file {
            // A missing file cannot be made read-only, and every other execution of the user would obey it.
            if project.inside(&project.resolve(file).0).is_some() && !file.exists() {
                return Err(GuardError::NoConfig { path: file.clone() });
            }
            layout.watch_target(project, file, WatchKind::Exact, true);
        }
        layout.watch_links(found);
        let mut trees = BTreeMap::new();
        // Parsing an index takes time, and its gitlinks matter only if there are nested repositories.
        let has_inner = found.entries.keys().any(|entry| entry.components().count() > 1);
        if let Some((tree, folder)) = above(project)? {
            layout.attach(project, tree.join(".git"), folder.clone(), has_inner)?;
            trees.insert(folder, (tree, true));
        }
        if let Some(common) = project.roots.repository() {
            // The index of the main worktree.
            layout.attach(project, common.to_owned(), common.to_owned(), has_inner)?;
            trees.insert(common.to_owned(), (working_tree(common).to_owned(), true));
        }
        let mut entries: Vec<_> = found.entries.iter().collect();
        // Outer repositories first: their index names the submodules.
        entries.sort_by_key(|(entry, _)| entry.components().count());
        for (entry, kind) in entries {
            let entry = project.path.join(entry);
            let tree = entry.parent().unwrap_or(&project.path).to_owned();
            if let Some(folder) = layout.watch_entry(project, &entry, *kind)? {
                let is_attached = tree == project.path || layout.is_attached(&tree, &folder, *kind);
                if is_attached {
                    layout.attach(project, entry, folder.clone(), has_inner)?;
                }
                trees.insert(folder, (tree, is_attached));
            }
        }
        let found = found.folders.iter().map(|folder| project.path.join(folder));
        let folders: BTreeSet<PathBuf> = found.chain(trees.keys().cloned()).collect();
        for folder in folders {
            let (tree, is_attached) = match trees.get(&folder) {
                Some((tree, is_attached)) => (tree.as_path(), *is_attached),
                None => (folder.as_path(), false),
            };
            if is_stopped() {
                return Err(GuardError::Stopped);
            }
            match layout.watch_repository(project, &folder, tree, is_attached) {
                Err(error @ GuardError::TooMuch { .. }) => return Err(error),
                Err(error) if !is_attached => layout.watch_faulty(project, &folder, tree, &error)?,
                watched => watched?,
            }
        }
        Ok(layout)
    }

    pub(super) fn watch_links(&mut self, found: &Repositories) {
        for link in &found.links {
            self.watched.entry(link.clone()).or_insert(WatchKind::Link);
        }
    }

    /// Watches a repository that the command made. Its settings are not followed: a setting that names another file is
    /// already a violation.
    pub fn add_new(&mut self, project: &GuardedProject<'_>, folder: &Path) {
        let folder = project.path.join(folder);
        self.watch_folder(project, &folder);
        for path in self.global_hooks(project, working_tree(&folder)) {
            self.watch_target(project, &path, WatchKind::Tree, false);
        }
    }

    /// Watches a `.git` entry, and returns the folder of its repository.
    fn watch_entry(
        &mut self,
        project: &GuardedProject<'_>,
        entry: &Path,
        kind: FileType,
    ) -> Result<Option<PathBuf>, GuardError> {
        let inside = project.inside(entry).unwrap_or(entry).to_owned();
        match kind {
            FileType::Directory => {
                self.watched.insert(inside, WatchKind::Exact);
                Ok(Some(entry.to_owned()))
            }
            FileType::RegularFile => {
                self.watched.insert(inside, WatchKind::Pointer);
                let text = project.read(entry, WatchKind::Pointer)?.unwrap_or_default();
                Ok(project.pointed_to(entry, &text))
            }
            FileType::Symlink if entry.parent() != Some(&project.path) => {
                self.watched.insert(inside, WatchKind::Link);
                Ok(Some(project.resolve(entry).0))
            }
            FileType::Symlink => Err(GuardError::link(entry)),
            _ => {
                self.watched.insert(inside, WatchKind::Exact);
                Ok(None)
            }
        }
    }

    fn is_attached(&self, tree: &Path, folder: &Path, kind: FileType) -> bool {
        self.attached.iter().any(|attached| {
            let is_part = kind == FileType::RegularFile && attached.folders.iter().any(|own| folder.starts_with(own));
            let inside = tree.strip_prefix(&attached.tree);
            let is_submodule = |path: &Path| attached.gitlinks.as_ref().is_none_or(|links| links.contains(path));
            is_part || inside.is_ok_and(is_submodule)
        })
    }

    fn attach(
        &mut self,
        project: &GuardedProject<'_>,
        entry: PathBuf,
        folder: PathBuf,
        has_inner: bool,
    ) -> Result<(), GuardError> {
        let tree = entry.parent().unwrap_or(&entry).to_owned();
        let common = common_folder(project, &folder)?;
        let gitlinks = match has_inner {
            true => gitlinks(project, &folder, &common)?,
            false => Some(BTreeSet::new()),
        };
        if let Some(inside) = project.inside(&folder) {
            self.watched.insert(inside.join("index"), WatchKind::Index);
        }
        self.attached.push(Attached {
            tree,
            entry,
            folders: match common == folder {
                true => vec![folder],
                false => vec![folder, common],
            },
            gitlinks,
        });
        Ok(())
    }

    fn watch_repository(
        &mut self,
        project: &GuardedProject<'_>,
        folder: &Path,
        tree: &Path,
        is_attached: bool,
    ) -> Result<(), GuardError> {
        let files = WATCHED.iter().map(|(name, _)| folder.join(name));
        if let Some(link) = files.filter(|_| !is_attached).find(|file| is_link(file)) {
            return Err(GuardError::link(&link));
        }
        let common = common_folder(project, folder)?;
        let mut found = NamedFiles::default();
        for file in [common.join("config"), folder.join("config.worktree")] {
            found.read(project, &file, is_attached, &mut self.so_far)?;
        }
        self.watch_folder(project, folder);
        self.watch_folder(project, &common);
        let mut hooks = self.global_hooks(project, tree);
        hooks.extend(found.hook_folders(project, tree));
        for folder in hooks.clone().into_iter().chain([common.join("hooks")]) {
            hooks.extend(linked_hooks(project, &project.resolve(&folder).0)?);
        }
        for path in hooks {
            self.watch_target(project, &path, WatchKind::Tree, is_attached);
        }
        let included: Vec<PathBuf> = found.included(project).chain(self.global.included(project)).collect();
        for path in included {
            self.watch_target(project, &path, WatchKind::Config, is_attached);
        }
        Ok(())
    }

    /// Watches a repository that is not part of the project and has invalid settings or links among its files. Such a
    /// repository must not stop the commands of the whole project. It is compared byte by byte, also where links lead.
    fn watch_faulty(
        &mut self,
        project: &GuardedProject<'_>,
        folder: &Path,
        tree: &Path,
        error: &GuardError,
    ) -> Result<(), GuardError> {
        let (path, why) = error.subject();
        let path = project.inside(&path).unwrap_or(&path);
        self.faulty.push((path.to_owned(), why));
        let real = |path: PathBuf| project.resolve(&path).0;
        let text = project.read(&real(folder.join("commondir")), WatchKind::Exact);
        let common = text.ok().flatten().as_deref().and_then(path_of);
        let common = common.map_or_else(|| folder.to_owned(), |common| real(folder.join(common)));
        let mut found = NamedFiles::default();
        for file in [common.join("config"), folder.join("config.worktree")] {
            // Ignore other errors: the settings of all valid files are still followed.
            if let Err(error @ GuardError::TooMuch { .. }) = found.read(project, &real(file), false, &mut self.so_far) {
                return Err(error);
            }
        }
        for folder in [folder, &common] {
            self.folders.extend(project.inside(folder).map(Path::to_owned));
            for (name, kind) in WATCHED {
                let kind = match kind {
                    WatchKind::Tree => WatchKind::Tree,
                    _ => WatchKind::Exact,
                };
                self.watch_target(project, &folder.join(name), kind, false);
            }
        }
        let mut hooks = self.global_hooks(project, tree);
        hooks.extend(found.hook_folders(project, tree));
        for folder in hooks.clone().into_iter().chain([common.join("hooks")]) {
            hooks.extend(linked_hooks(project, &real(folder)).unwrap_or_default());
        }
        for path in hooks {
            self.watch_target(project, &path, WatchKind::Tree, false);
        }
        let included: Vec<PathBuf> = found.included(project).chain(self.global.included(project)).collect();
        for path in included {
            self.watch_target(project, &path, WatchKind::Exact, false);
        }
        Ok(())
    }

    fn watch_folder(&mut self, project: &GuardedProject<'_>, folder: &Path) {
        let Some(inside) = project.inside(folder) else {
            return;
        };
        self.folders.insert(inside.to_owned());
        for (name, kind) in WATCHED {
            self.watched.insert(inside.join(name), *kind);
        }
    }

    /// Resolves the paths of settings again, through links that the command may have changed.
    pub fn resolve_again(&mut self, project: &GuardedProject<'_>) {
        for (path, kind) in self.named.clone() {
            self.watch_target(project, &path, kind, false);
        }
    }

    fn watch_target(&mut self, project: &GuardedProject<'_>, path: &Path, kind: WatchKind, is_attached: bool) {
        self.named.insert(path.to_owned(), kind);
        let (real, links) = project.resolve(path);
        for link in links {
            self.watched.entry(link).or_insert(WatchKind::Link);
        }
        let Some(inside) = project.inside(&real) else {
            return;
        };
        if inside.as_os_str().is_empty() {
            // Hooks beside the files of the project: only their names tell them apart.
            for hook in HOOKS.iter().filter(|_| kind == WatchKind::Tree) {
                self.watched.entry(PathBuf::from(hook)).or_insert(WatchKind::Link);
            }
        } else {
            self.watched.entry(inside.to_owned()).or_insert(kind);
            if is_attached && real.symlink_metadata().is_ok() {
                self.targets.insert(real);
            }
        }
    }

    fn global_hooks(&self, project: &GuardedProject<'_>, tree: &Path) -> Vec<PathBuf> {
        self.global.hook_folders(project, tree)
    }

    pub(super) fn mounts(&self, project: &GuardedProject<'_>, access: GitAccess) -> GitMounts {
        let mut mounts = GitMounts {
            read_only: self.targets.clone(),
            pinned: BTreeSet::new(),
        };
        let is_inside = |path: &&PathBuf| project.inside(path).is_some();
        let top = project.path.join(".git");
        for attached in &self.attached {
            let is_pointer = !attached.folders.contains(&attached.entry);
            if is_pointer && is_inside(&&attached.entry) && !is_link(&attached.entry) {
                mounts.read_only.insert(attached.entry.clone());
            }
            for folder in attached.folders.iter().filter(is_inside) {
                match access {
                    GitAccess::ReadOnly => drop(mounts.read_only.insert(folder.clone())),
                    GitAccess::Write if folder.starts_with(&project.path) || attached.entry == top => {
                        mounts.open(folder);
                    }
                    GitAccess::Write => {}
                }
            }
        }
        let all = mounts.read_only.clone();
        let is_covered = |path: &PathBuf| path.ancestors().skip(1).any(|above| all.contains(above));
        if access == GitAccess::ReadOnly {
            mounts.read_only.retain(|path| !is_covered(path));
            mounts.read_only.extend(project.outside.clone());
        }
        mounts
    }
}

impl GitMounts {
    /// Makes a repository writable except for what makes git run programs.
    fn open(&mut self, folder: &Path) {
        if self
            .pinned
            .iter()
            .any(|outer| folder.starts_with(outer.join("modules")))
        {
            return;
        }
        let names = [
            "config",
            "config.worktree",
            "commondir",
            "gitdir",
            "hooks",
            "info",
            "modules",
            "remotes",
            "branches",
            "worktrees",
        ];
        let there = names.iter().map(|name| folder.join(name));
        self.read_only
            .extend(there.filter(|path| path.symlink_metadata().is_ok()));
        self.pinned.insert(folder.to_owned());
    }
}

/// The working tree of a repository, or the folder of a bare one.
fn working_tree(folder: &Path) -> &Path {
    let parent = folder.parent().filter(|_| folder.ends_with(".git"));
    parent.unwrap_or(folder)
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_symlink())
}

/// The repository that contains the project, if its working tree starts in a parent folder.
fn above(project: &GuardedProject<'_>) -> Result<Option<(PathBuf, PathBuf)>, GuardError> {
    if project.path.join(".git").symlink_metadata().is_ok() {
        return Ok(None);
    }
    for tree in project.path.ancestors().skip(1) {
        let entry = tree.join(".git");
        match entry.metadata() {
            Ok(found) if found.is_dir() => return Ok(Some((tree.to_owned(), entry))),
            Ok(found) if found.is_file() => {
                let text = project.read(&entry, WatchKind::Pointer)?.unwrap_or_default();
                return Ok(project
                    .pointed_to(&entry, &text)
                    .map(|folder| (tree.to_owned(), folder)));
            }
            _ => {}
        }
    }
    Ok(None)
}

fn common_folder(project: &GuardedProject<'_>, folder: &Path) -> Result<PathBuf, GuardError> {
    let text = project.read(&folder.join("commondir"), WatchKind::Exact)?;
    let common = text.as_deref().and_then(path_of);
    Ok(common.map_or_else(|| folder.to_owned(), |common| project.resolve(&folder.join(common)).0))
}

fn gitlinks(
    project: &GuardedProject<'_>,
    folder: &Path,
    common: &Path,
) -> Result<Option<BTreeSet<PathBuf>>, GuardError> {
    let Some(bytes) = project.read(&folder.join("index"), WatchKind::Index)? else {
        return Ok(Some(BTreeSet::new()));
    };
    let config = project.read(&common.join("config"), WatchKind::Config)?;
    Ok(index::gitlinks(
        &bytes,
        hash_bytes(config.as_deref().unwrap_or_default()),
    ))
}

/// The length of object names: SHA-1 or SHA-256, by the repository's settings.
pub(super) fn hash_bytes(config: &[u8]) -> usize {
    let is_long = |setting: &GitSetting| {
        let value = setting.value.as_deref().unwrap_or_default();
        setting.is("extensions", "objectformat") && value.eq_ignore_ascii_case(b"sha256")
    };
    let found = settings::parse(config, is_long).unwrap_or_default();
    if found.is_empty() { 20 } else { 32 }
}

/// Hooks that are links to programs in the project.
fn linked_hooks(project: &GuardedProject<'_>, hooks: &Path) -> Result<Vec<PathBuf>, GuardError> {
    let folder = match project.inside(hooks) {
        Some(inside) => project.roots.folder_at(inside),
        None => Root::open(hooks).and_then(|root| root.folder_at(Path::new(""))),
    };
    let Ok(folder) = folder else {
        return Ok(Vec::new());
    };
    let names = copies::names(folder).map_err(|error| GuardError::io(hooks, error))?;
    let files = names.into_iter().map(|name| hooks.join(name));
    Ok(files.filter(|file| is_link(file)).collect())
}
