//! Keys that act without Enter, and lines that are typed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcsetattr,
};

use crate::interrupt::Ear;
use crate::suspend;

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const CTRL_Z: u8 = 26;
const ESCAPE: u8 = 27;

/// How soon a request to end us is noticed.
const LOOK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};

/// A terminal that treats keys in another way until this is dropped.
struct Modes {
    before: Termios,
    now: Termios,
}

impl Modes {
    fn set(change: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        // It remembers the modes of the shell.
        suspend::heed();
        let before = tcgetattr(io::stdin())?;
        let mut now = before.clone();
        change(&mut now);
        tcsetattr(io::stdin(), OptionalActions::Now, &now)?;
        Ok(Self { before, now })
    }

    /// Once more, after the shell had the terminal.
    fn set_again(&self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.now);
    }
}

impl Drop for Modes {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

/// The key that is pressed once the question can be seen; `None` for Ctrl-C, Ctrl-D, Escape, or a terminal that is gone.
pub fn ask_key(question: &str) -> Option<char> {
    const ENDS: [u8; 3] = [CTRL_C, CTRL_D, ESCAPE];
    // Ctrl-C is a key, too: whoever presses it must not leave the terminal like this.
    let raw = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
    let modes = Modes::set(|modes| modes.local_modes -= raw).ok()?;
    let patience = Patience::new();
    loop {
        modes.set_again();
        forget_early_keys();
        // Whoever sees the question may press a key at once.
        super::show(question);
        match patience.wait() {
            Waited::Ready => {}
            Waited::Continued => continue,
            Waited::Ended => return None,
        }
        return match read_byte() {
            // Arrows and the like begin with it, and go on at once. Whoever looks for a way to scroll does not mean to
            // leave.
            Ok(Some(ESCAPE)) if rustix::io::ioctl_fionread(io::stdin()).is_ok_and(|waiting| waiting > 0) => {
                forget_early_keys();
                Some(char::from(ESCAPE))
            }
            Ok(Some(CTRL_Z)) if suspend::suspend() => continue,
            Ok(Some(byte)) if !ENDS.contains(&byte) => Some(char::from(byte)),
            _ => None,
        };
    }
}

/// Waits for keys, and hears what comes past them.
struct Patience {
    ear: Ear,
    continued: Arc<AtomicBool>,
}

enum Waited {
    /// There is something to read, or never will be.
    Ready,
    /// We were stopped, and the question is not where it was.
    Continued,
    /// We are asked to end: the terminal is put right first.
    Ended,
}

impl Patience {
    fn new() -> Self {
        let continued = suspend::continued();
        continued.store(false, Ordering::Relaxed);
        Self {
            ear: Ear::open(),
            continued,
        }
    }

    fn wait(&self) -> Waited {
        let stdin = io::stdin();
        loop {
            let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
            let polled = poll(&mut keys, Some(&LOOK));
            if self.continued.swap(false, Ordering::Relaxed) {
                return Waited::Continued;
            }
            match polled {
                Ok(0) | Err(Errno::INTR) if self.ear.has_heard() => return Waited::Ended,
                Ok(0) | Err(Errno::INTR) => {}
                _ => return Waited::Ready,
            }
        }
    }
}

/// Forgets what was pressed before there was anything to see.
pub fn forget_early_keys() {
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
}

/// What is typed up to Enter, perhaps nothing; `None` for Ctrl-C, Ctrl-D, or a terminal that is gone.
pub fn ask_line(question: &str) -> Option<String> {
    ask_whole_line(question).map(|line| line.trim().to_owned())
}

/// The same with the blanks around it.
pub fn ask_whole_line(question: &str) -> Option<String> {
    let modes = Modes::set(|modes| {
        // As signals, neither would end the line: what was typed before Ctrl-Z is kept.
        modes.local_modes -= LocalModes::ISIG;
        modes.special_codes[SpecialCodeIndex::VEOL] = CTRL_C;
        modes.special_codes[SpecialCodeIndex::VEOL2] = CTRL_Z;
    });
    let patience = Patience::new();
    super::show(question);
    let mut line = Vec::new();
    let go_on = |line: &[u8]| {
        let _ = modes.as_ref().map(Modes::set_again);
        super::show(&format!("{question}{}", String::from_utf8_lossy(line)));
    };
    loop {
        match patience.wait() {
            Waited::Ready => {}
            Waited::Continued => {
                go_on(&line);
                continue;
            }
            Waited::Ended => return None,
        }
        match read_byte() {
            Ok(Some(b'\n')) => break,
            Ok(Some(CTRL_C)) => {
                super::show("\n");
                // Whoever heeds interrupts is to know, too.
                let _ = signal_hook::low_level::raise(signal_hook::consts::SIGINT);
                return None;
            }
            Ok(Some(CTRL_Z)) => {
                suspend::suspend();
                go_on(&line);
            }
            Ok(Some(byte)) => line.push(byte),
            Err(Errno::INTR) => {}
            _ => return None,
        }
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}

/// Straight from the terminal: what the standard library keeps in its buffer could not be forgotten. `None` at the end.
fn read_byte() -> Result<Option<u8>, Errno> {
    let mut byte = [0];
    let count = rustix::io::read(io::stdin(), &mut byte)?;
    Ok((count == 1).then_some(byte[0]))
}
