//! Keys that act without Enter, and lines that are typed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcsetattr,
};
use tui::{BURST_GAP, IGNORED_BURST};

use crate::interrupt::Ear;
use crate::suspend;

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const CTRL_Z: u8 = 26;
const ESCAPE: u8 = 27;

/// Bytes that are read of one burst. No key sends as many.
const BURST_BYTES: usize = 256;
/// How often the input is flushed while more keys arrive.
const BURSTS_MAX: usize = 100;

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

/// The meaning of one burst of input.
#[derive(Debug, PartialEq, Eq)]
enum Pressed {
    Key(char),
    /// Several keys, pasted or typed ahead. They are ignored.
    Several,
    Suspend,
    /// Ctrl-C, Ctrl-D, Escape, or a terminal that is gone.
    Leave,
}

/// Waits for a single key after the question is shown. `None` for Ctrl-C, Ctrl-D, Escape, or a closed terminal.
pub fn ask_key(question: &str) -> Option<char> {
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
        match pressed(&read_burst()) {
            Pressed::Key(key) => return Some(key),
            Pressed::Several => super::show(&format!("\n{IGNORED_BURST}\n")),
            Pressed::Suspend if suspend::suspend() => {}
            Pressed::Suspend => return Some(char::from(CTRL_Z)),
            Pressed::Leave => return None,
        }
    }
}

/// Reads until no input arrives for [`BURST_GAP`], or until [`BURST_BYTES`] are read.
fn read_burst() -> Vec<u8> {
    let mut burst = Vec::new();
    let mut chunk = [0; BURST_BYTES];
    while burst.len() < BURST_BYTES {
        match rustix::io::read(io::stdin(), &mut chunk) {
            Ok(count @ 1..) => burst.extend_from_slice(&chunk[..count]),
            Err(Errno::INTR) => continue,
            Ok(0) | Err(_) => break,
        }
        if !is_followed() {
            break;
        }
    }
    burst
}

fn pressed(burst: &[u8]) -> Pressed {
    match burst {
        burst if burst.contains(&CTRL_C) => Pressed::Leave,
        [] | [CTRL_D | ESCAPE] => Pressed::Leave,
        [CTRL_Z] => Pressed::Suspend,
        // An arrow key or a similar one. It must not count as Escape, which leaves.
        [ESCAPE, rest @ ..] if is_one_sequence(rest) => Pressed::Key(char::from(ESCAPE)),
        burst => {
            let mut letters = burst.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
            match (letters.next(), letters.next()) {
                (Some(letter), None) if letter.len_utf8() == burst.len() => Pressed::Key(letter),
                _ => Pressed::Several,
            }
        }
    }
}

/// What a single key sends after Escape: `[A`, `[1;5C`, `OP`, or a letter that was pressed with Alt.
fn is_one_sequence(rest: &[u8]) -> bool {
    match rest {
        [b'[', parameters @ .., end] => {
            parameters.iter().all(|byte| (0x20..0x40).contains(byte)) && (0x40..0x7f).contains(end)
        }
        [b'O', _] | [_] => true,
        _ => false,
    }
}

/// Whether more arrives before a person could have pressed another key.
fn is_followed() -> bool {
    let stdin = io::stdin();
    let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec::try_from(BURST_GAP).ok();
    let polled = poll(&mut keys, patience.as_ref());
    // A closed terminal has nothing to read either.
    polled.is_ok() && keys[0].revents() == PollFlags::IN
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

/// Discards keys that were pressed before the question was shown, and keys that follow without a pause.
pub fn forget_early_keys() {
    for _ in 0..BURSTS_MAX {
        let _ = tcflush(io::stdin(), QueueSelector::IFlush);
        if !is_followed() {
            return;
        }
    }
}

/// Waits for a single line after the question is shown. If several lines arrive at once, asks again.
pub fn ask_single_line(question: &str) -> Option<String> {
    loop {
        let is_early = is_followed();
        forget_early_keys();
        if is_early {
            super::show(&format!("{IGNORED_BURST}\n"));
        }
        let line = ask_line(question)?;
        if !is_followed() {
            return Some(line);
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_is_an_answer_and_several_keys_are_ignored() {
        for (burst, expected) in [
            ("a", Pressed::Key('a')),
            ("é", Pressed::Key('é')),
            ("\r", Pressed::Key('\r')),
            ("\x1b[A", Pressed::Key('\x1b')),
            ("\x1b[1;5C", Pressed::Key('\x1b')),
            ("\x1bOP", Pressed::Key('\x1b')),
            ("\x1ba", Pressed::Key('\x1b')),
            ("aa", Pressed::Several),
            ("a\r", Pressed::Several),
            ("\x1b[Aa", Pressed::Several),
            ("\x1b[A\x1b[A", Pressed::Several),
            ("\x1b[200~a\x1b[201~", Pressed::Several),
            ("a\x04", Pressed::Several),
            ("", Pressed::Leave),
            ("\x1b", Pressed::Leave),
            ("\x04", Pressed::Leave),
            ("yes\x03", Pressed::Leave),
            ("\x1a", Pressed::Suspend),
        ] {
            assert_eq!(pressed(burst.as_bytes()), expected, "{burst:?}");
        }
        assert_eq!(pressed(b"\xff"), Pressed::Several, "no letter at all");
    }
}
