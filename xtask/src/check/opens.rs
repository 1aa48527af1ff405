//! Product code opens files below a project through a folder handle. A link in a clone can redirect a path, so every
//! source file that opens by path is listed here with a reason.

use std::collections::BTreeSet;

use super::findings::Findings;
use crate::project::Source;

const PRODUCT: &[&str] = &[
    "crates/model/src/",
    "crates/http/src/",
    "crates/dialect/src/",
    "crates/store/src/",
    "crates/workspace/src/",
    "crates/planner/src/",
    "crates/engine/src/",
    "crates/tui/src/",
    "crates/cli/src/",
];

/// Code that opens, creates or removes a file by its path.
const WORDS: &[&str] = &[
    "std::fs",
    "File::open",
    "File::create",
    "File::create_new",
    "File::options",
    "OpenOptions",
    "DirBuilder",
    "tempfile::",
    "rustix::fs::open(",
    ".read_dir()",
    "fs::CWD",
    "fs::{CWD",
    // The workspace's own functions for files that the user names.
    "workspace::read_text",
    "workspace::replace",
];

/// Importing the type opens nothing.
const HARMLESS: &str = "use std::fs::File;";

/// Files, and modules with a slash at the end: the file and its folder.
const ALLOWED: &[(&str, &str)] = &[
    (
        "crates/cli/src/planwright/demo/stage.rs",
        "makes a project of its own in the temporary folder",
    ),
    ("crates/engine/src/config.rs", "the user's configuration"),
    (
        "crates/engine/src/prompts.rs",
        "prompts beside the user's configuration",
    ),
    ("crates/engine/src/proposals/", "plan files that the user names"),
    ("crates/engine/src/turns/subject.rs", "a plan file that the user names"),
    (
        "crates/store/src/backup.rs",
        "the copy of the log in the user's state folder",
    ),
    (
        "crates/store/src/sqlite/create.rs",
        "SQLite builds a store by path, in a folder that `home` has checked",
    ),
    (
        "crates/store/src/sqlite/draft.rs",
        "new folders with random names in a folder that `home` has checked",
    ),
    (
        "crates/store/src/sqlite/home.rs",
        "opens the store's folder, which all other handles start from",
    ),
    ("crates/workspace/src/clipboard.rs", "the terminal"),
    (
        "crates/workspace/src/digest.rs",
        "programs that the user is asked about",
    ),
    (
        "crates/workspace/src/files.rs",
        "files that the user names, and the user's configuration",
    ),
    (
        "crates/workspace/src/git.rs",
        "finds the main worktree before the project is known",
    ),
    ("crates/workspace/src/plan_folder/", "plan folders in the user's home"),
    (
        "crates/workspace/src/preview.rs",
        "the list of trusted programs beside the user's configuration",
    ),
    (
        "crates/workspace/src/sandbox/",
        "the kernel's files, and places that are mounted over",
    ),
    (
        "crates/workspace/src/tree/folder.rs",
        "opens the folder that all other handles start from",
    ),
];

pub fn check(sources: &[Source], findings: &mut Findings) {
    let tests = test_files(sources);
    let is_product = |source: &&Source| {
        source.path.ends_with(".rs")
            && PRODUCT.iter().any(|folder| source.path.starts_with(folder))
            && !tests.iter().any(|test| source.path.starts_with(test))
    };
    let mut unused: BTreeSet<&str> = ALLOWED.iter().map(|(path, _)| *path).collect();
    for source in sources.iter().filter(is_product) {
        let Some((line, word)) = first_open(&source.text) else {
            continue;
        };
        let is_meant = |allowed: &&&str| match allowed.strip_suffix('/') {
            Some(module) => source.path.starts_with(**allowed) || source.path == format!("{module}.rs"),
            None => source.path == **allowed,
        };
        let allowed = ALLOWED.iter().map(|(path, _)| path).find(is_meant);
        match allowed {
            Some(allowed) => drop(unused.remove(allowed)),
            None => findings.problem(format!(
                "{}:{line}: `{word}` opens by path; use a folder handle of crates/workspace/src/tree, or give a reason in \
                 xtask/src/check/opens.rs",
                source.path
            )),
        }
    }
    for path in unused {
        findings.problem(format!(
            "xtask/src/check/opens.rs: {path} opens nothing by path any more"
        ));
    }
}

/// The line number and the word of the first open by path.
fn first_open(text: &str) -> Option<(usize, &'static str)> {
    let product = text.find("#[cfg(test)]\nmod tests {").map_or(text, |end| &text[..end]);
    product.lines().enumerate().find_map(|(index, line)| {
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        let word = WORDS.iter().find(|word| code.contains(**word))?;
        (code.trim() != HARMLESS).then_some((index + 1, *word))
    })
}

/// Modules that are compiled for tests only, by the beginning of their paths.
fn test_files(sources: &[Source]) -> Vec<String> {
    let mut files = Vec::new();
    for source in sources {
        let Some((folder, file)) = source.path.rsplit_once('/') else {
            continue;
        };
        let own = match file.trim_end_matches(".rs") {
            "lib" | "main" => folder.to_owned(),
            name => format!("{folder}/{name}"),
        };
        for (at, _) in source.text.match_indices("#[cfg(test)]\n") {
            let after = &source.text[at + "#[cfg(test)]\n".len()..];
            let (path, after) = match after.strip_prefix("#[path = \"") {
                Some(rest) => rest
                    .split_once("\"]\n")
                    .map_or((None, after), |(path, rest)| (Some(path), rest)),
                None => (None, after),
            };
            let line = after.lines().next().unwrap_or_default().trim_start_matches("pub ");
            let name = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
            files.extend(match (path, name) {
                (Some(path), Some(_)) => Some(format!("{folder}/{path}")),
                (None, Some(name)) => Some(format!("{own}/{name}")),
                _ => None,
            });
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, text): &(&str, &str)| Source {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        let sources: Vec<Source> = files.iter().map(source).collect();
        let mut findings = Findings::default();
        super::check(&sources, &mut findings);
        let ours = findings
            .problems
            .into_iter()
            .filter(|problem| !problem.contains("any more"));
        ours.map(|problem| problem.split('`').take(2).collect::<Vec<_>>().join(""))
            .collect()
    }

    #[test]
    fn an_open_by_path_is_found_in_product_code_only() {
        let open = "use std::fs::File;\nfn a() { File::open(\"a\") }\n";
        assert_eq!(
            check(&[("crates/engine/src/a.rs", open)]),
            ["crates/engine/src/a.rs:2: File::open"]
        );
        assert!(check(&[("crates/testkit/src/a.rs", open)]).is_empty());
        assert!(check(&[("crates/engine/src/a.rs", "use std::fs::File;\n// File::open\n")]).is_empty());
        let tested = format!("#[cfg(test)]\nmod tests {{\n{open}}}\n");
        assert!(check(&[("crates/engine/src/a.rs", &tested)]).is_empty());
        let declared = (
            "crates/engine/src/a.rs",
            "#[cfg(test)]\nmod b;\n#[cfg(test)]\n#[path = \"c_tests.rs\"]\nmod tests;\n",
        );
        for test in ["crates/engine/src/a/b.rs", "crates/engine/src/c_tests.rs"] {
            assert!(check(&[declared, (test, open)]).is_empty(), "{test}");
        }
    }

    #[test]
    fn an_exception_that_is_not_needed_is_a_problem() {
        let mut findings = Findings::default();
        super::check(&[], &mut findings);
        assert_eq!(findings.problems.len(), ALLOWED.len());
    }
}
