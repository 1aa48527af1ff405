//! Files that mean harm, or are only broken, are told what is wrong with them; nothing else happens.

use model::Severity;
use proptest::prelude::*;

use super::*;
use crate::rawko::testing::EXAMPLE;

fn check(text: &str) {
    let (plan, faults) = read_plan("f", text);
    let has_errors = faults.iter().any(|fault| fault.severity == Severity::Error);
    assert_eq!(plan.is_none(), has_errors, "{faults:?}");
    assert!(faults.len() <= 101, "{} faults", faults.len());
    for fault in &faults {
        let span = fault.place.span.clone().unwrap();
        assert!(text.get(span).is_some(), "{fault:?}");
        assert!(fault.message.len() < 1_000, "{}", fault.message.len());
    }
    if let Some(plan) = plan {
        let (again, _) = read_plan("f", &write_plan(&plan));
        assert_eq!(again.as_ref(), Some(&plan));
    }
}

#[test]
fn every_cut_of_a_plan_is_read() {
    for end in 0..=EXAMPLE.len() {
        check(&EXAMPLE[..end]);
    }
}

#[test]
fn bombs_are_refused() {
    let laughs: String = (1..10)
        .map(|n| format!("x{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 10].join(", ")))
        .collect();
    let filled = |piece: &str| piece.repeat(40_000 / piece.len());
    let steps = |fields: &str| format!("id: a\nsteps:\n{}", filled(fields));
    for text in [
        format!("id: &a0 lol\n{laughs}"),
        filled("["),
        filled("{a: "),
        filled("- "),
        filled("? "),
        filled("]"),
        filled("a: b\n"),
        (0..4_000).map(|n| format!("k{n}: v\n")).collect(),
        steps("  - {}\n"),
        steps("  - index: 7\n    colour: red\n"),
        steps("  - 1\n"),
        format!("id: a\nsteps: [{}]", filled("1.5,")),
        format!("steps:\n  - dependsOn: [{}]", filled("9,")),
        format!("id: \"{}\"", filled("\\u0041")),
        format!("id: {}", filled("9")),
        format!("id: |\n{}", filled("  日\n")),
        filled("\0\u{1}\u{7f}"),
        filled("\u{2028}\u{85}\r"),
        filled("a\n...\n"),
        filled("<<: {}\n"),
        filled("!a b,"),
    ] {
        check(&text);
        assert!(read_plan("f", &text).0.is_none());
    }
}

/// A file of a million fields took fifty times its size.
#[test]
fn a_file_of_nothing_but_fields_is_not_read_to_its_end() {
    for line in ["a: b\n", "task: T\n", "? [a]\n", "[a]: [b]\n"] {
        let (plan, faults) = read_plan("f", &line.repeat(10_000));
        assert_eq!(plan, None);
        let last = faults.last().unwrap();
        assert_eq!(last.message, "There are more than 200 fields here.");
        let at = last.place.line_column.unwrap().0;
        assert!((200..=202).contains(&at), "{at}");
    }
}

#[test]
fn a_ring_of_many_steps_is_one_fault() {
    let count = 3_000;
    let steps: String = (0..count)
        .map(|n| {
            format!(
                "  - {{index: {n}, description: x, status: pending, dependsOn: [{}]}}\n",
                (n + 1) % count
            )
        })
        .collect();
    let head = EXAMPLE
        .split_once("steps:\n")
        .unwrap()
        .0
        .replace("in_progress", "draft");
    let text = format!("{head}steps:\n{steps}").replace("currentStepIndex: 2", "currentStepIndex: 3000");
    let (plan, faults) = read_plan("f", &text);
    assert_eq!(plan, None);
    assert_eq!(faults.len(), 1, "{:?}", faults[0]);
    assert!(faults[0].message.len() < 200);
}

#[test]
fn a_large_plan_is_no_bomb() {
    let count = 5_000;
    let steps: String = (0..count)
        .map(|n| format!("  - index: {n}\n    description: Step {n}\n    status: pending\n"))
        .collect();
    let head = EXAMPLE
        .split_once("steps:\n")
        .unwrap()
        .0
        .replace("in_progress", "draft");
    let text = format!("{head}steps:\n{steps}").replace("currentStepIndex: 2", "currentStepIndex: 0");
    let (plan, faults) = read_plan("f", &text);
    assert_eq!(faults, []);
    assert_eq!(plan.unwrap().steps.len(), count);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read(text in "(?s).{0,200}") {
        check(&text);
    }

    /// A line is doubled, dropped or swapped for noise, as editors and merges do.
    #[test]
    fn a_broken_plan_is_read(at in any::<prop::sample::Index>(), noise in "[ a-z:&*!'\"\\[\\]{}#|>-]{0,20}", how in 0..3) {
        let mut lines: Vec<&str> = EXAMPLE.lines().collect();
        let at = at.index(lines.len());
        match how {
            0 => lines.insert(at, lines[at]),
            1 => drop(lines.remove(at)),
            _ => lines[at] = &noise,
        }
        check(&lines.join("\n"));
    }
}
