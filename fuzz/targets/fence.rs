//! Mending is idempotent, and touches nothing but fences.

#![no_main]

use dialect::teddy::fence::repair;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let once = repair(source);
    let twice = repair(&once.text);
    assert_eq!(twice.text, once.text);
    let lines = source.split('\n').zip(once.text.split('\n'));
    for (before, after) in lines {
        let marks = |c: char| c == '`' || c == '~';
        assert!(before == after || before.replace(marks, "") == after.replace(marks, ""));
    }
    for fault in once.diagnostics {
        assert!(fault.place.span.is_none_or(|span| source.get(span).is_some()));
    }
});
