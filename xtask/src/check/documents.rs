//! Documents name the tests that guard their claims, and these tests exist. Generated documents are current.

use super::evidence::{self, Read};
use super::findings::Findings;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const DOCUMENTS: [&str; 2] = [ARCHITECTURE, "SECURITY.md"];

pub fn check(read: Read, findings: &mut Findings) {
    for path in DOCUMENTS {
        let Some(text) = read(path) else {
            findings.problem(format!("{path} is missing"));
            continue;
        };
        for (index, line) in text.lines().enumerate() {
            for problem in references(line).filter_map(|reference| evidence::function_problem(reference, read)) {
                findings.problem(format!("{path}:{}: {problem}", index + 1));
            }
        }
        if path == ARCHITECTURE {
            unproved_invariants(&text, findings);
        }
    }
}

/// Every `path/file.rs::name` in a line.
fn references(line: &str) -> impl Iterator<Item = &str> {
    const MIDDLE: &str = ".rs::";
    line.match_indices(MIDDLE).map(move |(at, _)| {
        let in_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
        let in_name = |c: char| c.is_alphanumeric() || "_:".contains(c);
        let start = line[..at].char_indices().rev().take_while(|&(_, c)| in_path(c)).last();
        let after = at + MIDDLE.len();
        let length = line[after..].find(|c| !in_name(c)).unwrap_or(line.len() - after);
        &line[start.map_or(at, |(start, _)| start)..after + length]
    })
}

/// Rows of the table below the heading about invariants that name no proof.
fn unproved_invariants(text: &str, findings: &mut Findings) {
    let is_heading = |line: &str| line.starts_with('#');
    let about = |line: &str| is_heading(line) && line.to_lowercase().contains("invariant");
    let lines = text.lines().enumerate().skip_while(|(_, line)| !about(line)).skip(1);
    let section = lines.take_while(|(_, line)| !is_heading(line));
    let table: Vec<(usize, &str)> = section.filter(|(_, line)| line.starts_with('|')).collect();
    // The first two rows are the header and the line below it.
    let rows = table.get(2..).unwrap_or_default();
    if rows.is_empty() {
        findings.problem(format!("{ARCHITECTURE} has no table of invariants"));
    }
    for (index, row) in rows {
        if !row.contains(".rs::") && !row.contains("xtask check") {
            findings.problem(format!("{ARCHITECTURE}:{}: an invariant without a proof", index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(architecture: &str, expect: &[&str]) {
        let read = |path: &str| match path {
            ARCHITECTURE => Some(architecture.to_owned()),
            "SECURITY.md" => Some(String::new()),
            "crates/x/tests/a.rs" => Some("fn holds() {}".to_owned()),
            _ => None,
        };
        let mut findings = Findings::default();
        super::check(&read, &mut findings);
        assert_eq!(findings.problems, expect);
    }

    #[test]
    fn proofs_exist() {
        check(
            "## Invariants\n| i | proof |\n|-|-|\n| a | `crates/x/tests/a.rs::holds`. |\n| b | `xtask check` |\n",
            &[],
        );
        check(
            "# Invariants\n| i | proof |\n|-|-|\n| a | crates/x/tests/a.rs::gone, crates/y.rs::b |\n| b | trust |\n\n# More\n| c | d |\n",
            &[
                "ARCHITECTURE.md:4: crates/x/tests/a.rs has no function `gone`",
                "ARCHITECTURE.md:4: crates/y.rs does not exist",
                "ARCHITECTURE.md:5: an invariant without a proof",
            ],
        );
        check("# Crates\n", &["ARCHITECTURE.md has no table of invariants"]);
    }
}
