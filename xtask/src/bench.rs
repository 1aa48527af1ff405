//! `cargo xtask bench [NAME]`: benchmarks with release binaries.

use std::process::ExitCode;

use crate::cargo;
use crate::error::XtaskError;
use crate::metadata;

pub fn run(arguments: &[&str]) -> Result<ExitCode, XtaskError> {
    if arguments.len() > 1 {
        return Err(XtaskError::Usage("`bench` takes one name".to_owned()));
    }
    let build = &mut cargo::command(&["build", "--release", "--package", "planwright", "--bins"]);
    if !cargo::succeeds(build)? {
        return Ok(ExitCode::FAILURE);
    }
    let example = [
        "run",
        "--release",
        "--package",
        "planwright-testkit",
        "--example",
        "bench",
        "--",
    ];
    let mut bench = cargo::command(&example);
    bench
        .args(arguments)
        .env("PLANWRIGHT_BIN_DIR", metadata::load()?.target.join("release"));
    Ok(cargo::exit_code(cargo::succeeds(&mut bench)?))
}
