//! Keys that act without Enter, and lines that are typed.

use std::io;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcsetattr,
};

use crate::interrupt::Ear;

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const ESCAPE: u8 = 27;

/// How soon a request to end us is noticed.
const LOOK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};

/// A terminal that treats keys in another way until this is dropped.
struct Modes {
    before: Termios,
}

impl Modes {
    fn set(change: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut modes = before.clone();
        change(&mut modes);
        tcsetattr(io::stdin(), OptionalActions::Now, &modes)?;
        Ok(Self { before })
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
    let _modes = Modes::set(|modes| modes.local_modes -= raw).ok()?;
    forget_early_keys();
    let ear = Ear::open();
    // Whoever sees the question may press a key at once.
    super::show(question);
    wait_for_key(&ear)?;
    match read_byte() {
        // Arrows and the like begin with it, and go on at once. Whoever looks for a way to scroll does not mean to leave.
        Ok(Some(ESCAPE)) if rustix::io::ioctl_fionread(io::stdin()).is_ok_and(|waiting| waiting > 0) => {
            forget_early_keys();
            Some(char::from(ESCAPE))
        }
        Ok(Some(byte)) if !ENDS.contains(&byte) => Some(char::from(byte)),
        _ => None,
    }
}

/// `None` if we are asked to end instead: the terminal is put right first.
fn wait_for_key(ear: &Ear) -> Option<()> {
    let stdin = io::stdin();
    loop {
        let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut keys, Some(&LOOK)) {
            Ok(0) | Err(Errno::INTR) if ear.has_heard() => return None,
            Ok(0) | Err(Errno::INTR) => {}
            _ => return Some(()),
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
    let _modes = Modes::set(|modes| {
        // As a signal, Ctrl-C would not end the line.
        modes.local_modes -= LocalModes::ISIG;
        modes.special_codes[SpecialCodeIndex::VEOL] = CTRL_C;
    });
    super::show(question);
    let mut line = Vec::new();
    loop {
        match read_byte() {
            Ok(Some(b'\n')) => break,
            Ok(Some(CTRL_C)) => {
                super::show("\n");
                // Whoever heeds interrupts is to know, too.
                let _ = signal_hook::low_level::raise(signal_hook::consts::SIGINT);
                return None;
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
