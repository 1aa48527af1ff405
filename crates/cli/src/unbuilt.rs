//! Names that are reserved for dialects to come.

use std::process::ExitCode;

use dialect::native::Trouble;

use crate::answer::exit;
use crate::trouble;

/// Says that the dialect is not there yet. Never pretends to have done something.
pub fn unbuilt(name: &str) -> ExitCode {
    let message = format!("`{name}` is not built yet in planwright {}", env!("CARGO_PKG_VERSION"));
    let trouble = Trouble::new("not_built", message)
        .with_hint("`planwright`, `planloop`, `agentctl` and `teddy` are; see `planwright --help`");
    let wants_json = std::env::args_os().any(|word| word == "--json");
    trouble::answer(&trouble, exit::USAGE, wants_json).print()
}
