//! The launcher's last stage: gives up what the command must not do, and becomes the command.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

use model::limits::COMMAND_PROCESSES;
use rustix::process::{Resource, getrlimit, setrlimit};

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
    restrict_number(cage)?;
    capabilities::drop_all_but_files()?;
    system_calls::restrict(cage.strength)?;
    // From here on the report is the command's word, not ours.
    reporter.write_all(STARTED)
}

fn restrict_files(cage: &Cage) -> io::Result<()> {
    match cage.strength {
        Strength::Namespaces | Strength::Landlock => file_rules::restrict(cage).map_err(io::Error::other),
        Strength::SystemCalls => Ok(()),
    }
}

/// A namespace counts its own processes; elsewhere those of the user's other work would count, too. Root has no limit.
fn restrict_number(cage: &Cage) -> io::Result<()> {
    match cage.strength {
        Strength::Namespaces => {
            let mut limit = getrlimit(Resource::Nproc);
            limit.current = Some(limit.current.unwrap_or(COMMAND_PROCESSES).min(COMMAND_PROCESSES));
            limit.maximum = limit.current;
            Ok(setrlimit(Resource::Nproc, limit)?)
        }
        Strength::Landlock | Strength::SystemCalls => Ok(()),
    }
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
