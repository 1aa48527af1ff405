//! Compares a project's repositories with their copies from before a command, and restores files that git acts upon.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::limits::GIT_FINDINGS;
use rustix::fs::FileType;

use super::copies::{Copied, Copies, restore};
use super::find::{self, Repositories};
use super::layout::{WatchKind, hash_bytes};
use super::{GitGuard, index, settings};

/// What a command did to the project's repositories, in sentences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GitFindings {
    /// Changes that would make git run a program or read other settings. Each was reverted, unless its sentence reports
    /// an error.
    pub violations: Vec<String>,
    /// Harmless changes.
    pub notices: Vec<String>,
}

enum Judgment {
    Same,
    Notice(&'static str),
    Violation,
}

impl GitGuard<'_> {
    /// Can be called again, if a process of the command was still running.
    pub fn audit(&mut self) -> GitFindings {
        let baseline = Arc::clone(&self.baseline);
        let _auditing = baseline.begin_audit();
        let mut findings = GitFindings::default();
        match find::find(&self.project.roots, Some(&baseline.found.hidden), &|| false) {
            Ok(after) => self.watch_new(after, &mut findings),
            Err(error) => {
                let why = format!("the project could not be searched for new git repositories: {error}");
                findings.violations.push(why);
            }
        }
        match baseline.copy(&self.project, &self.layout, &|| false) {
            Ok(now) => self.compare(&now, &mut findings),
            Err(error) => findings.violations.push(error.to_string()),
        }
        let faulty = self.layout.faulty.iter();
        findings.notices.extend(faulty.map(|(path, what)| {
            format!(
                "{} {what}; the files of its repository are compared byte by byte",
                shown(path)
            )
        }));
        cap(&mut findings.violations);
        cap(&mut findings.notices);
        findings
    }

    fn watch_new(&mut self, mut after: Repositories, findings: &mut GitFindings) {
        after
            .folders
            .retain(|folder| !self.baseline.is_mounted_read_only(folder));
        // A new link can redirect a path that a setting names.
        self.layout.resolve_again(&self.project);
        let known = self.layout.folders.clone();
        for folder in after.folders.iter().filter(|folder| !known.contains(*folder)) {
            self.layout.add_new(&self.project, folder);
            findings
                .notices
                .push(format!("{} is a new git repository", shown(folder)));
        }
        self.layout.watch_links(&after);
        for (folder, why) in &after.unsearched {
            let folder = shown(folder);
            let sentence = format!("{folder} could not be searched for new git repositories: {why}");
            findings.violations.push(sentence);
        }
        for (entry, kind) in &after.entries {
            let kind = match kind {
                FileType::RegularFile => WatchKind::Pointer,
                FileType::Directory => WatchKind::Exact,
                _ => WatchKind::Link,
            };
            self.layout.watched.entry(entry.clone()).or_insert(kind);
        }
    }

    fn compare(&self, now: &Copies, findings: &mut GitFindings) {
        let mut violated = Vec::new();
        let paths: BTreeSet<&PathBuf> = self.baseline.copies.all.keys().chain(now.all.keys()).collect();
        for path in paths
            .into_iter()
            .filter(|path| !self.baseline.is_mounted_read_only(path))
        {
            let (old, new) = (self.baseline.copies.all.get(path), now.all.get(path));
            match self.judge(path, old, new, now) {
                Judgment::Same => {}
                Judgment::Notice(what) => findings.notices.push(format!("{} {what}", shown(path))),
                Judgment::Violation => violated.push((path, old, new)),
            }
        }
        // Remove new files first: a folder that is renamed aside must not keep them.
        let (removed, restored): (Vec<_>, Vec<_>) = violated.into_iter().partition(|(_, old, _)| old.is_none());
        for (path, old, new) in removed.into_iter().rev().chain(restored) {
            let restore = match (old, new) {
                (Some(Copied::Folder), Some(Copied::Unfit(_))) => self.restore_folder(path),
                _ => restore(&self.project.roots, path, old),
            };
            findings.violations.push(sentence(path, old, new, restore));
        }
    }

    /// For a folder whose content is too large to compare: makes it again from the copies of its files.
    fn restore_folder(&self, path: &Path) -> io::Result<()> {
        restore(&self.project.roots, path, None)?;
        let below = self.baseline.copies.all.range(path.to_path_buf()..);
        let mut below = below.take_while(|(other, _)| other.starts_with(path));
        below.try_for_each(|(other, copied)| restore(&self.project.roots, other, Some(copied)))
    }

    fn judge(&self, path: &Path, old: Option<&Copied>, new: Option<&Copied>, now: &Copies) -> Judgment {
        let kind = self.kind(path);
        match (old, new) {
            _ if old == new => Judgment::Same,
            // Git runs nothing from a removed repository.
            (Some(_), None) if self.is_entry(path) => Judgment::Notice("was removed"),
            (None | Some(Copied::Folder), None | Some(Copied::Folder)) => Judgment::Same,
            (Some(_), None) if kind == WatchKind::Todo || self.is_in_removed(path) => Judgment::Same,
            (_, None | Some(Copied::File { .. })) if kind == WatchKind::Config => judge_settings(old, new),
            (_, None) if kind == WatchKind::Index => Judgment::Notice("was removed"),
            (_, Some(Copied::File { bytes, .. })) if kind == WatchKind::Index => {
                self.judge_index(path, old, bytes, now)
            }
            _ => Judgment::Violation,
        }
    }

    /// Files below a watched folder are compared exactly.
    fn kind(&self, path: &Path) -> WatchKind {
        self.layout.watched.get(path).copied().unwrap_or(WatchKind::Exact)
    }

    fn is_entry(&self, path: &Path) -> bool {
        self.baseline.found.entries.contains_key(path)
    }

    fn is_in_removed(&self, path: &Path) -> bool {
        let mut folders = path.ancestors().filter(|above| self.layout.folders.contains(*above));
        folders.any(|folder| !self.project.path.join(folder).exists())
    }

    /// A new submodule in the index makes git look into its repository. The repository may have existed before, with
    /// dangerous settings that git had no reason to read.
    fn judge_index(&self, path: &Path, old: Option<&Copied>, new: &[u8], now: &Copies) -> Judgment {
        let folder = self.project.path.join(path.parent().unwrap_or(path));
        let attached = self
            .layout
            .attached
            .iter()
            .find(|attached| attached.folders[0] == folder);
        let Some(attached) = attached else {
            return Judgment::Violation;
        };
        let config = attached.folders.last().and_then(|common| self.project.inside(common));
        let config = config.and_then(|common| self.baseline.copies.all.get(&common.join("config")));
        let hash_bytes = hash_bytes(bytes(config));
        let before = match old {
            None => Some(BTreeSet::new()),
            old => index::gitlinks(bytes(old), hash_bytes),
        };
        let (Some(before), Some(after)) = (before, index::gitlinks(new, hash_bytes)) else {
            return Judgment::Violation;
        };
        let mut new_links = after.difference(&before).map(|link| attached.tree.join(link));
        match after.is_subset(&before) {
            true => Judgment::Same,
            false if new_links.any(|tree| self.is_dangerous(&tree, now)) => Judgment::Violation,
            false => Judgment::Notice("has a new submodule"),
        }
    }

    /// Whether the repository of a working tree has settings or hooks that git would act upon.
    fn is_dangerous(&self, tree: &Path, now: &Copies) -> bool {
        let entry = tree.join(".git");
        let Some(inside) = self.project.inside(&entry) else {
            // It has no copy.
            return entry.symlink_metadata().is_ok();
        };
        let folder = match now.all.get(inside) {
            Some(Copied::File { bytes, .. }) => self.project.pointed_to(&entry, bytes),
            Some(_) => Some(self.project.resolve(&entry).0),
            None => return false,
        };
        let Some(inside) = folder.as_deref().and_then(|folder| self.project.inside(folder)) else {
            return true;
        };
        let config = bytes(now.all.get(&inside.join("config")));
        let is_harmless = settings::dangerous(config).is_some_and(|found| found.is_empty());
        let hooks = inside.join("hooks");
        let is_hook = |(path, copied): (&PathBuf, &Copied)| path.starts_with(&hooks) && *copied != Copied::Folder;
        !is_harmless || now.all.iter().any(is_hook) || now.all.contains_key(&inside.join("commondir"))
    }
}

fn judge_settings(old: Option<&Copied>, new: Option<&Copied>) -> Judgment {
    if old.is_none() {
        return match settings::dangerous(bytes(new)) {
            Some(new) if new.is_empty() => Judgment::Same,
            _ => Judgment::Violation,
        };
    }
    let [old, new] = [old, new].map(|copied| settings::dangerous_or_address(bytes(copied)));
    match old.is_some() && old == new {
        true => Judgment::Notice("has other settings, none of which git acts upon"),
        false => Judgment::Violation,
    }
}

fn bytes(copied: Option<&Copied>) -> &[u8] {
    match copied {
        Some(Copied::File { bytes, .. }) => bytes,
        _ => &[],
    }
}

fn sentence(path: &Path, old: Option<&Copied>, new: Option<&Copied>, restore: io::Result<()>) -> String {
    let (what, done) = match (old, new) {
        (None, _) => ("created", "renamed aside"),
        (_, None) => ("removed", "restored"),
        _ => ("changed", "restored"),
    };
    let path = shown(path);
    match restore {
        Ok(()) => format!("{path} was {what} and is {done}"),
        Err(error) => format!("{path} was {what} and could not be {done}: {error}"),
    }
}

/// Escapes line breaks, other control characters and backticks.
fn shown(path: &Path) -> String {
    let path = match path.as_os_str().is_empty() {
        true => ".".into(),
        false => path.to_string_lossy(),
    };
    let visible = |char: char| match char.is_control() || char == '`' {
        true => char.escape_unicode().to_string(),
        false => char.to_string(),
    };
    format!("`{}`", path.chars().map(visible).collect::<String>())
}

fn cap(sentences: &mut Vec<String>) {
    let more = sentences.len().saturating_sub(GIT_FINDINGS);
    if more > 0 {
        sentences.truncate(GIT_FINDINGS);
        sentences.push(format!("and {more} more"));
    }
}
