//! The launcher's second stage: the first process of the namespaces. When it ends, the kernel ends all others in them.

use std::io;
use std::process::ExitCode;

use rustix::process::{Signal, getpid, set_parent_process_death_signal};

use super::super::wire::{LaunchBrief, LaunchEnd, LaunchReport};
use super::super::{family, keeper};
use super::{confine, loopback, mounts};

pub(crate) fn init() -> ExitCode {
    let Ok(mut control) = keeper::control() else {
        return ExitCode::FAILURE;
    };
    let Ok(brief) = LaunchBrief::read(&mut control) else {
        return ExitCode::FAILURE;
    };
    let report = run(brief).unwrap_or_else(|error| LaunchReport::not_started(&error));
    match report.write(&mut control) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(mut brief: LaunchBrief) -> io::Result<LaunchReport> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    mounts::arrange(&mut brief)?;
    loopback::bring_up()?;
    let ending = match brief.program {
        Some(_) => {
            let (main, stage) = keeper::next_stage("confine", &brief)?;
            keeper::check_start(stage, keeper::reap(main)?)
        }
        // A trial does not start the last stage, because that takes most of the time.
        None => confine::restrict(&brief).map(|()| LaunchEnd::Exited(0))?,
    };
    Ok(LaunchReport {
        ending,
        // The kernel ends all others with this process.
        is_cleared: true,
        left_behind: u32::try_from(family::members(getpid()).len()).unwrap_or(u32::MAX),
        shell_report: Vec::new(),
        notes: Vec::new(),
    })
}
