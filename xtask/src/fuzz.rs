//! `cargo xtask fuzz TARGET [SECONDS]`: random input, guided by what it reaches.

use std::process::{Command, ExitCode};

use crate::cargo;
use crate::error::XtaskError;
use crate::metadata;
use crate::project;

const TARGETS: &[&str] = &["fence", "proposal", "front_matter", "update", "rawko"];
const SECONDS: &str = "60";

/// Counters at every branch. libFuzzer's own tool passes the same.
const COUNTED: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

pub fn run(arguments: &[&str]) -> Result<ExitCode, XtaskError> {
    let (target, seconds) = match arguments {
        [target] => (*target, SECONDS),
        [target, seconds] if seconds.parse::<u32>().is_ok() => (*target, *seconds),
        _ => return Err(XtaskError::Usage("`fuzz` takes a target and seconds".to_owned())),
    };
    if !TARGETS.contains(&target) {
        let targets = TARGETS.join(", ");
        return Err(XtaskError::Usage(format!("the targets of `fuzz` are {targets}")));
    }
    let folder = project::root().join("fuzz");
    // Its own folder, since the flags would recompile everything in ours. Naming the host keeps them off build scripts.
    let built = metadata::load()?.target.join("fuzz");
    let host = host()?;
    let build = &mut cargo::command(&["build", "--release", "--bin", target, "--target", &host]);
    build
        .current_dir(&folder)
        .env("RUSTFLAGS", COUNTED)
        .env("CARGO_TARGET_DIR", &built);
    if !cargo::succeeds(build)? {
        return Ok(ExitCode::FAILURE);
    }
    let corpus = built.join("corpus").join(target);
    std::fs::create_dir_all(&corpus).map_err(|error| XtaskError::File {
        path: corpus.clone(),
        error,
    })?;
    let mut fuzzer = Command::new(built.join(&host).join("release").join(target));
    fuzzer
        .arg(&corpus)
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=5", "-max_len=65536", "-print_final_stats=1"])
        .arg(format!("-artifact_prefix={}/", built.display()));
    let seeds = folder.join("seeds").join(target);
    if seeds.is_dir() {
        fuzzer.arg(seeds);
    }
    Ok(cargo::exit_code(cargo::succeeds(&mut fuzzer)?))
}

/// What this compiler makes programs for.
fn host() -> Result<String, XtaskError> {
    let said = cargo::output(Command::new("rustc").arg("--version").arg("--verbose"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or(XtaskError::Metadata { missing: "host" })
}
