//! The clause ledger, `spec/clauses.tsv`: what the five documents demand, and what shows that we do it.
//!
//! Tab-separated: id, document, section, paraphrase, status, where. Lines that begin with `#` are comments.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{self, Read, Target};
use super::findings::Findings;

const PATH: &str = "spec/clauses.tsv";

#[derive(Debug, PartialEq)]
struct Clause<'a> {
    id: &'a str,
    document: &'a str,
    status: Status,
    places: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Covered,
    Decided,
    Open,
}

pub fn check(read: Read, findings: &mut Findings) {
    let Some(text) = read(PATH) else {
        findings.problem(format!("{PATH} is missing"));
        return;
    };
    let mut ids = BTreeSet::new();
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut problem = |message: String| findings.problem(format!("{PATH}:{}: {message}", index + 1));
        match clause(line) {
            Err(message) => problem(message),
            Ok(clause) => {
                if !ids.insert(clause.id) {
                    problem(format!("the id {} is used twice", clause.id));
                }
                counts.entry(clause.document).or_default()[clause.status as usize] += 1;
                for message in place_problems(&clause, read) {
                    problem(format!("{}: {message}", clause.id));
                }
            }
        }
    }
    for (document, [covered, decided, open]) in counts {
        findings.note(format!(
            "clauses of {document}: {covered} covered, {decided} decided, {open} open"
        ));
    }
}

fn clause(line: &str) -> Result<Clause<'_>, String> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let &[id, document, section, paraphrase, status, places] = columns.as_slice() else {
        return Err(format!("6 columns are needed, not {}", columns.len()));
    };
    let names = ["id", "document", "section", "paraphrase", "status", "where"];
    let columns = [id, document, section, paraphrase, status, places];
    if let Some((name, _)) = names.iter().zip(columns).find(|(_, column)| column.is_empty()) {
        return Err(format!("the column `{name}` is empty"));
    }
    let status = match status {
        "covered" => Status::Covered,
        "decided" => Status::Decided,
        "open" => Status::Open,
        _ => return Err(format!("the status `{status}` is none of covered, decided, open")),
    };
    Ok(Clause {
        id,
        document,
        status,
        places,
    })
}

fn place_problems(clause: &Clause, read: Read) -> Vec<String> {
    let places = clause.places.split(',').map(str::trim);
    match clause.status {
        Status::Covered => places.filter_map(|place| test_problem(place, read)).collect(),
        Status::Decided => places.filter_map(|place| note_problem(place, read)).collect(),
        Status::Open => Vec::new(),
    }
}

fn test_problem(place: &str, read: Read) -> Option<String> {
    if place.contains(".rs::") {
        evidence::function_problem(place, read)
    } else if place.starts_with("spec/") {
        evidence::heading_problem(place, Target::Test, read)
    } else {
        Some(format!("`{place}` is neither `spec/….md#test` nor `….rs::test`"))
    }
}

fn note_problem(place: &str, read: Read) -> Option<String> {
    if place.starts_with("docs/compat/") {
        evidence::heading_problem(place, Target::AnyHeading, read)
    } else {
        Some(format!("`{place}` is not a compat note `docs/compat/….md#heading`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ledger: &str, expect: &[&str]) {
        let read = |path: &str| match path {
            PATH => Some(ledger.replace(" | ", "\t")),
            "spec/003/02-gates.md" => Some("# G\n## All problems\n```console\n$ x\n```\n## Why\n".to_owned()),
            "docs/compat/planloop.md" => Some("# planloop\n## Paths\n".to_owned()),
            "crates/model/src/now.rs" => Some("fn lowest_first() {}".to_owned()),
            _ => None,
        };
        let mut findings = Findings::default();
        super::check(&read, &mut findings);
        assert_eq!(findings.problems, expect);
    }

    #[test]
    fn entries_that_hold() {
        check(
            "# id, document …\n\n\
             G1 | 003 | 3.1 | all at once | covered | spec/003/02-gates.md#all-problems, crates/model/src/now.rs::lowest_first\n\
             G2 | 003 | 3.2 | new paths | decided | docs/compat/planloop.md#paths\n\
             G3 | 003 | 3.3 | judged | open | issue: planner\n",
            &[],
        );
    }

    #[test]
    fn every_problem_is_named() {
        check(
            "A | 003 | 1 | p | covered | spec/003/02-gates.md#why\n\
             A | 003 | 1 | p | covered | crates/model/src/now.rs::gone\n\
             B | 003 | 1 | p | decided | spec/003/02-gates.md#all-problems\n\
             C | 003 | 1 | p | open | \n\
             D | 003 | 1 | p | done | x\n\
             E | 003\n\
             F | 003 | 1 | p | covered | README.md\n",
            &[
                "spec/clauses.tsv:1: A: `why` in spec/003/02-gates.md is not a test",
                "spec/clauses.tsv:2: the id A is used twice",
                "spec/clauses.tsv:2: A: crates/model/src/now.rs has no function `gone`",
                "spec/clauses.tsv:3: B: `spec/003/02-gates.md#all-problems` is not a compat note `docs/compat/….md#heading`",
                "spec/clauses.tsv:4: the column `where` is empty",
                "spec/clauses.tsv:5: the status `done` is none of covered, decided, open",
                "spec/clauses.tsv:6: 6 columns are needed, not 2",
                "spec/clauses.tsv:7: F: `README.md` is neither `spec/….md#test` nor `….rs::test`",
            ],
        );
    }
}
