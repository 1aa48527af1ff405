//! Suspends the started processes while planwright is suspended.
//!
//! Commands run in their own session and helper programs in their own process group, so Ctrl-Z reaches only planwright.
//! Without this module they would continue without a reader, and exceed their time limits meanwhile.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::sandbox::family::{self, ProcessRelations};

/// The processes to suspend.
static RUNNING: Mutex<Vec<ProcessSet>> = Mutex::new(Vec::new());
static SUSPENDED: Mutex<SuspendedTime> = Mutex::new(SuspendedTime {
    before: Duration::ZERO,
    since: None,
});

/// The time that planwright was suspended.
#[derive(Debug, Clone, Copy)]
struct SuspendedTime {
    before: Duration,
    /// Set while planwright is suspended, and until [`during`] has counted the time: no limit may expire in between.
    since: Option<Instant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProcessSet {
    /// All descendants of a launcher. The launcher itself continues, because it must end the command if planwright is
    /// killed.
    Below(Pid),
    Group(Pid),
}

/// Keeps processes registered until it is dropped.
#[derive(Debug)]
pub(crate) struct Member(ProcessSet);

/// Registers all descendants of a launcher.
pub(crate) fn below(launcher: Pid) -> Member {
    Member::new(ProcessSet::Below(launcher))
}

/// Registers a process group.
pub(crate) fn group(leader: Pid) -> Member {
    Member::new(ProcessSet::Group(leader))
}

/// Stops all started processes, calls `wait`, and continues the processes. No process can be started meanwhile.
pub fn during(wait: impl FnOnce()) {
    let running = running();
    suspended_time().since = Some(Instant::now());
    let below: Vec<_> = running.iter().filter_map(|set| set.stop()).collect();
    wait();
    let before = total_suspended();
    *suspended_time() = SuspendedTime { before, since: None };
    for set in running.iter() {
        if let ProcessSet::Group(leader) = set {
            let _ = kill_process_group(*leader, Signal::CONT);
        }
    }
    for processes in below {
        family::signal(&processes, Signal::CONT);
    }
}

/// Whether a shell can continue this process: only if the shell started it as a job. The kernel checks the same before it
/// stops a process at a terminal.
pub fn can_be_ended() -> bool {
    let Some(own) = ProcessRelations::of("self").filter(|own| own.session > 0) else {
        return false;
    };
    let mut above = own.parent;
    while above > 0 {
        match ProcessRelations::of(&above.to_string()) {
            Some(relations) if relations.session != own.session => return false,
            Some(relations) if relations.group != own.group => return true,
            Some(relations) => above = relations.parent,
            None => return false,
        }
    }
    false
}

/// A time limit that does not count the time while planwright is suspended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    until: Instant,
    suspended_before: Duration,
}

impl Limit {
    pub(crate) fn new(since: Instant, time: Duration) -> Self {
        Self {
            until: since + time,
            suspended_before: total_suspended(),
        }
    }

    pub(crate) fn left(&self) -> Duration {
        let suspended = total_suspended().saturating_sub(self.suspended_before);
        (self.until + suspended).saturating_duration_since(Instant::now())
    }

    /// Ends after `time` from now, if that is earlier.
    #[must_use]
    pub(crate) fn at_most(self, time: Duration) -> Self {
        let sooner = Self::new(Instant::now(), time);
        match sooner.left() < self.left() {
            true => sooner,
            false => self,
        }
    }
}

impl ProcessSet {
    /// Returns the stopped descendants; a group needs no list.
    fn stop(self) -> Option<BTreeSet<i32>> {
        match self {
            Self::Below(launcher) => Some(family::stop(launcher)),
            Self::Group(leader) => {
                // The group may have no process left.
                let _ = kill_process_group(leader, Signal::STOP);
                None
            }
        }
    }
}

impl Member {
    fn new(set: ProcessSet) -> Self {
        running().push(set);
        Self(set)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        running().retain(|set| *set != self.0);
    }
}

fn total_suspended() -> Duration {
    let SuspendedTime { before, since } = *suspended_time();
    before + since.map(|since| since.elapsed()).unwrap_or_default()
}

fn suspended_time() -> MutexGuard<'static, SuspendedTime> {
    SUSPENDED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn running() -> MutexGuard<'static, Vec<ProcessSet>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::thread::sleep;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    /// The state from `/proc`: `T` for a stopped process.
    fn state(process: u32) -> char {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next().unwrap()
    }

    #[test]
    fn a_program_is_suspended_and_its_time_limit_too() {
        let mut child = Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
        let pid = child.id();
        let member = group(Pid::from_child(&child));
        let limit = Limit::new(Instant::now(), Duration::from_secs(5));
        let before = limit.left();
        during(|| {
            let until = Instant::now() + Duration::from_secs(5);
            while state(pid) != 'T' && Instant::now() < until {
                sleep(MOMENT);
            }
            assert_eq!(state(pid), 'T');
            sleep(150 * MOMENT);
        });
        assert!(before - limit.left() < 120 * MOMENT, "{:?}", before - limit.left());
        assert_ne!(state(pid), 'T');
        drop(member);
        during(|| assert_ne!(state(pid), 'T', "it is not registered any more"));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Another thread may read a limit before `during` has counted the time.
    #[test]
    fn a_limit_does_not_expire_during_the_suspension() {
        let limit = Limit::new(Instant::now(), Duration::from_secs(5));
        during(|| {
            let before = limit.left();
            sleep(150 * MOMENT);
            let passed = before.saturating_sub(limit.left());
            assert!(passed < 120 * MOMENT, "{passed:?}");
        });
    }
}
