//! R6: the time of a check grows with the size of the plan plus the size of the files, not with their product.

use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

use dialect::teddy::check::{Entry, TurnView, View, check};
use dialect::teddy::read;
use model::{RelPath, Verb, limits};
use planwright_testkit::busy;

const PAIRS: usize = 128;
const BYTES: usize = 128 * 1024;
/// The factor for the number of pairs, and for the size of the file.
const GROWTH: usize = 8;
/// A search of the file for each pair takes eight times as long for eight times the pairs.
const TOLERATED_FOR_PAIRS: u32 = 5;
/// Up to a thousand places are listed for each pair, for any size of the file.
const TOLERATED_FOR_LISTS: u32 = 16;
/// A search of the file for each pair takes 64 times as long for eight times both.
const TOLERATED_FOR_BOTH: u32 = 24;
const TRIES: usize = 3;
/// Shorter times are too coarse to compare.
const TOO_SHORT: Duration = Duration::from_millis(20);

struct Case {
    name: &'static str,
    /// One line of the file, by its number.
    line: fn(usize) -> String,
    /// The FIND text and the REPLACE text of a pair, by its number.
    pair: fn(usize) -> (String, String),
    tolerated_for_pairs: u32,
}

const CASES: &[Case] = &[
    Case {
        name: "texts that are nowhere",
        line: code,
        pair: |n| (format!("let rwo = alpha({n});"), format!("beta({n})")),
        tolerated_for_pairs: TOLERATED_FOR_PAIRS,
    },
    Case {
        name: "texts that are there",
        line: code,
        pair: |n| (format!("row_{n}_of"), format!("line_{n}_of")),
        tolerated_for_pairs: TOLERATED_FOR_PAIRS,
    },
    Case {
        name: "lines that are indented differently",
        line: code,
        tolerated_for_pairs: TOLERATED_FOR_PAIRS,
        pair: |n| {
            (
                format!("let row_{n}_of = alpha(beta);\n"),
                format!("let line_{n} = 1;\n"),
            )
        },
    },
    Case {
        name: "texts in very many places",
        line: code,
        pair: |n| ("let row".to_owned(), format!("line_{n}")),
        tolerated_for_pairs: TOLERATED_FOR_LISTS,
    },
    Case {
        name: "texts that end in one another",
        line: |_| "a".repeat(100),
        pair: |n| ("a".repeat(1 + n % 90), "b".to_owned()),
        tolerated_for_pairs: TOLERATED_FOR_LISTS,
    },
    Case {
        name: "texts that put in what others look for",
        line: code,
        pair: |n| (format!("row_{n}_of"), format!("row_{}_of row_{n}_of", n + 1)),
        tolerated_for_pairs: TOLERATED_FOR_PAIRS,
    },
    Case {
        name: "blanks",
        line: |n| {
            if n < PAIRS * GROWTH {
                format!("x{n}_")
            } else {
                " ".repeat(60)
            }
        },
        pair: |n| (format!("x{n}_"), String::new()),
        tolerated_for_pairs: TOLERATED_FOR_PAIRS,
    },
];

#[test]
fn r06_many_find_texts_do_not_multiply_with_the_size_of_a_file() {
    for case in CASES {
        let quick = (0..TRIES).map(|_| time(case, PAIRS, BYTES)).min().unwrap_or_default();
        let quick = quick.max(TOO_SHORT);
        let pairs = within(quick * case.tolerated_for_pairs, || time(case, PAIRS * GROWTH, BYTES));
        let both = within(quick * TOLERATED_FOR_BOTH, || {
            time(case, PAIRS * GROWTH, BYTES * GROWTH)
        });
        eprintln!(
            "{}: {quick:.1?}, {pairs:.1?} for the pairs, {both:.1?} for both",
            case.name
        );
        assert!(pairs.is_some(), "{}: {GROWTH} times the pairs take too long", case.name);
        assert!(both.is_some(), "{}: {GROWTH} times both take too long", case.name);
    }
}

#[test]
fn r06_a_used_up_budget_for_closest_matches_is_reported() {
    let case = &CASES[0];
    let (plan, file) = (plan(case, PAIRS), file(case, BYTES));
    let faults = check(&plan, &read(&plan), &file);
    let with = |text: &str| faults.iter().filter(|fault| fault.message.contains(text)).count();
    assert_eq!(faults.len(), PAIRS);
    assert_eq!(with("Most like it"), limits::NEAREST_TEXTS);
    assert_eq!(
        with("Its closest match was not searched for"),
        PAIRS - limits::NEAREST_TEXTS
    );
}

/// One try within the limit is enough; slower tries may come from a busy machine.
fn within(limit: Duration, time: impl Fn() -> Duration) -> Option<Duration> {
    (0..TRIES).map(|_| time()).find(|took| *took < limit)
}

/// The processor time of the check, without other processes.
fn time(case: &Case, pairs: usize, bytes: usize) -> Duration {
    let (plan, file) = (plan(case, pairs), file(case, bytes));
    let reading = read(&plan);
    assert_eq!(reading.proposal.actions.len(), 1, "{}", case.name);
    assert_eq!(reading.proposal.actions[0].value.verb(), Verb::Edit);
    let since = busy();
    check(&plan, &reading, &file);
    busy().saturating_sub(since)
}

fn code(number: usize) -> String {
    format!("    let row_{number}_of = alpha(beta);")
}

fn plan(case: &Case, pairs: usize) -> String {
    let mut plan = "# T\n- **Status:** Green\n\n## Action Plan\n\n### `EDIT`\n- **File Path:** big.txt\n\n".to_owned();
    for (find, replace) in (0..pairs).map(case.pair) {
        let _ = write!(plan, "`FIND:`\n```\n{find}\n```\n`REPLACE:`\n```\n{replace}\n```\n");
    }
    plan
}

fn file(case: &Case, bytes: usize) -> OneFile {
    let mut text = String::new();
    for line in (0..).map(case.line) {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    OneFile(text)
}

struct OneFile(String);

impl View for OneFile {
    fn entry(&self, _: &RelPath) -> Entry<'_> {
        Entry::Text(Cow::Borrowed(&self.0))
    }

    fn memos(&self) -> &[String] {
        &[]
    }

    fn agents(&self) -> Option<&[String]> {
        None
    }

    fn turn(&self) -> Option<&TurnView> {
        None
    }
}
