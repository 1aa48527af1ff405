//! Names that are reserved for dialects to come.

use std::process::ExitCode;

use crate::answer::{Answer, exit};

/// Says that the dialect is not there yet. Never pretends to have done something.
pub fn unbuilt(name: &str) -> ExitCode {
    let text = format!(
        "error: `{name}` is not built yet in planwright {}\n\
         hint: `planloop` and `planwright` are; see `planwright --help`\n",
        env!("CARGO_PKG_VERSION")
    );
    Answer::error(text, exit::USAGE).print()
}
