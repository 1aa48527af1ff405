//! The person at the terminal: asked, shown, and heard.
//!
//! Everything goes to standard error, so that standard output stays the answer alone.

mod asked;
mod canvas;
mod checklist;
mod editor;
mod hosts;
mod keys;
mod modify;
mod previewer;
mod progress;
mod review;

use std::io::{IsTerminal, Write};
use std::time::Duration;

use dialect::text::visible::visible_lines;
use render::show::width::width;

pub use asked::Asked;
pub use hosts::ask_host;
pub use keys::{ask_key, ask_line, ask_single_line, ask_whole_line, forget_early_keys};
pub use progress::Progress;
pub use review::Reviewer;

/// What turns while something goes on, and how quickly.
pub const FRAMES: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
pub const FRAME: Duration = Duration::from_millis(100);
/// Back to the start of the line, and clear it.
pub const WIPE: &str = "\r\x1b[2K";

/// Whether somebody is there who can be asked.
pub fn is_present() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Styled text; a terminal that is gone is no error.
pub fn show(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// A question in lines that fit, broken between its answers.
pub fn broken(question: &str, columns: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for answer in question.split_inclusive("/ ") {
        if used > 0 && used + width(answer.trim_end()) >= columns {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            used = 0;
        }
        lines.push_str(answer);
        used += width(answer);
    }
    lines
}

/// How wide the window is now; it may be made narrower at any time.
pub fn columns() -> usize {
    const USUAL: u16 = 80;
    let size = rustix::termios::tcgetwinsize(std::io::stderr()).ok();
    let columns = size.map(|size| size.ws_col).filter(|columns| *columns > 0);
    usize::from(columns.unwrap_or(USUAL))
}

/// The height of the window.
pub fn rows() -> usize {
    const USUAL: u16 = 24;
    let size = rustix::termios::tcgetwinsize(std::io::stderr()).ok();
    let rows = size.map(|size| size.ws_row).filter(|rows| *rows > 0);
    usize::from(rows.unwrap_or(USUAL))
}

/// Where no codes are wanted, a line cannot be cleared either, and a clock would leave its traces.
pub fn can_redraw() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}

/// Text of somebody else's, line by line, with nothing hidden in it.
pub fn page(text: &str) -> String {
    visible_lines(text).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_broken_between_its_answers() {
        let question = "Execute? (a)pprove / (s)kip / (q)uit › ";
        assert_eq!(broken(question, 80), question);
        assert_eq!(broken(question, usize::MAX), question);
        assert_eq!(broken(question, 30), "Execute? (a)pprove / (s)kip /\n(q)uit › ");
        assert_eq!(broken(question, 1), "Execute? (a)pprove /\n(s)kip /\n(q)uit › ");
    }
}
