//! The settings of repositories that name hooks and other files of settings.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use model::limits::{GIT_COPIES, GIT_COPIES_BYTES, GIT_FILE_BYTES};

use super::GuardError;
use super::layout::WatchKind;
use super::project::GuardedProject;
use super::settings::{self, GitSetting};
use crate::git::read_bounded;

/// The settings of one repository that name files, with the files that they are in.
#[derive(Debug, Clone, Default)]
pub(super) struct NamedFiles {
    settings: Vec<(PathBuf, GitSetting)>,
    /// Files that were read, each with the folder of its name: relative paths in a linked file start there. A file may
    /// include itself.
    seen: BTreeSet<(PathBuf, PathBuf)>,
}

/// What was read for all repositories of a project. A clone must not use up memory and time.
#[derive(Debug, Clone, Default)]
pub(super) struct ReadSoFar {
    bytes: usize,
    names: usize,
}

impl NamedFiles {
    /// Adds settings of the user's environment, and reads the files that they include.
    pub fn add(
        &mut self,
        project: &GuardedProject<'_>,
        settings: Vec<GitSetting>,
        so_far: &mut ReadSoFar,
    ) -> Result<(), GuardError> {
        let first = self.settings.len();
        self.settings
            .extend(settings.into_iter().map(|setting| (PathBuf::from("/"), setting)));
        let included: Vec<PathBuf> = included(project, &self.settings[first..]).collect();
        included
            .iter()
            .try_for_each(|file| self.read(project, file, true, so_far))
    }

    /// Reads a file and all files that it includes. `includeIf` conditions are ignored. Without `is_own`, included files
    /// outside of the project are not opened: a clone may name them. An invalid file does not hide the others.
    pub fn read(
        &mut self,
        project: &GuardedProject<'_>,
        file: &Path,
        is_own: bool,
        so_far: &mut ReadSoFar,
    ) -> Result<(), GuardError> {
        let mut result = Ok(());
        // An included file may be a link. A repository's own configuration must not be: nothing guards the target of the
        // link.
        let mut ahead = vec![(file.to_owned(), file.to_owned())];
        while let Some((file, real)) = ahead.pop() {
            let folder = project.resolve(file.parent().unwrap_or(&file)).0;
            if !self.seen.insert((real.clone(), folder)) {
                continue;
            }
            let first = self.settings.len();
            match self.read_one(project, &file, &real, so_far) {
                Ok(()) => {}
                Err(error @ GuardError::TooMuch { .. }) => return Err(error),
                Err(error) => result = result.and(Err(error)),
            }
            let next = included(project, &self.settings[first..]).map(|file| (project.resolve(&file).0, file));
            let next = next.filter(|(real, _)| is_own || project.inside(real).is_some());
            ahead.extend(next.map(|(real, file)| (file, real)));
        }
        result
    }

    fn read_one(
        &mut self,
        project: &GuardedProject<'_>,
        file: &Path,
        real: &Path,
        so_far: &mut ReadSoFar,
    ) -> Result<(), GuardError> {
        let Some(bytes) = project.read(real, WatchKind::Config)? else {
            return Ok(());
        };
        let parsed = settings::parse(&bytes, GitSetting::names_file);
        let parsed = parsed.ok_or_else(|| GuardError::Settings { path: file.to_owned() })?;
        so_far.add(file, bytes.len(), parsed.len())?;
        let parsed = parsed.into_iter().map(|setting| (file.to_owned(), setting));
        self.settings.extend(parsed);
        Ok(())
    }

    pub(super) fn included(&self, project: &GuardedProject<'_>) -> impl Iterator<Item = PathBuf> {
        included(project, &self.settings)
    }

    /// A relative `core.hooksPath` starts at the top of the working tree.
    pub fn hook_folders(&self, project: &GuardedProject<'_>, tree: &Path) -> Vec<PathBuf> {
        let hooks = self.settings.iter().filter(|(_, setting)| !setting.includes());
        let values = hooks.filter_map(|(_, setting)| setting.value.as_deref());
        values
            .filter_map(|value| expand(value, tree, project.surroundings.home))
            .collect()
    }
}

impl ReadSoFar {
    fn add(&mut self, file: &Path, bytes: usize, names: usize) -> Result<(), GuardError> {
        self.bytes += bytes;
        self.names += names;
        match self.bytes > GIT_COPIES_BYTES || self.names > GIT_COPIES {
            true => Err(GuardError::TooMuch { path: file.to_owned() }),
            false => Ok(()),
        }
    }
}

fn included(project: &GuardedProject<'_>, settings: &[(PathBuf, GitSetting)]) -> impl Iterator<Item = PathBuf> {
    let home = project.surroundings.home;
    settings.iter().filter_map(move |(file, setting)| {
        let value = setting.value.as_deref().filter(|_| setting.includes())?;
        expand(value, file.parent()?, home)
    })
}

/// `None` for paths below git's own folder, or below the home of a user that `/etc/passwd` does not list.
fn expand(value: &[u8], base: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let value = value.strip_prefix(b":(optional)").unwrap_or(value);
    match value {
        b"" | [b'%', b'(', ..] => None,
        [b'~', b'/', rest @ ..] => Some(home?.join(std::ffi::OsStr::from_bytes(rest))),
        [b'~', rest @ ..] => {
            let end = rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len());
            let below = rest[end..].strip_prefix(b"/").unwrap_or_default();
            Some(home_of(&rest[..end])?.join(std::ffi::OsStr::from_bytes(below)))
        }
        _ => Some(base.join(std::ffi::OsStr::from_bytes(value))),
    }
}

fn home_of(user: &[u8]) -> Option<PathBuf> {
    let users = read_bounded(Path::new("/etc/passwd"), GIT_FILE_BYTES).ok()??;
    let mut users = users
        .split(|byte| *byte == b'\n')
        .map(|line| line.split(|byte| *byte == b':'));
    let mut fields = users.find(|fields| fields.clone().next() == Some(user))?;
    fields
        .nth(5)
        .map(|home| PathBuf::from(std::ffi::OsStr::from_bytes(home)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_the_homes_of_users_are_expanded() {
        let expand = |value: &[u8]| expand(value, Path::new("/base"), Some(Path::new("/h")));
        assert_eq!(expand(b"~/hooks"), Some("/h/hooks".into()));
        assert_eq!(expand(b"hooks"), Some("/base/hooks".into()));
        assert_eq!(expand(b"~root/a/b"), home_of(b"root").map(|home| home.join("a/b")));
        assert!(expand(b"~root").is_some());
        assert_eq!(expand(b"~no:such:user/a"), None);
    }

    #[test]
    fn settings_of_variables_are_read_like_those_of_files() {
        let setting = |name: &[u8]| GitSetting::of_variable(name, b"x".to_vec());
        assert!(setting(b"core.hooksPath").is_some_and(|setting| setting.names_file()));
        assert!(setting(b"includeIf.gitdir:/a.b/.path").is_some_and(|setting| setting.includes()));
        assert!(setting(b"user.name").is_some_and(|setting| !setting.names_file()));
        assert_eq!(setting(b"core"), None);
    }
}
