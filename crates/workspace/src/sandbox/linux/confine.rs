//! The launcher's last stage: drops the rights that the command must not have, and becomes the command.

use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

use model::limits::COMMAND_PROCESSES;
use rustix::process::{Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::super::keeper;
use super::super::wire::{Confinement, LaunchBrief, StartError};
use super::super::{STARTED, Strength};
use super::{capabilities, file_rules, system_calls};

pub(crate) fn confine() -> ExitCode {
    let Ok(mut control) = keeper::control() else {
        return ExitCode::FAILURE;
    };
    let confined = LaunchBrief::read(&mut control).and_then(|brief| become_command(&brief, &mut control));
    let Err(error) = confined else {
        return ExitCode::SUCCESS;
    };
    let _ = control.write_all(&StartError::from(&error).to_bytes());
    ExitCode::FAILURE
}

/// Returns only if there is no command. The command does not inherit `control`, so it cannot send or read messages.
fn become_command(brief: &LaunchBrief, control: &mut UnixStream) -> io::Result<()> {
    restrict(brief)?;
    let Some(program) = &brief.program else {
        return control.write_all(STARTED);
    };
    let mut command = keeper::command(brief, program)?;
    control.write_all(STARTED)?;
    Err(command.exec())
}

/// Drops all rights that the command must not have.
pub(super) fn restrict(brief: &LaunchBrief) -> io::Result<()> {
    let confinement = brief.confinement.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
    restrict_files(confinement)?;
    restrict_processes(confinement)?;
    restrict_memory(confinement)?;
    capabilities::drop_all_but_files()?;
    // With Landlock alone, no namespace ends the command together with the launcher.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    system_calls::restrict(confinement)
}

fn restrict_files(confinement: &Confinement) -> io::Result<()> {
    match confinement.strength {
        Strength::Namespaces | Strength::Landlock => file_rules::restrict(confinement),
        Strength::SystemCalls => Ok(()),
    }
}

/// Only in a user namespace: elsewhere the user's other processes would count, too. The limit does not bind root;
/// `super::mounts` sets one that does, if the kernel supports it.
fn restrict_processes(confinement: &Confinement) -> io::Result<()> {
    match confinement.strength {
        Strength::Namespaces => lower(Resource::Nproc, COMMAND_PROCESSES),
        Strength::Landlock | Strength::SystemCalls => Ok(()),
    }
}

/// `RLIMIT_AS` would also count address space that runtimes reserve and never use.
fn restrict_memory(confinement: &Confinement) -> io::Result<()> {
    lower(Resource::Data, confinement.memory_bytes)
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
