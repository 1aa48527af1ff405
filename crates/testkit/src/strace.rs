//! Runs the binaries under strace: records their system calls, and interrupts them at a chosen call.

mod call;
mod durability;
mod threads;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bins;
use crate::project::{Project, Ran, finish, must};
pub use call::Call;
pub use durability::Durability;
pub use threads::{interrupted_in_thread, trace_threads};

/// Every call that can change a disk, and `openat`, which may create files.
pub const CALLS: &[&str] = &[
    "openat",
    "mkdir",
    "mkdirat",
    "link",
    "linkat",
    "write",
    "writev",
    "pwrite64",
    "copy_file_range",
    "sendfile",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
    "ftruncate",
];

/// The `nth` call of a name. strace counts each name separately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    pub name: String,
    pub nth: usize,
}

/// Whether strace is installed and may trace.
pub fn is_usable() -> bool {
    let mut command = Command::new("strace");
    command.args(["-f", "-o", "/dev/null", "-e", "trace=write", "true"]);
    command.output().is_ok_and(|output| output.status.success())
}

/// Runs one of the binaries and returns its calls in order.
///
/// # Panics
///
/// If strace cannot be run.
pub fn trace(project: &Project, program: &str, arguments: &[&str]) -> (Ran, Vec<Call>) {
    let mut command = strace(project);
    command.arg("-e").arg(format!("trace={}", known(CALLS)));
    let ran = finish(command.arg("--").arg(bins::path(program)).args(arguments));
    (ran, calls(project))
}

/// As [`trace`], without the children of the program.
///
/// # Panics
///
/// If strace cannot be run.
pub fn trace_alone(project: &Project, program: &str, arguments: &[&str]) -> (Ran, Vec<Call>) {
    let mut command = alone(project);
    command.arg("-e").arg(format!("trace={}", known(CALLS)));
    let ran = finish(command.arg("--").arg(bins::path(program)).args(arguments));
    (ran, calls(project))
}

/// The command, not started yet. It receives a signal as it enters the call at `point`.
pub fn interrupted(project: &Project, program: &str, arguments: &[&str], signal: &str, point: &Point) -> Command {
    inject(strace(project), program, arguments, signal, point)
}

/// As [`interrupted`], without the children of the program.
pub fn interrupted_alone(project: &Project, program: &str, arguments: &[&str], signal: &str, point: &Point) -> Command {
    inject(alone(project), program, arguments, signal, point)
}

/// The command, not started yet. It traces one call name and stops at the `nth` call, if a number is given.
pub fn stopped_at(project: &Project, program: &str, arguments: &[&str], name: &str, nth: Option<usize>) -> Command {
    let mut command = strace(project);
    command.arg("-e").arg(format!("trace={name}"));
    if let Some(nth) = nth {
        command
            .arg("-e")
            .arg(format!("inject={name}:signal=SIGSTOP:when={nth}"));
    }
    command.arg("--").arg(bins::path(program)).args(arguments);
    command
}

/// The number of calls in the trace so far.
///
/// # Panics
///
/// If there is no trace.
pub fn count_traced_calls(project: &Project) -> usize {
    calls(project).len()
}

fn inject(mut command: Command, program: &str, arguments: &[&str], signal: &str, point: &Point) -> Command {
    let Point { name, nth } = point;
    // strace does not count calls that it does not trace.
    command.arg("-e").arg(format!("trace={name}"));
    command
        .arg("-e")
        .arg(format!("inject={name}:signal={signal}:when={nth}"));
    command.arg("--").arg(bins::path(program)).args(arguments);
    command
}

/// As [`interrupted`], at the first call of a name that touches a path. Unlike a kill, a stop comes after the call.
pub fn stopped_after(project: &Project, program: &str, arguments: &[&str], name: &str, path: &Path) -> Command {
    let mut command = strace(project);
    command.arg("-P").arg(path);
    command.arg("-e").arg(format!("trace={name}"));
    command.arg("-e").arg(format!("inject={name}:signal=SIGSTOP:when=1"));
    command.arg("--").arg(bins::path(program)).args(arguments);
    command
}

/// The command, not started yet. Its `nth` call with this name on the path fails with an I/O error.
pub fn failing(
    project: &Project,
    program: &str,
    arguments: &[&str],
    (name, nth): (&str, usize),
    path: &Path,
) -> Command {
    let mut command = strace(project);
    command.arg("-P").arg(path);
    command.arg("-e").arg(format!("trace={name}"));
    command.arg("-e").arg(format!("inject={name}:error=EIO:when={nth}"));
    command.arg("--").arg(bins::path(program)).args(arguments);
    command
}

/// The number of each call among the calls of its name.
pub fn points(calls: &[Call]) -> Vec<Point> {
    let nth = |index: usize| {
        calls[..=index]
            .iter()
            .filter(|call| call.name == calls[index].name)
            .count()
    };
    calls
        .iter()
        .enumerate()
        .map(|(index, call)| Point {
            name: call.name.clone(),
            nth: nth(index),
        })
        .collect()
}

/// Waits until a signal has stopped a process and returns its id.
pub fn stopped(project: &Project) -> Option<i32> {
    let text = std::fs::read_to_string(trace_file(project)).ok()?;
    let line = text.lines().find(|line| line.contains("--- stopped by"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn trace_file(project: &Project) -> PathBuf {
    project.scene().join("trace")
}

fn calls(project: &Project) -> Vec<Call> {
    let text = must("the trace", std::fs::read_to_string(trace_file(project)));
    text.lines().filter_map(Call::read).collect()
}

fn strace(project: &Project) -> Command {
    let mut command = alone(project);
    command.arg("-f");
    command
}

fn alone(project: &Project) -> Command {
    let mut command = project.command("strace");
    command.args(["-y", "-s", "0", "-o"]).arg(trace_file(project));
    command
}

/// Not every machine has every call; a question mark makes a name optional.
fn known(calls: &[&str]) -> String {
    let asked: Vec<String> = calls.iter().map(|call| format!("?{call}")).collect();
    asked.join(",")
}
