//! The list of the tests that try to break the promises of SECURITY.md, by promise.

use std::collections::BTreeMap;

use crate::project::Source;

/// Tests of these files belong to the promise about approvals.
const APPROVAL_FILES: &str = "tier";
const APPROVAL_PROMISE: u32 = 10;
const FOLDER: &str = "crates/testkit/tests/promises/";

pub fn markdown(sources: &[Source]) -> String {
    let mut promises: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        for name in test_names(&source.text) {
            if let Some(promise) = promise(&source.path, name) {
                let proof = format!("`{}::{name}`", source.path);
                promises.entry(promise).or_default().push(proof);
            }
        }
    }
    let total: usize = promises.values().map(Vec::len).sum();
    let mut text = format!(
        "# Proofs\n\n\
         {total} tests try to break the promises of [SECURITY.md](../SECURITY.md). `cargo xtask docs` generates this \
         list from the names of the tests.\n"
    );
    for (promise, proofs) in promises {
        text += &format!("\n## R{promise}\n\n");
        for proof in proofs {
            text += &format!("- {proof}\n");
        }
    }
    text
}

/// By the name of the test, such as `r09_…`, else by the name of its file.
fn promise(path: &str, test: &str) -> Option<u32> {
    let number = |name: &str| -> Option<u32> {
        let digits = name.strip_prefix('r')?.split_once('_')?.0;
        (digits.len() == 2).then(|| digits.parse().ok()).flatten()
    };
    let file = path.strip_prefix(FOLDER);
    let by_file = |file: &str| match file.starts_with(APPROVAL_FILES) {
        true => Some(APPROVAL_PROMISE),
        false => number(file),
    };
    number(test).or_else(|| file.and_then(by_file))
}

/// Functions behind `#[test]`, with other attributes and comments between.
fn test_names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            is_test = true;
        } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
            names.extend(rest.split(['(', '<']).next());
            is_test = false;
        } else if !line.starts_with("#[") && !line.starts_with("//") {
            is_test = false;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_listed_by_promise() {
        let source = |path: &str, text: &str| Source {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let text = markdown(&[
            source(
                "crates/x/src/a.rs",
                "#[test]\nfn r02_a_disk() {}\n#[test]\nfn other() {}\nfn r03_helper() {}\n",
            ),
            source(
                &format!("{FOLDER}tier1.rs"),
                "#[test]\n#[cfg(unix)]\nfn approves() {}\n",
            ),
            source(&format!("{FOLDER}r02_sync.rs"), "#[test]\nfn syncs() {}\n"),
        ]);
        let lists = text.split_once("\n## ").map_or("", |(_, lists)| lists);
        assert_eq!(
            lists,
            format!(
                "R2\n\n- `crates/x/src/a.rs::r02_a_disk`\n- `{FOLDER}r02_sync.rs::syncs`\n\n## R10\n\n- `{FOLDER}tier1.rs::approves`\n"
            )
        );
        assert!(text.contains("3 tests"));
    }
}
