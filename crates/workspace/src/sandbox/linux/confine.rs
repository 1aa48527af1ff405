//! The launcher's last stage: gives up what the command must not do, and becomes the command.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

use model::limits::COMMAND_PROCESSES;
use rustix::process::{Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::super::keeper;
use super::super::wire::{Brief, Cage};
use super::super::{STARTED, Strength, TROUBLE};
use super::{capabilities, file_rules, system_calls};

pub(crate) fn confine() -> ExitCode {
    let brief = keeper::control().and_then(|mut control| Brief::read(&mut control));
    let Ok(brief) = brief else {
        return ExitCode::FAILURE;
    };
    let error = match lock(&brief).and_then(|()| keeper::command(&brief)) {
        Ok(mut command) => command.exec(),
        Err(error) => error,
    };
    tell_trouble(&brief, &error)
}

fn lock(brief: &Brief) -> io::Result<()> {
    let cage = brief.cage.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
    let mut reporter = reporter(brief)?;
    restrict_files(cage)?;
    restrict_processes(cage)?;
    restrict_memory(cage)?;
    capabilities::drop_all_but_files()?;
    // With Landlock alone, no namespace ends the command together with the launcher.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    system_calls::restrict(cage)?;
    // From here on the report is the command's word, not ours.
    reporter.write_all(STARTED)
}

fn restrict_files(cage: &Cage) -> io::Result<()> {
    match cage.strength {
        Strength::Namespaces | Strength::Landlock => file_rules::restrict(cage),
        Strength::SystemCalls => Ok(()),
    }
}

/// Only in a user namespace: elsewhere the user's other processes would count, too. The limit does not bind root;
/// `super::mounts` sets one that does, if the kernel supports it.
fn restrict_processes(cage: &Cage) -> io::Result<()> {
    match cage.strength {
        Strength::Namespaces => lower(Resource::Nproc, COMMAND_PROCESSES),
        Strength::Landlock | Strength::SystemCalls => Ok(()),
    }
}

/// `RLIMIT_AS` would also count address space that runtimes reserve and never use.
fn restrict_memory(cage: &Cage) -> io::Result<()> {
    lower(Resource::Data, cage.memory_bytes)
}

fn lower(resource: Resource, max: u64) -> io::Result<()> {
    let limit = getrlimit(resource);
    let limit = limit.maximum.map_or(max, |hard| hard.min(max));
    let limit = Rlimit {
        current: Some(limit),
        maximum: Some(limit),
    };
    Ok(setrlimit(resource, limit)?)
}

pub(super) fn tell_trouble(brief: &Brief, error: &io::Error) -> ExitCode {
    if let Ok(mut reporter) = reporter(brief) {
        let _ = reporter.write_all(&[TROUBLE, error.to_string().as_bytes(), b"\0"].concat());
    }
    ExitCode::FAILURE
}

/// The pipe that we were started with: a number leads nowhere else.
fn reporter(brief: &Brief) -> io::Result<impl Write> {
    let number = brief.reporter.ok_or(io::ErrorKind::InvalidInput)?;
    OpenOptions::new().write(true).open(format!("/proc/self/fd/{number}"))
}
