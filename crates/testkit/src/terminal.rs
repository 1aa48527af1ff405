//! A pseudo terminal: starts programs on it, sends keys, and reads what the programs show.

mod drawn;

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{SpecialCodeIndex, Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::project::must;

pub use drawn::Drawn;

/// Far longer than anything takes. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_secs(60);

pub const CTRL_C: &str = "\x03";
pub const CTRL_D: &str = "\x04";
pub const CTRL_Z: &str = "\x1a";
pub const ESCAPE: &str = "\x1b";
pub const ENTER: &str = "\r";

/// Shown when keys that arrived together would have answered a question.
pub const IGNORED: &str = "Ignored: several keys arrived at once. Press the key again.";

/// A terminal with the program that runs on it.
pub struct Terminal {
    keys: File,
    child: Child,
    screen: Arc<Screen>,
    reader: Option<JoinHandle<()>>,
    /// The length of the output that was already waited for.
    seen: usize,
    modes: Termios,
}

/// The result of the program.
#[derive(Debug)]
pub struct Left {
    /// `None` if a signal ended the program.
    pub code: Option<i32>,
    /// The raw output.
    pub raw: Vec<u8>,
    /// Whether the terminal modes are as they were before.
    pub is_restored: bool,
    /// The window at the end.
    pub drawn: Drawn,
}

struct Screen {
    state: Mutex<State>,
    news: Condvar,
}

struct State {
    raw: Vec<u8>,
    /// The output as a window shows it.
    drawn: vt100::Parser,
    is_over: bool,
    is_closing: bool,
}

/// Whether this machine can give a program a pseudo terminal.
pub fn is_usable() -> bool {
    setsid().is_file() && openpt(flags()).is_ok()
}

impl Terminal {
    /// Starts the program on a terminal of its own, of this many rows and columns.
    ///
    /// # Panics
    ///
    /// If no terminal can be opened.
    pub fn start(command: &Command, rows: u16, columns: u16) -> Self {
        Self::start_with(command, rows, columns, "")
    }

    /// As [`Terminal::start`], with keys that were typed before the program reads.
    ///
    /// # Panics
    ///
    /// If no terminal can be opened.
    pub fn start_with(command: &Command, rows: u16, columns: u16, early: &str) -> Self {
        let ours = must("a terminal", openpt(flags()));
        must("a terminal", grantpt(&ours));
        must("a terminal", unlockpt(&ours));
        let theirs = must("the other end", ioctl_tiocgptpeer(&ours, flags()));
        let size = Winsize {
            ws_row: rows,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        must("its size", tcsetwinsize(&ours, size));
        let modes = must("its modes", tcgetattr(&ours));
        let mut keys = File::from(ours);
        must("keys", keys.write_all(early.as_bytes()));
        let theirs = File::from(theirs);
        let end = || Stdio::from(must("the other end", theirs.try_clone()));
        let mut started = led(command);
        started.stdin(end()).stdout(end()).stderr(end());
        let child = must(format_args!("{command:?}"), started.spawn());
        // Close our copy. While it is open, the terminal would not report that the program is gone.
        drop((started, theirs));
        let screen = Arc::new(Screen::new(rows, columns));
        let reader = watch(must("a screen", keys.try_clone()), Arc::clone(&screen));
        Self {
            keys,
            child,
            screen,
            reader: Some(reader),
            seen: 0,
            modes,
        }
    }

    /// # Panics
    ///
    /// If the terminal is gone.
    pub fn press(&mut self, keys: &str) {
        must("keys", self.keys.write_all(keys.as_bytes()));
    }

    /// Waits for this text and returns everything since the last wait. Styles are removed.
    ///
    /// # Panics
    ///
    /// If the text does not appear.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        self.wait_for_one(&[text]).1
    }

    /// Waits for one of two texts. Returns whether it was the first.
    ///
    /// # Panics
    ///
    /// If neither text appears.
    #[track_caller]
    pub fn waits_for_either(&mut self, text: &str, other: &str) -> bool {
        self.wait_for_one(&[text, other]).0 == text
    }

    #[track_caller]
    fn wait_for_one<'t>(&mut self, texts: &[&'t str]) -> (&'t str, String) {
        let until = Instant::now() + PATIENCE;
        let screen = Arc::clone(&self.screen);
        let mut state = screen.lock();
        loop {
            let shown = unstyled(&state.raw);
            let found = texts
                .iter()
                .find_map(|text| Some((*text, shown[self.seen..].find(text)?)));
            if let Some((text, at)) = found {
                let from = self.seen;
                self.seen += at + text.len();
                return (text, shown[from..self.seen].to_owned());
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!state.is_over && !left.is_zero(), "{texts:?} was never shown:\n{shown}");
            let woken = screen.news.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until the program ends by itself.
    ///
    /// # Panics
    ///
    /// If the program does not end.
    #[track_caller]
    pub fn end(mut self) -> Left {
        let code = wait(&mut self.child);
        if let Some(reader) = self.reader.take() {
            must("what was shown", reader.join());
        }
        let mut state = self.screen.lock();
        let drawn = Drawn::of(state.drawn.screen());
        let raw = std::mem::take(&mut state.raw);
        let is_restored = tcgetattr(&self.keys).is_ok_and(|modes| are_same(&modes, &self.modes));
        Left {
            code,
            raw,
            is_restored,
            drawn,
        }
    }

    /// Kills the program.
    ///
    /// # Panics
    ///
    /// If the program cannot be killed.
    pub fn kill(mut self) {
        must("the kill", self.child.kill());
        must("its end", self.child.wait());
        self.screen.lock().is_closing = true;
    }

    /// Closes the terminal's window.
    ///
    /// # Panics
    ///
    /// If the program does not end after that.
    #[track_caller]
    pub fn close(mut self) -> Option<i32> {
        self.screen.lock().is_closing = true;
        if let Some(reader) = self.reader.take() {
            must("what was shown", reader.join());
        }
        let Self { keys, mut child, .. } = self;
        drop(keys);
        wait(&mut child)
    }
}

impl Left {
    /// The output as a person reads it.
    pub fn text(&self) -> String {
        unstyled(&self.raw)
    }
}

impl Screen {
    fn new(rows: u16, columns: u16) -> Self {
        let state = State {
            raw: Vec::new(),
            drawn: vt100::Parser::new(drawn::side(rows), drawn::side(columns), 0),
            is_over: false,
            is_closing: false,
        };
        Self {
            state: Mutex::new(state),
            news: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn are_same(one: &Termios, other: &Termios) -> bool {
    let parts = |modes: &Termios| {
        let flags = (modes.input_modes, modes.output_modes, modes.local_modes);
        let codes = [SpecialCodeIndex::VINTR, SpecialCodeIndex::VEOL, SpecialCodeIndex::VMIN];
        (flags, codes.map(|code| modes.special_codes[code]))
    };
    parts(one) == parts(other)
}

fn flags() -> OpenptFlags {
    OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC
}

/// The program as the session leader of the terminal.
fn led(command: &Command) -> Command {
    let mut led = Command::new(setsid());
    led.arg("--ctty").arg(command.get_program()).args(command.get_args());
    led.env_clear();
    for (name, value) in command.get_envs() {
        led.env(name, value.unwrap_or_default());
    }
    if let Some(folder) = command.get_current_dir() {
        led.current_dir(folder);
    }
    led
}

/// Looked up in the path of the test, because the program may have an empty path.
fn setsid() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&path).map(|folder| folder.join("setsid"));
    found.find(|file| file.is_file()).unwrap_or("setsid".into())
}

fn watch(mut from: File, screen: Arc<Screen>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        loop {
            let read = match is_ready(&from) {
                true => from.read(&mut chunk).unwrap_or(0),
                false if screen.lock().is_closing => 0,
                false => continue,
            };
            let mut state = screen.lock();
            state.raw.extend_from_slice(&chunk[..read]);
            state.drawn.process(&chunk[..read]);
            state.is_over = read == 0;
            screen.news.notify_all();
            if read == 0 {
                return;
            }
        }
    })
}

/// Reads with a short timeout, so that the reader notices when the terminal is closed.
fn is_ready(from: &File) -> bool {
    const MOMENT: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 20_000_000,
    };
    let mut polled = [PollFd::new(from, PollFlags::IN)];
    poll(&mut polled, Some(&MOMENT)).is_ok_and(|ready| ready > 0)
}

#[track_caller]
fn wait(child: &mut Child) -> Option<i32> {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = must("its end", child.try_wait()) {
            return status.code();
        }
        if Instant::now() > until {
            let _ = child.kill();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Removes colors and cursor movements. The result for a prefix of the output is a prefix of the result.
fn unstyled(raw: &[u8]) -> String {
    let whole = match str::from_utf8(raw) {
        Err(error) if error.error_len().is_none() => &raw[..error.valid_up_to()],
        _ => raw,
    };
    let text = String::from_utf8_lossy(whole);
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\x1b' if rest.next_if_eq(&'[').is_some() => {
                if !rest.by_ref().any(|c| ('@'..='~').contains(&c)) {
                    break;
                }
            }
            '\x1b' if rest.peek().is_none() => break,
            '\r' if matches!(rest.peek(), Some('\n') | None) => {}
            _ => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command
    }

    #[test]
    fn a_program_shows_output_and_receives_keys() {
        let script = "stty size; printf '\\033[1mName?\\033[0m '; read name; echo \"Hello $name\"; exit 3";
        let mut terminal = Terminal::start(&shell(script), 30, 77);
        assert_eq!(terminal.wait_for("Name? "), "30 77\nName? ");
        terminal.press("Ada\r");
        terminal.wait_for("Hello Ada\n");
        assert_eq!(terminal.end().code, Some(3));
    }

    #[test]
    fn an_interrupt_reaches_the_program() {
        let script = "trap 'echo caught; exit 7' INT; echo ready; while :; do read line; done";
        let mut terminal = Terminal::start(&shell(script), 24, 80);
        terminal.wait_for("ready");
        terminal.press(CTRL_C);
        assert_eq!(terminal.end().code, Some(7));
    }

    #[test]
    fn a_closed_window_is_noticed() {
        let mut terminal = Terminal::start(&shell("echo ready; read line; exit 9"), 24, 80);
        terminal.wait_for("ready");
        assert_eq!(terminal.close(), None, "the kernel hangs up");
    }

    #[test]
    fn incomplete_sequences_are_not_shown() {
        let whole = "a\x1b[1;31mé\x1b[0m\r\nb".as_bytes();
        let shown = unstyled(whole);
        assert_eq!(shown, "aé\nb");
        for length in 0..whole.len() {
            assert!(shown.starts_with(&unstyled(&whole[..length])), "{length}");
        }
    }
}
