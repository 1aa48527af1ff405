//! Traces a program with several threads: the calls of each thread, and a kill in one of them.
//!
//! strace counts the calls of each thread separately, so the first thread that reaches a point is killed.

use std::path::PathBuf;
use std::process::Command;

use super::{CALLS, Call, Point, alone, inject, known, trace_file};
use crate::bins;
use crate::project::{Project, Ran, finish, must};

/// The calls of every thread, in order, the main thread first. Children of the program are not traced.
///
/// # Panics
///
/// If strace cannot be run.
pub fn trace_threads(project: &Project, program: &str, arguments: &[&str]) -> (Ran, Vec<Vec<Call>>) {
    for file in files(project) {
        must(file.display(), std::fs::remove_file(&file));
    }
    let mut command = project.command("strace");
    command.args(["-ff", "-b", "execve", "-y", "-s", "0", "-o"]);
    command.arg(trace_file(project));
    command.arg("-e").arg(format!("trace=execve,{}", known(CALLS)));
    let ran = finish(command.arg("--").arg(bins::path(program)).args(arguments));
    let mut traces: Vec<String> = files(project)
        .iter()
        .map(|file| must(file.display(), std::fs::read_to_string(file)))
        // A trace with another `execve` belongs to a child process, not to a thread.
        .filter(|trace| !trace.contains("execve(") || is_main(trace))
        .collect();
    traces.sort_by_key(|trace| !is_main(trace));
    let calls = |trace: &String| {
        let calls = trace.lines().filter_map(Call::read);
        calls.filter(|call| call.name != "execve").collect()
    };
    (ran, traces.iter().map(calls).collect())
}

/// The command, not started yet. One of its threads receives a signal as it enters the call at `point`.
pub fn interrupted_in_thread(
    project: &Project,
    program: &str,
    arguments: &[&str],
    signal: &str,
    point: &Point,
) -> Command {
    let mut command = alone(project);
    command.args(["-f", "-b", "execve"]);
    inject(command, program, arguments, signal, point)
}

/// The main trace begins with a successful `execve`. strace detaches from children at theirs.
fn is_main(trace: &str) -> bool {
    let first = trace.lines().next().unwrap_or_default();
    first.starts_with("execve(") && first.trim_end().ends_with("= 0")
}

/// One trace file per thread, with the thread id as suffix.
fn files(project: &Project) -> Vec<PathBuf> {
    let entries = must("the traces", std::fs::read_dir(project.scene()));
    let is_trace = |path: &PathBuf| {
        let is_named = path.file_stem() == trace_file(project).file_stem();
        is_named && path.extension().is_some()
    };
    entries.flatten().map(|entry| entry.path()).filter(is_trace).collect()
}
