//! When we are wrong: say so plainly, and leave the store as it was.

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use crate::answer::exit;

/// Runs a door. A panic becomes one clear message and exit code 70.
pub fn guarded(door: impl FnOnce() -> ExitCode, wants_json: impl FnOnce(&[OsString]) -> bool) -> ExitCode {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("no message");
        eprintln!("error: this is a bug in planwright ({place}): {what}");
        eprintln!("hint: nothing was changed; please report it together with the command that you ran");
    }));
    panic::catch_unwind(AssertUnwindSafe(door)).unwrap_or_else(|_| {
        // Whoever reads stdout as JSON gets an answer in the usual shape.
        let line: Vec<_> = std::env::args_os().collect();
        if wants_json(&line) {
            println!(r#"{{"status":"error","error_type":"bug","message":"This is a bug in planwright. Nothing was changed.","details":[]}}"#);
        }
        ExitCode::from(exit::BUG)
    })
}
