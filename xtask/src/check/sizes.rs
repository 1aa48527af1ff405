//! Files stay small enough to be read at once. Functions are clippy's business.

use super::findings::Findings;
use crate::project::Source;

const LINES_MAX: usize = 600;

pub fn check(sources: &[Source], findings: &mut Findings) {
    let mut sizes: Vec<usize> = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        let lines = source.text.lines().count();
        if lines > LINES_MAX {
            findings.fault(format!("{} has {lines} lines, more than {LINES_MAX}", source.path));
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
    fn long_files_are_faults() {
        let source = |path: &str, lines| Source {
            path: path.to_owned(),
            text: "\n".repeat(lines),
        };
        let mut findings = Findings::default();
        check(
            &[source("a.rs", 600), source("b.rs", 601), source("c.md", 700)],
            &mut findings,
        );
        assert_eq!(findings.faults, ["b.rs has 601 lines, more than 600"]);
    }
}
