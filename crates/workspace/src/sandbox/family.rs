//! All processes that a command has started, also those that have left its process group.
//!
//! Orphans become our children (we are their subreaper), so whatever was started can be found below us.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

const ROUND: Duration = Duration::from_millis(2);
/// For a family that grows while it is stopped.
const STOP_PATIENCE: Duration = Duration::from_millis(500);

/// What was found below us, and whether all of it is gone.
pub(super) struct Cleared {
    pub(super) found: usize,
    pub(super) is_complete: bool,
}

/// Asks all of them to end, and ends those that have not after the grace.
pub(super) fn end(grace: Duration, patience: Duration) -> Cleared {
    // Most commands leave nobody, and looking through all processes of a machine takes longer than they do.
    let there = match has_children() {
        true => members(getpid()),
        false => BTreeSet::new(),
    };
    signal(&there, Signal::TERM);
    let until = Instant::now() + grace;
    while !there.is_empty() && Instant::now() < until && !members(getpid()).is_empty() {
        sleep(ROUND);
    }
    Cleared {
        found: there.len(),
        is_complete: there.is_empty() || kill(getpid(), patience),
    }
}

/// Whoever is below us is our child or was started by one, and orphans are given to us.
fn has_children() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            // One that had ended already is buried by this.
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return true,
            Err(error) => return error != Errno::CHILD,
        }
    }
}

/// Ends all below a process at once, and says whether it got them all in time. Each is stopped before any is killed, so
/// that none can start another meanwhile.
pub(crate) fn kill(ancestor: Pid, patience: Duration) -> bool {
    let until = Instant::now() + patience;
    loop {
        signal(&stop_until(ancestor, until), Signal::KILL);
        if members(ancestor).is_empty() {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
        sleep(ROUND);
    }
}

/// Stops all below a process for a while, and says whom.
pub(crate) fn stop(ancestor: Pid) -> BTreeSet<i32> {
    stop_until(ancestor, Instant::now() + STOP_PATIENCE)
}

/// Those that were started while others were being stopped are stopped, too.
fn stop_until(ancestor: Pid, until: Instant) -> BTreeSet<i32> {
    let mut stopped = BTreeSet::new();
    loop {
        let found: BTreeSet<i32> = members(ancestor).difference(&stopped).copied().collect();
        if found.is_empty() || Instant::now() > until {
            return stopped;
        }
        signal(&found, Signal::STOP);
        stopped.extend(found);
    }
}

pub(crate) fn signal(processes: &BTreeSet<i32>, signal: Signal) {
    for process in processes.iter().filter_map(|process| Pid::from_raw(*process)) {
        // It may have ended by itself.
        let _ = kill_process(process, signal);
    }
}

/// The living processes below one. Those that have ended are left to whoever waits for them.
pub(super) fn members(ancestor: Pid) -> BTreeSet<i32> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let process = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some(process) = process
            && let Some(parent) = living_parent(process)
        {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = BTreeSet::new();
    let mut open = vec![ancestor.as_raw_nonzero().get()];
    while let Some(process) = open.pop() {
        for child in children.remove(&process).unwrap_or_default() {
            found.insert(child);
            open.push(child);
        }
    }
    found
}

fn living_parent(process: i32) -> Option<i32> {
    Ties::of(&process.to_string()).map(|ties| ties.parent)
}

/// What a process belongs to. What lies outside of our namespace has the number 0.
pub(crate) struct Ties {
    pub(crate) parent: i32,
    pub(crate) group: i32,
    pub(crate) session: i32,
}

impl Ties {
    /// Of a process by its number, or of `self`. `None` for one that has ended and only waits to be noticed; its children
    /// are ours by then.
    pub(crate) fn of(process: &str) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in parentheses may hold anything.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_whitespace();
        let is_over = matches!(fields.next()?, "Z" | "X");
        let mut number = || fields.next()?.parse().ok();
        let ties = Self {
            parent: number()?,
            group: number()?,
            session: number()?,
        };
        (!is_over).then_some(ties)
    }
}
