//! Finds and ends all processes that a command started, also those that left its process group.
//!
//! The launcher is a subreaper: orphans become its children, so it finds every process below itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

const ROUND: Duration = Duration::from_millis(2);
/// For processes that fork and exit all the time.
const CHASE: Duration = Duration::from_millis(20);
/// For processes that start others while they are being stopped.
const STOP_PATIENCE: Duration = Duration::from_millis(500);

/// The number of descendants that were found, and whether none is left.
pub(super) struct Cleared {
    pub(super) found: usize,
    pub(super) is_complete: bool,
}

/// Asks all descendants of this process to end, and kills those that have not ended after the grace.
pub(super) fn end(grace: Duration, patience: Duration) -> Cleared {
    // Most commands leave no process, and looking through all processes of a machine takes longer than they do.
    if !has_children() {
        return Cleared {
            found: 0,
            is_complete: true,
        };
    }
    let there = members(getpid());
    signal(&there, Signal::TERM);
    let until = Instant::now() + grace;
    while Instant::now() < until && has_children() {
        sleep(ROUND);
    }
    Cleared {
        found: there.len(),
        is_complete: kill_all(patience),
    }
}

/// Every descendant is a child of this process or was started by one, and orphans become children of this process. So only
/// this answer is certain: a process that forks and exits all the time is in no list of processes.
fn has_children() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            // This removes a child that had ended already.
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return true,
            Err(error) => return error != Errno::CHILD,
        }
    }
}

/// Kills all descendants of this process, and returns whether none is left.
pub(super) fn kill_all(patience: Duration) -> bool {
    let until = Instant::now() + patience;
    loop {
        signal(&stop_until(getpid(), until), Signal::KILL);
        if chase() {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
    }
}

/// Kills children and grandchildren as fast as they can be found, for a while. This catches a process that forks and exits
/// before a list of all processes is read: a fork that has not ended when the signal arrives does not happen.
fn chase() -> bool {
    let until = Instant::now() + CHASE;
    loop {
        if !has_children() {
            return true;
        }
        for child in children(getpid()) {
            for grandchild in children(child) {
                let _ = kill_process(grandchild, Signal::KILL);
            }
            let _ = kill_process(child, Signal::KILL);
        }
        if Instant::now() > until {
            return false;
        }
    }
}

/// The children of a process's first thread, which gets all orphans. Empty on kernels without this list.
fn children(parent: Pid) -> Vec<Pid> {
    let parent = parent.as_raw_nonzero();
    let list = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
    let numbers = list.split_ascii_whitespace().filter_map(|number| number.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
}

/// Kills all descendants of another process that can be found, and returns whether none is found any more. Each is stopped
/// before any is killed, so that none can start another meanwhile.
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

/// Kills all other processes of a session, and returns whether none is found any more. Call this before the leader is
/// waited for, because its number could belong to another process afterwards.
pub(crate) fn kill_session(leader: Pid, patience: Duration) -> bool {
    let leader = leader.as_raw_nonzero().get();
    let until = Instant::now() + patience;
    loop {
        let is_member = |process: &i32| {
            let relations = ProcessRelations::of(&process.to_string());
            *process != leader && relations.is_some_and(|relations| relations.session == leader)
        };
        let members: BTreeSet<i32> = processes().filter(is_member).collect();
        signal(&members, Signal::KILL);
        if members.is_empty() {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
        sleep(ROUND);
    }
}

/// Stops all descendants of a process, and returns them.
pub(crate) fn stop(ancestor: Pid) -> BTreeSet<i32> {
    stop_until(ancestor, Instant::now() + STOP_PATIENCE)
}

/// Also stops processes that are started meanwhile. Ends after [`STOP_PATIENCE`] at the latest, because processes that fork
/// faster can only be killed.
fn stop_until(ancestor: Pid, until: Instant) -> BTreeSet<i32> {
    let until = until.min(Instant::now() + STOP_PATIENCE);
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
        // The process may have ended already.
        let _ = kill_process(process, signal);
    }
}

/// The living descendants of a process, without zombies.
pub(super) fn members(ancestor: Pid) -> BTreeSet<i32> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for process in processes() {
        if let Some(parent) = living_parent(process) {
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

fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn living_parent(process: i32) -> Option<i32> {
    ProcessRelations::of(&process.to_string()).map(|relations| relations.parent)
}

/// The parent, group and session of a process. IDs outside of this process's namespace are 0.
pub(crate) struct ProcessRelations {
    pub(crate) parent: i32,
    pub(crate) group: i32,
    pub(crate) session: i32,
}

impl ProcessRelations {
    /// `process` is a process ID or `self`. `None` for a zombie: its children already have another parent.
    pub(crate) fn of(process: &str) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in parentheses may contain any character.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_whitespace();
        let is_over = matches!(fields.next()?, "Z" | "X");
        let mut number = || fields.next()?.parse().ok();
        let relations = Self {
            parent: number()?,
            group: number()?,
            session: number()?,
        };
        (!is_over).then_some(relations)
    }
}
