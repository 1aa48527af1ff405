//! `cargo xtask spec [--update] [FILTER]`: the conformance suites only.

use std::process::ExitCode;

use crate::cargo;
use crate::error::XtaskError;

pub fn run(arguments: &[&str]) -> Result<ExitCode, XtaskError> {
    let (update, filter) = match arguments {
        [] => (false, None),
        ["--update"] => (true, None),
        ["--update", filter] | [filter, "--update"] if !filter.starts_with('-') => (true, Some(filter)),
        [filter] if !filter.starts_with('-') => (false, Some(filter)),
        _ => return Err(XtaskError::Usage("`spec` takes `--update` and one filter".to_owned())),
    };
    let mut command = cargo::command(&["test", "--package", "planwright", "--test", "conformance", "--"]);
    command.args(filter);
    if update {
        command.env("SPEC_UPDATE", "1");
    }
    Ok(cargo::exit_code(cargo::succeeds(&mut command)?))
}
