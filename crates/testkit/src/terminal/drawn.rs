//! The screen of a full-screen program as a window shows it.

use std::num::NonZero;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{Winsize, tcsetwinsize};

use super::{PATIENCE, Terminal};
use crate::project::must;

/// Begins an atomic drawing if `h` follows, and ends it if `l` follows.
const UPDATE: &[u8] = b"\x1b[?2026";

/// A snapshot of the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The rows without trailing blanks.
    pub text: String,
    /// Whether a program uses the alternate screen.
    pub is_taken: bool,
    /// Whether the program receives mouse clicks.
    pub hears_mouse: bool,
    pub has_cursor: bool,
}

impl Drawn {
    pub(super) fn of(screen: &vt100::Screen) -> Self {
        let rows: Vec<_> = screen
            .rows(0, screen.size().1.get())
            .map(|row| row.trim_end().to_owned())
            .collect();
        Self {
            text: rows.join("\n").trim_end().to_owned(),
            is_taken: screen.alternate_screen(),
            hears_mouse: screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None,
            has_cursor: !screen.hide_cursor(),
        }
    }
}

/// Whether the latest drawing is incomplete.
fn is_being_drawn(raw: &[u8]) -> bool {
    let marks = raw.windows(UPDATE.len() + 1).rev();
    let mut marks = marks.filter(|mark| mark.starts_with(UPDATE));
    marks.next().is_some_and(|mark| mark.ends_with(b"h"))
}

/// A window has at least one row and one column.
pub(super) fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap_or(NonZero::<u16>::MIN)
}

impl Terminal {
    /// The current window, possibly in the middle of a drawing. Use the waiting functions for results.
    pub fn drawn(&self) -> Drawn {
        Drawn::of(self.screen.lock().drawn.screen())
    }

    /// Waits until the window contains this text.
    ///
    /// # Panics
    ///
    /// If the text never appears.
    #[track_caller]
    pub fn wait_to_see(&mut self, text: &str) -> Drawn {
        self.wait_until(&format!("{text:?}"), |drawn| drawn.text.contains(text))
    }

    /// Waits until the window satisfies the condition. Incomplete drawings are not checked.
    ///
    /// # Panics
    ///
    /// If the window never satisfies the condition.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, is_wanted: impl Fn(&Drawn) -> bool) -> Drawn {
        let until = Instant::now() + PATIENCE;
        let screen = Arc::clone(&self.screen);
        let mut state = screen.lock();
        loop {
            let drawn = Drawn::of(state.drawn.screen());
            if !is_being_drawn(&state.raw) && is_wanted(&drawn) {
                return drawn;
            }
            let left = until.saturating_duration_since(Instant::now());
            let may_come = !state.is_over && !left.is_zero();
            assert!(may_come, "{what} was never seen:\n{}", drawn.text);
            let woken = screen.news.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Resizes the window. The program receives the new size.
    ///
    /// # Panics
    ///
    /// If the terminal is gone.
    pub fn resize(&mut self, rows: u16, columns: u16) {
        let mut state = self.screen.lock();
        state.drawn.screen_mut().set_size(side(rows), side(columns));
        let size = Winsize {
            ws_row: rows,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        must("its size", tcsetwinsize(&self.keys, size));
    }

    /// # Panics
    ///
    /// If the program is gone.
    pub fn signal(&mut self, signal: Signal) {
        let pid = must("a process id", i32::try_from(self.child.id()));
        let pid = Pid::from_raw(pid).unwrap_or(Pid::INIT);
        assert_ne!(pid, Pid::INIT);
        must("the signal", kill_process(pid, signal));
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn shell(script: &str) -> Terminal {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.env("PATH", std::env::var_os("PATH").unwrap());
        Terminal::start(&command, 10, 40)
    }

    #[test]
    fn a_window_shows_what_was_drawn_last() {
        let mut terminal =
            shell("printf 'old\\033[?1049h\\033[3;5Hnew\\033[?25l'; read x; printf '\\033[?1049lover'; exit 3");
        let drawn = terminal.wait_until("a window without a cursor", |drawn| !drawn.has_cursor);
        assert_eq!((drawn.text.as_str(), drawn.is_taken), ("\n\n    new", true));
        terminal.press("\r");
        let left = terminal.end();
        assert!(left.drawn.text.starts_with("old"), "{:?}", left.drawn);
        assert!(!left.drawn.is_taken && !left.drawn.hears_mouse && !left.drawn.has_cursor);
    }

    #[test]
    fn incomplete_drawings_are_skipped() {
        let mut terminal = shell("printf '\\033[?2026hone'; read x; printf ' two\\033[?2026l'; read x");
        terminal.wait_for("one");
        assert_eq!(terminal.drawn().text, "one");
        terminal.press("\r");
        let drawn = terminal.wait_to_see("one");
        assert!(drawn.text.contains("two"), "{drawn:?}");
        terminal.press("\r");
        terminal.end();
    }

    #[test]
    fn resizing_a_window_notifies_its_program() {
        let mut terminal = shell("trap 'stty size; exit 5' WINCH; echo ready; while :; do read x; done");
        terminal.wait_to_see("ready");
        terminal.resize(7, 33);
        terminal.wait_to_see("7 33");
        assert_eq!(terminal.end().code, Some(5));
    }

    #[test]
    fn a_signal_reaches_the_program() {
        let mut terminal = shell("trap 'exit 6' TERM; echo ready; while :; do read x; done");
        terminal.wait_to_see("ready");
        terminal.signal(Signal::TERM);
        assert_eq!(terminal.end().code, Some(6));
    }
}
