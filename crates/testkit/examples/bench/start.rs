//! The cost of starting: the binaries, and a launcher that executes one of them.

use std::path::Path;
use std::process::{Command, Stdio};

use planwright_testkit::bins;

use crate::programs::{Programs, time_any};
use crate::samples::Samples;

const NAMES: [&str; 5] = ["planwright", "planloop", "teddy", "agentctl", "rawko"];

pub struct Start {
    pub name: String,
    pub samples: Samples,
    pub bytes: u64,
}

/// Measures all of them alternately.
pub fn measure(programs: &Programs, rounds: usize) -> Vec<Start> {
    let mut commands: Vec<(String, Command, u64)> = NAMES
        .iter()
        .map(|name| {
            let path = bins::path(name);
            ((*name).to_owned(), version(&path), size(&path))
        })
        .collect();
    let mut launched = Command::new(&programs.launcher);
    launched.arg(&programs.planloop).arg("--version");
    commands.push(("launcher, planloop".to_owned(), launched, size(&programs.launcher)));
    let mut starts: Vec<Start> = commands
        .iter()
        .map(|(name, _, bytes)| Start {
            name: name.clone(),
            samples: Samples::default(),
            bytes: *bytes,
        })
        .collect();
    for _ in 0..rounds {
        for ((_, command, _), start) in commands.iter_mut().zip(&mut starts) {
            start.samples.add(time_any(command));
        }
    }
    starts
}

fn version(path: &Path) -> Command {
    let mut command = Command::new(path);
    command.arg("--version").env_clear().stdin(Stdio::null());
    command
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |file| file.len())
}
