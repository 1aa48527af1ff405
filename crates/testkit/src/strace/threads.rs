//! A program whose threads work side by side: what each of them asks of the kernel, and a kill in one of them.
//!
//! strace counts the calls of each thread for itself, so a point is met by the thread that comes to it first.

use std::path::PathBuf;
use std::process::Command;

use super::{CALLS, Call, Point, alone, inject, known, trace_file};
use crate::bins;
use crate::project::{Project, Ran, finish, must};

/// Every thread's calls, in order, those of the main thread first. Programs that it starts are left in peace.
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
        // Whoever becomes another program is none of our threads.
        .filter(|trace| !trace.contains("execve(") || is_main(trace))
        .collect();
    traces.sort_by_key(|trace| !is_main(trace));
    let calls = |trace: &String| {
        let calls = trace.lines().filter_map(Call::read);
        calls.filter(|call| call.name != "execve").collect()
    };
    (ran, traces.iter().map(calls).collect())
}

/// The program, still to be run, with a signal as one of its threads enters the call at `point`.
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

/// It begins with the program, while others that begin so are left at once.
fn is_main(trace: &str) -> bool {
    let first = trace.lines().next().unwrap_or_default();
    first.starts_with("execve(") && first.trim_end().ends_with("= 0")
}

/// One for each thread: their names end with its number.
fn files(project: &Project) -> Vec<PathBuf> {
    let entries = must("the traces", std::fs::read_dir(project.scene()));
    let is_trace = |path: &PathBuf| {
        let is_named = path.file_stem() == trace_file(project).file_stem();
        is_named && path.extension().is_some()
    };
    entries.flatten().map(|entry| entry.path()).filter(is_trace).collect()
}
