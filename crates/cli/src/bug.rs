//! When we are wrong: say so plainly. The store is sound whatever happens; what was asked for happened or did not.

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use crate::answer::exit;

/// Runs a door, unless the program was started to launch a command. A panic becomes one clear message and exit code 70.
pub fn guarded(door: impl FnOnce() -> ExitCode, wants_json: impl FnOnce(&[OsString]) -> bool) -> ExitCode {
    if let Some(code) = engine::launch(std::env::args_os().skip(1)) {
        return code;
    }
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map_or_else(|| "unknown place".to_owned(), ToString::to_string);
        let what = info.payload_as_str().unwrap_or("no message");
        eprintln!("error: this is a bug in planwright ({place}): {what}");
        eprintln!(
            "hint: what you asked for happened wholly or not at all: look before you repeat it, and please report it"
        );
    }));
    panic::catch_unwind(AssertUnwindSafe(door)).unwrap_or_else(|_| {
        // Whoever reads stdout as JSON gets an answer in the usual shape.
        let line: Vec<_> = std::env::args_os().collect();
        if wants_json(&line) {
            println!(r#"{{"status":"error","error_type":"bug","message":"This is a bug in planwright. What you asked for happened wholly or not at all: look before you repeat it.","details":[]}}"#);
        }
        ExitCode::from(exit::BUG)
    })
}
