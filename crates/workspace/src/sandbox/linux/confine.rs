//! The launcher's last stage: gives up what the command must not do, and becomes the command.

use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

use model::limits::COMMAND_PROCESSES;
use rustix::process::{Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::super::keeper;
use super::super::wire::{Brief, Cage, StartError};
use super::super::{STARTED, Strength};
use super::{capabilities, file_rules, system_calls};

pub(crate) fn confine() -> ExitCode {
    let Ok(mut control) = keeper::control() else {
        return ExitCode::FAILURE;
    };
    let confined = Brief::read(&mut control).and_then(|brief| become_command(&brief, &mut control));
    let Err(error) = confined else {
        return ExitCode::SUCCESS;
    };
    let _ = control.write_all(&StartError::from(&error).to_bytes());
    ExitCode::FAILURE
}

/// Returns only if there is no command. It does not inherit `control`: it can neither read what is sent there nor send
/// anything itself.
fn become_command(brief: &Brief, control: &mut UnixStream) -> io::Result<()> {
    restrict(brief)?;
    let Some(program) = &brief.program else {
        return control.write_all(STARTED);
    };
    let mut command = keeper::command(brief, program)?;
    control.write_all(STARTED)?;
    Err(command.exec())
}

/// Gives up everything that the command must not do.
pub(super) fn restrict(brief: &Brief) -> io::Result<()> {
    let cage = brief.cage.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
    restrict_files(cage)?;
    restrict_processes(cage)?;
    restrict_memory(cage)?;
    capabilities::drop_all_but_files()?;
    // With Landlock alone, no namespace ends the command together with the launcher.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    system_calls::restrict(cage)
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
