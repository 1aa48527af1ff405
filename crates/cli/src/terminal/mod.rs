//! The person at the terminal: asked, shown, and heard.
//!
//! Everything goes to standard error, so that standard output stays the answer alone.

mod asked;
mod canvas;
mod checklist;
mod editor;
mod keys;
mod modify;
mod previewer;
mod progress;
mod review;

use std::io::{IsTerminal, Write};

use dialect::native::visible::visible_lines;

pub use asked::Asked;
pub use keys::{ask_key, ask_line, ask_whole_line, forget_early_keys};
pub use progress::Progress;
pub use review::Reviewer;

/// Whether somebody is there who can be asked.
pub fn is_present() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Styled text; a terminal that is gone is no error.
pub fn show(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// How wide the window is now; it may be made narrower at any time.
pub fn width() -> usize {
    const USUAL: u16 = 80;
    let size = rustix::termios::tcgetwinsize(std::io::stderr()).ok();
    let columns = size.map(|size| size.ws_col).filter(|columns| *columns > 0);
    usize::from(columns.unwrap_or(USUAL))
}

/// Where no codes are wanted, a line cannot be cleared either, and a clock would leave its traces.
pub fn can_redraw() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}

/// Text of somebody else's, line by line, with nothing hidden in it.
pub fn page(text: &str) -> String {
    visible_lines(text).map(|line| line + "\n").collect()
}
