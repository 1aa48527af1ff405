//! R6 for rawko: any plan file, current task or list of new steps is read without a panic and in linear time, and the
//! user's data stays unchanged.

use dialect::rawko::{
    read_current_task, read_plan, read_plan_input, read_replan_input, write_current_task, write_plan,
};
use model::{Diagnostic, Severity};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::r06_growth::{Case, check_growth};
use crate::r06_soup::config;

/// Each text is read four times.
const SMALL_BYTES: usize = 8 * 1024;

/// A plan file with every field.
const VALID: &str = r#"id: plan-20260123-greet-v2
task: Grüße den Nutzer
status: replanning
version: 2
previousPlanId: plan-20260123-greet
currentStepIndex: 2
createdAt: "2026-01-23T10:00:00Z"
updatedAt: "2026-01-23T10:00:00Z"
createdBy: planner
metadata:
  complexity: 3
  tags: [a, "b: c"]
  constraints:
    - Keep it short
  informedByMemories: [m]
steps:
  - index: 0
    description: Look around
    status: complete
    executedBy: ada
    startedAt: "2026-01-23T10:00:00Z"
    completedAt: "2026-01-23T10:00:00Z"
    output: |
      Found it —
      “Größe”.
    affectedFiles: [src/a.rs, "日本.md"]
    acceptanceCriteria: ["run: true"]
  - index: 1
    description: Write
    instructions: 'Say "hello"'
    suggestedAgent: dev
    dependsOn: [0]
    status: failed
    executedBy: ada
    error: "It\tfell"
"#;

const CURRENT: &str = "task: Grüße den Nutzer\nplanId: plan-20260123-greet\nstatus: in_progress\n";

/// Fragments of such files, and texts that break them.
const PIECES: &[&str] = &[
    "id: a\n",
    "task: T\n",
    "status: draft\n",
    "version: 1\n",
    "version: -1\n",
    "version: 4294967295\n",
    "currentStepIndex: 9\n",
    "steps:\n",
    "steps: []\n",
    "  - index: 0\n",
    "  - description: D\n",
    "    description: D\n",
    "    status: pending\n",
    "    dependsOn: [0]\n",
    "    dependsOn: [1, 1]\n",
    "    error: E\n",
    "metadata:\n",
    "  tags: [a]\n",
    "- description: D\n",
    "planId: p\n",
    "createdAt: \"2026-01-23T10:00:00Z\"\n",
    "createdAt: yesterday\n",
    "[{\"description\": \"D\"}]",
    "{\"steps\": [",
    "\"description\":",
    "]}",
    "---\n",
    "...\n",
    "&x ",
    "*x",
    "!t ",
    "<<: ",
    "? ",
    ": ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "|\n",
    ">-\n",
    "#",
    ",",
    "\t",
    "\r\n",
    "\n",
    "\u{feff}",
    "\u{2028}",
    "\u{202e}",
    "\u{0}",
    "é",
    "日本",
    "~",
    "no",
    "1e999",
    ".nan",
    "0o17",
    "\\ud800",
];

#[test]
fn r06_any_text_is_read_as_each_of_rawkos_files() {
    proptest!(config(1_500), |(text in file())| check(&text));
}

#[test]
fn r06_every_cut_of_a_plan_file_is_read_without_a_panic() {
    let (plan, faults) = read_plan("f", VALID);
    assert!(plan.is_some(), "{faults:?}");
    let (current, faults) = read_current_task("f", CURRENT);
    assert!(current.is_some(), "{faults:?}");
    for text in [VALID, CURRENT] {
        let ends = text.char_indices().map(|(end, _)| end);
        ends.for_each(|end| check(&text[..end]));
        check(text);
    }
}

#[test]
fn r06_hostile_plan_files_are_read_in_linear_time() {
    let cases: &[Case] = &[
        ("deep brackets", |bytes| "[".repeat(bytes)),
        ("deep maps", |bytes| "{a: ".repeat(bytes / 4)),
        ("deep lists", |bytes| "- ".repeat(bytes / 2)),
        ("steps within steps", |bytes| "steps: [{".repeat(bytes / 9)),
        ("one key again and again", |bytes| "task: T\n".repeat(bytes / 8)),
        ("many unknown keys", |bytes| lines(bytes, |n| format!("k{n}: v\n"))),
        ("aliases", |bytes| {
            format!("task: &a T\nsteps: [{}]", "*a, ".repeat(bytes / 4))
        }),
        ("a huge text", |bytes| format!("task: \"{}\"", "é".repeat(bytes / 2))),
        ("many escapes", |bytes| {
            format!("task: \"{}\"", "\\u00e9".repeat(bytes / 6))
        }),
        ("a text without end", |bytes| {
            format!("task: \"{}", "a\n ".repeat(bytes / 3))
        }),
        ("many lines of one text", |bytes| {
            format!("task: |\n{}", "  a\n".repeat(bytes / 4))
        }),
        ("a long number", |bytes| format!("version: {}", "9".repeat(bytes))),
        ("many empty steps", |bytes| {
            format!("steps:\n{}", "  - {}\n".repeat(bytes / 7))
        }),
        ("many wrong steps", |bytes| {
            format!("steps: [{}]", "1.5, ".repeat(bytes / 5))
        }),
        ("wrong types", |bytes| lines(bytes, |_| "steps: {a: [b]}\n".to_owned())),
        ("one long cycle", |bytes| {
            let last = bytes / step(0, 0).len();
            format!(
                "steps:\n{}",
                lines(bytes, |n| step(n, if n == 0 { last } else { n - 1 }))
            )
        }),
        ("many dependencies", |bytes| {
            format!(
                "steps:\n  - description: D\n    dependsOn: [{}]",
                "0, ".repeat(bytes / 3)
            )
        }),
        ("noise", |bytes| "\u{0}\u{1}\u{7f}".repeat(bytes / 3)),
        ("a fault after many lines", |bytes| "\n".repeat(bytes) + "{'"),
    ];
    for (name, text) in cases {
        check_growth(name, *text, read_all, SMALL_BYTES);
    }
}

fn step(index: usize, after: usize) -> String {
    format!("  - index: {index}\n    description: Part {index}\n    status: pending\n    dependsOn: [{after}]\n")
}

fn lines(bytes: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes + 256);
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&line(number));
    }
    text
}

fn read_all(text: &str) {
    drop((read_plan("f", text), read_current_task("f", text)));
    drop((read_plan_input("f", text), read_replan_input("f", text)));
}

fn check(text: &str) {
    let (plan, faults) = read_plan("f", text);
    check_faults(text, plan.is_some(), &faults);
    if let Some(plan) = plan {
        let (again, faults) = read_plan("f", &write_plan(&plan));
        assert_eq!(again, Some(plan), "{text:?}: {faults:?}");
    }
    let (current, faults) = read_current_task("f", text);
    check_faults(text, current.is_some(), &faults);
    if let Some(current) = current {
        let (again, faults) = read_current_task("f", &write_current_task(&current));
        assert_eq!(again, Some(current), "{text:?}: {faults:?}");
    }
    let (draft, faults) = read_plan_input("f", text);
    check_faults(text, draft.is_some(), &faults);
    let (draft, faults) = read_replan_input("f", text);
    check_faults(text, draft.is_some(), &faults);
}

/// The text is valid, or the error has a place and a short message.
fn check_faults(text: &str, is_read: bool, faults: &[Diagnostic]) {
    let is_wrong = faults.iter().any(|fault| fault.severity == Severity::Error);
    assert_eq!(is_read, !is_wrong, "{text:?}: {faults:?}");
    assert!(faults.len() <= 101, "{text:?}: {} faults", faults.len());
    for fault in faults {
        let span = fault.place.span.clone();
        let is_within = span.is_none_or(|span| text.get(span).is_some());
        let is_worded = !fault.rule.name.is_empty() && (1..1_000).contains(&fault.message.len());
        assert!(is_within && is_worded, "{text:?}: {fault:?}");
    }
}

fn file() -> impl Strategy<Value = String> {
    let soup = || prop::collection::vec(select(PIECES), 0..40).prop_map(|pieces| pieces.concat());
    prop_oneof![soup(), mutated(), any::<String>()]
}

/// A whole plan with a few fragments inserted, removed or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<Index>(), 0..6_usize, select(PIECES));
    (prop::collection::vec(edit, 1..5), any::<bool>()).prop_map(|(edits, is_current)| {
        let whole = if is_current { CURRENT } else { VALID };
        let mut text: Vec<char> = whole.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + removed).min(text.len());
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    })
}
