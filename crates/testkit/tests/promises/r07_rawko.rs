//! R7 for rawko's plan files: the same tricks are refused, in the time of a valid plan of the same size.

use std::time::Duration;

use dialect::rawko::{read_current_task, read_plan, read_plan_input, read_replan_input};
use model::{Severity, limits};
use planwright_testkit::least_busy;

use crate::r07_bombs::{self, Bomb};

const TRIES: usize = 3;
/// Reporting errors takes longer than finding none.
const TOLERATED: u32 = 8;
/// The promise for files up to this size, for an optimized build.
const PROMISED: Duration = Duration::from_millis(10);
const PROMISED_BYTES: usize = 70_000;
/// Times below this are not compared.
const TOO_SHORT: Duration = Duration::from_millis(2);

/// Plans may be much larger than front matters, so texts that are only large are not attacks here.
fn bombs() -> impl Iterator<Item = Bomb> {
    let bombs = r07_bombs::bombs().into_iter();
    bombs.filter(|bomb| bomb.front.len() <= PROMISED_BYTES)
}

#[test]
fn r07_bombs_are_refused_as_plan_files() {
    for bomb in bombs() {
        let honest = honest(bomb.front.len());
        let honest = least_busy(TRIES, || drop(read_plan("f", &honest)));
        let (plan, faults) = read_plan("f", &bomb.front);
        assert_eq!(plan, None, "{}", bomb.name);
        assert!(faults.len() <= 101, "{}: {} faults", bomb.name, faults.len());
        assert!(
            faults.iter().any(|fault| fault.severity == Severity::Error),
            "{}",
            bomb.name
        );
        for fault in &faults {
            let is_within = fault
                .place
                .span
                .clone()
                .is_none_or(|span| bomb.front.get(span).is_some());
            assert!(is_within && fault.message.len() < 1_000, "{}: {fault:?}", bomb.name);
        }
        let took = least_busy(TRIES, || drop(read_plan("f", &bomb.front)));
        eprintln!(
            "{:<18} {:>7} bytes  {took:?}, a valid plan {honest:?}",
            bomb.name,
            bomb.front.len()
        );
        assert!(
            took <= honest.max(TOO_SHORT) * TOLERATED,
            "{}: {took:?}, {honest:?}",
            bomb.name
        );
        assert!(cfg!(debug_assertions) || took < PROMISED, "{}: {took:?}", bomb.name);
    }
}

#[test]
fn r07_bombs_are_refused_as_other_input_too() {
    for bomb in bombs() {
        assert_eq!(read_current_task("f", &bomb.front).0, None, "{}", bomb.name);
        assert_eq!(read_plan_input("f", &bomb.front).0, None, "{}", bomb.name);
        assert_eq!(read_replan_input("f", &bomb.front).0, None, "{}", bomb.name);
    }
}

/// Counting up to this version would never end.
#[test]
fn r07_a_huge_version_is_refused() {
    let with =
        |version: u64| honest(1_000).replace("version: 1\n", &format!("version: {version}\npreviousPlanId: plan-a\n"));
    assert!(read_plan("f", &with(u64::from(limits::PLAN_VERSIONS))).0.is_some());
    for version in [u64::from(limits::PLAN_VERSIONS) + 1, u64::from(u32::MAX), u64::MAX] {
        let (plan, faults) = read_plan("f", &with(version));
        assert_eq!(plan, None, "{version}");
        assert!(
            faults.iter().any(|fault| fault.message.contains("too large")),
            "{faults:?}"
        );
    }
}

#[test]
fn r07_an_honest_plan_is_accepted() {
    for bytes in [10, 1_000, 64_000] {
        let (plan, faults) = read_plan("f", &honest(bytes));
        assert!(plan.is_some() && faults.is_empty(), "{bytes}: {faults:?}");
    }
}

fn honest(bytes: usize) -> String {
    const STEP_BYTES: usize = 110;
    let count = (bytes / STEP_BYTES).max(1);
    let steps: String = (0..count)
        .map(|index| {
            let after = if index == 0 {
                String::new()
            } else {
                format!("    dependsOn: [{}]\n", index - 1)
            };
            format!("  - index: {index}\n    description: Write page {index} of the book\n    status: pending\n{after}")
        })
        .collect();
    format!(
        "id: plan-20260123-book\ntask: Write a book\nstatus: draft\nversion: 1\ncurrentStepIndex: 0\n\
         createdAt: \"2026-01-23T10:00:00Z\"\nupdatedAt: \"2026-01-23T10:00:00Z\"\ncreatedBy: planner\nsteps:\n{steps}"
    )
}
