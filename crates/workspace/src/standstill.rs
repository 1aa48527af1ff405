//! What we have started stands still while we do.
//!
//! Commands have a session of their own, and programs that answer questions a group of their own, so Ctrl-Z at the
//! terminal reaches only us. Left alone they would go on while nobody reads what they print, and find their time over
//! when we come back.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::sandbox::family::{self, Ties};

/// Those that stand still with us.
static RUNNING: Mutex<Vec<Kin>> = Mutex::new(Vec::new());
static STOOD: Mutex<Stood> = Mutex::new(Stood {
    before: Duration::ZERO,
    since: None,
});

/// How long we have stood still.
#[derive(Debug, Clone, Copy)]
struct Stood {
    before: Duration,
    /// We still do, or have only just gone on: whoever looks at a limit first must not find it passed.
    since: Option<Instant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kin {
    /// All below a launcher, but not itself: should we be killed meanwhile, it has to notice and to clear away.
    Below(Pid),
    Group(Pid),
}

/// Something that stands still with us until this is dropped.
#[derive(Debug)]
pub(crate) struct Member(Kin);

/// All below this launcher.
pub(crate) fn below(launcher: Pid) -> Member {
    Member::new(Kin::Below(launcher))
}

/// The group of this process.
pub(crate) fn group(leader: Pid) -> Member {
    Member::new(Kin::Group(leader))
}

/// Stops whatever we have started, waits for as long as `wait` does, and lets it go on. Nothing can be started meanwhile.
pub fn during(wait: impl FnOnce()) {
    let running = running();
    told().since = Some(Instant::now());
    let below: Vec<_> = running.iter().filter_map(|kin| kin.stop()).collect();
    wait();
    let before = stood();
    *told() = Stood { before, since: None };
    for kin in running.iter() {
        if let Kin::Group(leader) = kin {
            let _ = kill_process_group(*leader, Signal::CONT);
        }
    }
    for processes in below {
        family::signal(&processes, Signal::CONT);
    }
}

/// Whether somebody would bring us back: a shell that started us as one of its jobs. The kernel asks the same before it
/// stops anybody at a terminal.
pub fn can_be_ended() -> bool {
    let Some(own) = Ties::of("self").filter(|own| own.session > 0) else {
        return false;
    };
    let mut above = own.parent;
    while above > 0 {
        match Ties::of(&above.to_string()) {
            Some(ties) if ties.session != own.session => return false,
            Some(ties) if ties.group != own.group => return true,
            Some(ties) => above = ties.parent,
            None => return false,
        }
    }
    false
}

/// A time limit that does not count the time in which we stood still.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    until: Instant,
    stood_before: Duration,
}

impl Limit {
    pub(crate) fn new(since: Instant, time: Duration) -> Self {
        Self {
            until: since + time,
            stood_before: stood(),
        }
    }

    pub(crate) fn left(&self) -> Duration {
        let stood = stood().saturating_sub(self.stood_before);
        (self.until + stood).saturating_duration_since(Instant::now())
    }

    /// At most so long from now on.
    #[must_use]
    pub(crate) fn at_most(self, time: Duration) -> Self {
        let sooner = Self::new(Instant::now(), time);
        match sooner.left() < self.left() {
            true => sooner,
            false => self,
        }
    }
}

impl Kin {
    /// Whom it has stopped, where only that tells who is to go on.
    fn stop(self) -> Option<BTreeSet<i32>> {
        match self {
            Self::Below(launcher) => Some(family::stop(launcher)),
            Self::Group(leader) => {
                // There may be nobody left.
                let _ = kill_process_group(leader, Signal::STOP);
                None
            }
        }
    }
}

impl Member {
    fn new(kin: Kin) -> Self {
        running().push(kin);
        Self(kin)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        running().retain(|kin| *kin != self.0);
    }
}

fn stood() -> Duration {
    let Stood { before, since } = *told();
    before + since.map(|since| since.elapsed()).unwrap_or_default()
}

fn told() -> MutexGuard<'static, Stood> {
    STOOD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn running() -> MutexGuard<'static, Vec<Kin>> {
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

    /// As the kernel tells it: `T` for one that is stopped.
    fn state(process: u32) -> char {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next().unwrap()
    }

    #[test]
    fn a_program_stands_still_with_us_and_its_time_does_not_pass() {
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
        during(|| assert_ne!(state(pid), 'T', "it is not ours any more"));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Whoever looks first when all go on again need not be the one who has counted.
    #[test]
    fn a_limit_does_not_pass_before_the_standstill_is_over() {
        let limit = Limit::new(Instant::now(), Duration::from_secs(5));
        during(|| {
            let before = limit.left();
            sleep(150 * MOMENT);
            let passed = before.saturating_sub(limit.left());
            assert!(passed < 120 * MOMENT, "{passed:?}");
        });
    }
}
