//! Finds git's files among the file changes of a plan. planwright itself makes these changes, so no sandbox guards them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use model::RelPath;

use super::baseline::Baseline;
use super::find::{self, RepositoryMarks};
use super::layout::{GitLayout, WatchKind};
use super::project::GuardedProject;
use super::{GitSurroundings, GuardError, copies};
use crate::apply::Touched;

/// The first of these files that makes git run a program or read other settings, or that makes its folder a repository.
/// `variables` is the environment of commands.
pub fn find_git_file<'p>(
    root: &Path,
    variables: &[(OsString, OsString)],
    touched: &Touched<'p>,
) -> io::Result<Option<&'p RelPath>> {
    let look = || -> Result<Option<&'p RelPath>, GuardError> {
        let project = GuardedProject::open(root, GitSurroundings::of(variables), false)?;
        // A running command may have changed what the settings name, or may have made a repository.
        let running = Baseline::running(&project);
        let now = GitLayout::of(&project, &find::find(&project.roots, None, &|| false)?, &|| false)?;
        let layouts: Vec<&GitLayout> = running.iter().map(|baseline| &baseline.layout).chain([&now]).collect();
        let real = |path: &RelPath| project.resolve(&project.path.join(path.as_str())).0;
        let all = |paths: &[&RelPath]| -> BTreeSet<PathBuf> {
            let real = paths.iter().map(|path| real(path));
            real.filter_map(|path| project.inside(&path).map(Path::to_owned))
                .collect()
        };
        let (written, created) = (all(&touched.paths), all(&touched.created));
        let is_git_file = |path: &&&RelPath| {
            let real = real(path);
            let inside = project.inside(&real);
            inside.is_some_and(|path| {
                let is_watched = layouts.iter().any(|layout| is_watched(layout, path));
                is_watched || completes_repository(&project, path, &written, &created)
            })
        };
        Ok(touched.paths.iter().find(is_git_file).copied())
    };
    look().map_err(io::Error::other)
}

fn is_watched(layout: &GitLayout, path: &Path) -> bool {
    let kind = |path: &Path| layout.watched.get(path).copied();
    kind(path).is_some() || path.ancestors().any(|above| kind(above) == Some(WatchKind::Tree))
}

/// Whether git recognizes a folder as a repository once all these files are written, and did not before. A command may have
/// prepared the folder. `created` lists files and folders that are already written.
fn completes_repository(
    project: &GuardedProject<'_>,
    path: &Path,
    written: &BTreeSet<PathBuf>,
    created: &BTreeSet<PathBuf>,
) -> bool {
    path.ancestors().skip(1).any(|folder| {
        let child = |path: &Path| {
            let below = path.strip_prefix(folder).ok()?;
            Some(below.components().next()?.as_os_str().to_owned())
        };
        let mark = child(path).filter(|name| RepositoryMarks::of([name.clone()]) != RepositoryMarks::default());
        let Some(mark) = mark else { return false };
        let there = project
            .roots
            .folder_at(folder)
            .and_then(copies::names)
            .unwrap_or_default();
        let is_new = !there.contains(&mark) || created.contains(&folder.join(&mark));
        let new = written.iter().filter_map(|path| child(path));
        is_new && RepositoryMarks::of(there.into_iter().chain(new)).is_repository()
    })
}
