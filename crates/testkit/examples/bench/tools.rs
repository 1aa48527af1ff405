//! System tools that observe a process. Without them, their measurements are reported as missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use planwright_testkit::project::must;
use planwright_testkit::strace;
use tempfile::NamedTempFile;

/// The number of syncs.
pub fn syncs(command: &Command) -> Option<usize> {
    if !strace::is_usable() {
        return None;
    }
    let calls = "trace=fsync,fdatasync,sync_file_range,msync,syncfs,sync";
    let report = run_under("strace", &["-f", "-qq", "-e", calls, "-o"], command);
    Some(report.lines().filter(|line| line.contains("sync")).count())
}

/// The peak memory.
pub fn peak_kib(command: &Command) -> Option<u64> {
    const TIME: &str = "/usr/bin/time";
    if !Path::new(TIME).exists() {
        return None;
    }
    let report = run_under(TIME, &["-f", "%M", "-o"], command);
    report.lines().last()?.trim().parse().ok()
}

/// Runs the command under a tool that writes a report to a file. The file is the tool's last argument.
fn run_under(tool: &str, arguments: &[&str], command: &Command) -> String {
    let report = must("a file for the report", NamedTempFile::new());
    let mut under = Command::new(tool);
    under
        .args(arguments)
        .arg(report.path())
        .arg(command.get_program())
        .args(command.get_args());
    under.env_clear().stdout(Stdio::null()).stderr(Stdio::null());
    under.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = command.get_current_dir() {
        under.current_dir(folder);
    }
    let status = must(tool, under.status());
    assert!(status.success(), "{under:?}: {status}");
    must("the report", fs::read_to_string(report.path()))
}
