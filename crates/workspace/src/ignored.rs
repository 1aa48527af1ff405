//! Decides which paths git ignores.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use model::RelPath;

use crate::Root;

/// The limit for one file of rules.
const TEXT_BYTES: u64 = 256 * 1024;

/// Reads the rules of each folder once. All files in an ignored folder are ignored, as in git.
pub struct Ignored<'a> {
    tree: &'a Root,
    /// Only used for names. No file is opened by this path.
    root: &'a Path,
    rules: BTreeMap<String, Gitignore>,
    folders: BTreeMap<String, bool>,
    /// The rules of `.teddyignore` files, by folder. They override those of `.gitignore`.
    own: Option<BTreeMap<String, Gitignore>>,
}

/// Has the syntax of `.gitignore`. A `!` rule includes files that `.gitignore` excludes.
const OWN_RULES: &str = ".teddyignore";

impl<'a> Ignored<'a> {
    /// `root` is the path of `tree`.
    pub fn new(tree: &'a Root, root: &'a Path) -> Self {
        Self {
            tree,
            root,
            rules: BTreeMap::new(),
            folders: BTreeMap::new(),
            own: None,
        }
    }

    /// As [`Self::new`], and also applies the rules of `.teddyignore`.
    pub(crate) fn for_people(tree: &'a Root, root: &'a Path) -> Self {
        let own = Some(BTreeMap::new());
        Self {
            own,
            ..Self::new(tree, root)
        }
    }

    /// Includes a folder and its parents although rules may ignore them, because the caller named the folder.
    pub(crate) fn include(&mut self, folder: &RelPath) {
        let above = std::iter::successors(Some(folder.as_str()), |folder| Some(parent(folder)));
        for folder in above.take_while(|folder| !folder.is_empty()) {
            self.folders.insert(folder.to_owned(), false);
        }
    }

    /// Whether git ignores the file.
    pub fn holds(&mut self, file: &RelPath) -> bool {
        let path = file.as_str();
        self.holds_folder(parent(path)) || self.matches(path, false)
    }

    pub(crate) fn holds_folder(&mut self, folder: &str) -> bool {
        if folder.is_empty() {
            return false;
        }
        if let Some(known) = self.folders.get(folder) {
            return *known;
        }
        let is_ignored = self.holds_folder(parent(folder)) || self.matches(folder, true);
        self.folders.insert(folder.to_owned(), is_ignored);
        is_ignored
    }

    /// Rules of the nearest folder take precedence.
    fn matches(&mut self, path: &str, is_folder: bool) -> bool {
        let own = self.own_match(path, is_folder);
        own.unwrap_or_else(|| self.nearest(path, is_folder, Self::rules_of).unwrap_or(false))
    }

    fn own_match(&mut self, path: &str, is_folder: bool) -> Option<bool> {
        self.own.as_ref()?;
        self.nearest(path, is_folder, Self::own_rules_of)
    }

    fn nearest(
        &mut self,
        path: &str,
        is_folder: bool,
        rules: for<'r> fn(&'r mut Self, &str) -> &'r Gitignore,
    ) -> Option<bool> {
        let place = self.root.join(path);
        let mut folder = parent(path);
        loop {
            match rules(self, folder).matched(&place, is_folder) {
                Match::Ignore(_) => return Some(true),
                Match::Whitelist(_) => return Some(false),
                Match::None if folder.is_empty() => return None,
                Match::None => folder = parent(folder),
            }
        }
    }

    fn rules_of(&mut self, folder: &str) -> &Gitignore {
        let (tree, root) = (self.tree, self.root);
        self.rules.entry(folder.to_owned()).or_insert_with(|| match folder {
            // Later rules take precedence, so the rules of the repository come first.
            "" => read(tree, root.to_owned(), &[".git/info/exclude", ".gitignore"]),
            folder => read(tree, root.join(folder), &[&format!("{folder}/.gitignore")]),
        })
    }

    fn own_rules_of(&mut self, folder: &str) -> &Gitignore {
        let (tree, root) = (self.tree, self.root);
        let own = self.own.get_or_insert_default();
        own.entry(folder.to_owned()).or_insert_with(|| match folder {
            "" => read(tree, root.to_owned(), &[OWN_RULES]),
            folder => read(tree, root.join(folder), &[&format!("{folder}/{OWN_RULES}")]),
        })
    }
}

/// An unreadable file has no rules.
fn read(tree: &Root, place: PathBuf, files: &[&str]) -> Gitignore {
    let mut rules = GitignoreBuilder::new(place);
    for file in files {
        for line in text(tree, file).unwrap_or_default().lines() {
            // Invalid rules are skipped, as in git.
            let _ = rules.add_line(None, line);
        }
    }
    rules.build().unwrap_or_else(|_| Gitignore::empty())
}

/// Follows no link, as git does. Reads `.git/info/exclude`, although `.git` is off limits to actions.
fn text(tree: &Root, file: &str) -> Option<String> {
    let (file, _) = tree.open_regular(&RelPath::new(file).ok()?).ok()??;
    let mut text = String::new();
    file.take(TEXT_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], cases: &[(&str, bool)]) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let tree = Root::open(folder.path()).unwrap();
        let mut ignored = Ignored::new(&tree, folder.path());
        for (path, expected) in cases {
            let found = ignored.holds(&RelPath::new(path).unwrap());
            assert_eq!(found, *expected, "{path}");
        }
    }

    #[test]
    fn files_in_an_ignored_folder_are_ignored() {
        let rules = "node_modules/\n/dist\n*.log\n!keep.log\n";
        check(
            &[(".gitignore", rules), ("dist/.gitignore", "!*\n")],
            &[
                ("node_modules/a/b.js", true),
                ("web/node_modules/a.js", true),
                ("dist/main.js", true),
                ("web/dist/main.js", false),
                ("src/main.rs", false),
                ("x.log", true),
                ("keep.log", false),
                // A rule for folders does not apply to a file.
                ("node_modules", false),
            ],
        );
    }

    #[test]
    fn rules_of_the_nearest_folder_take_precedence() {
        check(
            &[
                (".gitignore", "*.txt\n"),
                ("notes/.gitignore", "!*.txt\nsecret.txt\n"),
                (".git/info/exclude", "*.tmp\n*.md\n"),
                ("docs/.gitignore", "!*.md\n"),
            ],
            &[
                ("a.txt", true),
                ("notes/a.txt", false),
                ("notes/secret.txt", true),
                ("a.tmp", true),
                ("docs/a.md", false),
            ],
        );
    }

    #[test]
    fn without_rules_nothing_is_ignored() {
        check(&[], &[("node_modules/a.js", false)]);
    }
}
