//! File changes of plans. No sandbox holds for them, so git's files are off limits unless a person approves the change.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use model::RelPath;

use super::baseline::Baseline;
use super::find::{self, Marks};
use super::layout::{Layout, WatchKind};
use super::project::Project;
use super::{GitSurroundings, GuardError, copies};

/// The first of these files that makes git run a program or read other settings, or that makes its folder a repository.
/// `variables` is the environment of commands.
pub fn find_git_file<'p>(
    root: &Path,
    variables: &[(OsString, OsString)],
    paths: &[&'p RelPath],
) -> io::Result<Option<&'p RelPath>> {
    let look = || -> Result<Option<&'p RelPath>, GuardError> {
        let project = Project::open(root, GitSurroundings::of(variables), false)?;
        // A running command may have changed what the settings name.
        let running = Baseline::running(&project);
        let layout = match &running {
            Some(baseline) => baseline.layout.clone(),
            None => Layout::of(&project, &find::find(&project.roots, None, &|| false)?, &|| false)?,
        };
        let real = |path: &RelPath| project.resolve(&project.path.join(path.as_str())).0;
        let written: BTreeSet<PathBuf> = paths.iter().map(|path| real(path)).collect();
        let is_git_file = |path: &&&RelPath| {
            let real = real(path);
            project.inside(&real).is_some_and(|path| {
                is_watched(&layout, path) || completes_repository(&project, &layout, path, &written)
            })
        };
        Ok(paths.iter().find(is_git_file).copied())
    };
    look().map_err(io::Error::other)
}

fn is_watched(layout: &Layout, path: &Path) -> bool {
    let kind = |path: &Path| layout.watched.get(path).copied();
    kind(path).is_some() || path.ancestors().any(|above| kind(above) == Some(WatchKind::Tree))
}

/// Whether git takes a folder for a repository as soon as all these files are written. A command may have prepared it.
fn completes_repository(project: &Project<'_>, layout: &Layout, path: &Path, written: &BTreeSet<PathBuf>) -> bool {
    path.ancestors().skip(1).any(|folder| {
        let child = |path: &Path| {
            let below = path.strip_prefix(folder).ok()?;
            Some(below.components().next()?.as_os_str().to_owned())
        };
        let is_mark = child(path).is_some_and(|name| Marks::of([name]) != Marks::default());
        if !is_mark || layout.folders.contains(folder) {
            return false;
        }
        let there = project
            .roots
            .folder_at(folder)
            .and_then(copies::names)
            .unwrap_or_default();
        let new = written.iter().filter_map(|path| child(project.inside(path)?));
        Marks::of(there.into_iter().chain(new)).is_repository()
    })
}
