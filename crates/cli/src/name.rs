//! One program for all doors: through a link with a door's name, it is that door.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use crate::{agentctl, guarded, planloop, planwright, rawko, teddy};

/// By whatever other name it was called, it is the native door.
pub fn answer_to_name() -> ExitCode {
    let called = env::args_os().next().unwrap_or_default();
    match Path::new(&called).file_name().and_then(|name| name.to_str()) {
        Some("agentctl") => guarded(agentctl::main, agentctl::wants_json),
        Some("planloop") => guarded(planloop::main, planloop::wants_json),
        Some("rawko") => guarded(rawko::main, rawko::wants_json),
        Some("teddy") => guarded(teddy::main, teddy::wants_json),
        _ => guarded(planwright::main, planwright::wants_json),
    }
}
