//! The launcher's second stage: the first process of the namespaces. When it ends, the kernel ends all others in them.

use std::io;
use std::process::ExitCode;

use rustix::process::{Signal, getpid, set_parent_process_death_signal};

use super::super::wire::{Brief, Ending, Word};
use super::super::{family, keeper};
use super::{confine, loopback, mounts};

pub(crate) fn init() -> ExitCode {
    let Ok(mut control) = keeper::control() else {
        return ExitCode::FAILURE;
    };
    let Ok(brief) = Brief::read(&mut control) else {
        return ExitCode::FAILURE;
    };
    let word = run(brief).unwrap_or_else(|error| Word::not_started(&error));
    match word.write(&mut control) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(mut brief: Brief) -> io::Result<Word> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    mounts::arrange(&mut brief)?;
    loopback::bring_up()?;
    let ending = match brief.program {
        Some(_) => {
            let (main, stage) = keeper::next_stage("confine", &brief)?;
            keeper::check_start(stage, keeper::reap(main)?)
        }
        // Starting the last stage would take as long as everything else that is tried.
        None => confine::restrict(&brief).map(|()| Ending::Exited(0))?,
    };
    Ok(Word {
        ending,
        // The kernel ends all others with this process.
        is_cleared: true,
        left_behind: u32::try_from(family::members(getpid()).len()).unwrap_or(u32::MAX),
        report: Vec::new(),
        notes: Vec::new(),
    })
}
