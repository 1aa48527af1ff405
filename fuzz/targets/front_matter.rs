//! Any text is taken for a task file, and told what is wrong with it.

#![no_main]

use dialect::agentctl::{FolderText, read_folder};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let folder = FolderText {
        name: "/p".to_owned(),
        plan: Some(Ok("---\ntitle: A\n---\n".to_owned())),
        tasks: Some(Ok(vec![("01-a.md".to_owned(), Ok(source.to_owned()))])),
    };
    let (plan, faults) = read_folder(&folder);
    let errors = faults.iter().filter(|fault| fault.severity == model::Severity::Error);
    assert_eq!(plan.is_none(), errors.count() > 0);
    for fault in faults {
        assert!(fault.place.span.is_none_or(|span| source.get(span).is_some()));
    }
});
