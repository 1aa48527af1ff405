//! Any text is taken for an update payload.

#![no_main]

use dialect::planloop::read_update;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let _ = read_update(source);
});
