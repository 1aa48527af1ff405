//! Keys that act without Enter, and lines that are typed.

use std::io::{self, BufRead, Read};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// A terminal that hands over every key as it is pressed, until this is dropped.
struct Keys {
    before: Termios,
}

impl Keys {
    fn listen() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut keys = before.clone();
        // Ctrl-C is a key, too: whoever presses it must not leave the terminal like this.
        keys.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        tcsetattr(io::stdin(), OptionalActions::Now, &keys)?;
        Ok(Self { before })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

/// The next key; `None` for Ctrl-C, Ctrl-D, Escape, or a terminal that is gone.
pub fn read_key() -> Option<char> {
    const ENDS: [u8; 3] = [3, 4, 27];
    let _keys = Keys::listen().ok()?;
    let mut byte = [0];
    match io::stdin().read(&mut byte) {
        Ok(1) if !ENDS.contains(&byte[0]) => Some(char::from(byte[0])),
        _ => None,
    }
}

/// What is typed up to Enter; `None` if nothing is, or the terminal is gone.
pub fn ask_line(question: &str) -> Option<String> {
    super::show(question);
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).ok()?;
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}
