//! Files stay small enough to be read at once, and have the name of their module. Clippy checks the size of functions.

use super::findings::Findings;
use crate::project::Source;

const LINES_MAX: usize = 600;

pub fn check(sources: &[Source], findings: &mut Findings) {
    let mut sizes: Vec<usize> = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        if source.path.contains("/src/") && source.path.ends_with("/mod.rs") {
            findings.problem(format!("{} should have the name of its folder", source.path));
        }
        let lines = source.text.lines().count();
        if lines > LINES_MAX {
            findings.problem(format!("{} has {lines} lines, more than {LINES_MAX}", source.path));
        }
        sizes.push(lines);
    }
    sizes.sort_unstable();
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let largest = sizes.last().copied().unwrap_or_default();
    findings.note(format!(
        "{} Rust files, median {median} lines, largest {largest}",
        sizes.len()
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_are_problems() {
        let problems = problems(&[("a.rs", 600), ("b.rs", 601), ("c.md", 700)]);
        assert_eq!(problems, ["b.rs has 601 lines, more than 600"]);
    }

    #[test]
    fn a_module_is_beside_its_folder() {
        let problems = problems(&[("a/src/b/mod.rs", 1), ("a/src/b.rs", 1), ("a/tests/b/mod.rs", 1)]);
        assert_eq!(problems, ["a/src/b/mod.rs should have the name of its folder"]);
    }

    fn problems(files: &[(&str, usize)]) -> Vec<String> {
        let source = |(path, lines): &(&str, usize)| Source {
            path: (*path).to_owned(),
            text: "\n".repeat(*lines),
        };
        let sources: Vec<Source> = files.iter().map(source).collect();
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        findings.problems
    }
}
