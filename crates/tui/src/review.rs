//! Tier 2: the plan as a checklist, with everything that can be known about the part that one looks at.

mod areas;
mod checklist;
mod details;
mod dialog;
mod headed;
mod keys;
mod preview;
mod rows;

#[cfg(test)]
mod review_tests;
#[cfg(test)]
mod scene;

use std::io;
use std::time::Duration;

use engine::turns::{Choosing, Workbench};

use crate::screen::{Input, Screen};
use crate::theme::Theme;
pub use checklist::{Checklist, Wish};

/// How the screen was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// What is chosen now is approved.
    Submit,
    /// Back to where one came from. Nothing is approved, and the choice is kept.
    Back,
    /// Ctrl-C, a signal, or a terminal that is gone. Nothing is approved.
    Gone,
}

/// Nothing moves by itself here.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Shows the checklist until the person submits it or leaves.
pub fn review(
    screen: &mut Screen,
    bench: &Workbench,
    title: &str,
    choosing: &mut Choosing<'_>,
    theme: Theme,
) -> io::Result<Verdict> {
    let mut checklist = Checklist::new(title, theme);
    // What was pressed before there was anything to see is meant for something else.
    screen.forget_early_keys();
    loop {
        if !screen.is_in_burst() {
            screen.draw(|frame| checklist.draw(frame, choosing))?;
        }
        let input = screen.next(PATIENCE);
        if input == Input::Gone {
            return Ok(Verdict::Gone);
        }
        match checklist.follow(&input, choosing) {
            Wish::Stay => {}
            Wish::Submit => return Ok(Verdict::Submit),
            Wish::Back => return Ok(Verdict::Back),
            Wish::Leave => return Ok(Verdict::Gone),
            Wish::Preview(id) => checklist.preview(screen, bench, choosing, id)?,
            Wish::Trust(program, id) => checklist.open_trusted(screen, bench, choosing, &program, id)?,
        }
    }
}
