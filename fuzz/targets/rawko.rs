//! Any text is taken for a plan of rawko's, and for the steps of a new one.

#![no_main]

use dialect::rawko::{
    read_current_task, read_plan, read_plan_input, read_replan_input, write_current_task, write_plan,
};
use libfuzzer_sys::fuzz_target;
use model::{Diagnostic, Severity};

fuzz_target!(|source: &str| {
    let (plan, faults) = read_plan("f", source);
    check(source, plan.is_some(), &faults);
    if let Some(plan) = plan {
        let (again, faults) = read_plan("f", &write_plan(&plan));
        let plan = Some(plan);
        assert_eq!(again, plan, "{faults:?}");
    }
    let (current, faults) = read_current_task("f", source);
    check(source, current.is_some(), &faults);
    if let Some(current) = current {
        let (again, faults) = read_current_task("f", &write_current_task(&current));
        assert_eq!(again, Some(current), "{faults:?}");
    }
    let (draft, faults) = read_plan_input("f", source);
    check(source, draft.is_some(), &faults);
    let (draft, faults) = read_replan_input("f", source);
    check(source, draft.is_some(), &faults);
});

fn check(source: &str, is_read: bool, faults: &[Diagnostic]) {
    let is_wrong = faults.iter().any(|fault| fault.severity == Severity::Error);
    assert_eq!(is_read, !is_wrong);
    for fault in faults {
        let span = fault.place.span.clone();
        assert!(span.is_none_or(|span| source.get(span).is_some()), "{fault:?}");
    }
}
