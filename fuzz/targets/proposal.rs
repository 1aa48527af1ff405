//! Any text is read, and what was read without an error is written and read again as the same.

#![no_main]

use dialect::teddy::{read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let reading = read(source);
    let mut last = 0;
    for fault in &reading.diagnostics {
        if let Some(span) = &fault.place.span {
            assert!(source.get(span.clone()).is_some() && span.start >= last, "{fault:?}");
            last = span.start;
        }
    }
    if reading.diagnostics.is_empty() {
        let written = write(&reading.proposal);
        let again = read(&written);
        assert!(again.diagnostics.is_empty(), "{:?}\n{written}", again.diagnostics);
        assert_eq!(write(&again.proposal), written);
    }
});
