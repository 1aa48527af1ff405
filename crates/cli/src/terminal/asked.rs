//! An answer of a language model, shown while it arrives.

use dialect::native::style::{DIM, paint};
use dialect::native::visible::visible;
use engine::planner::Progress;

use super::show;

pub struct Asked {
    /// Somebody watches.
    is_shown: bool,
    at_line_start: bool,
}

impl Asked {
    pub fn new(is_shown: bool) -> Self {
        Self {
            is_shown,
            at_line_start: true,
        }
    }

    pub fn tell(&mut self, progress: Progress<'_>) {
        if !self.is_shown {
            return;
        }
        match progress {
            Progress::Text(text) => {
                let lines: Vec<_> = text.split('\n').map(|line| visible(line).into_owned()).collect();
                self.at_line_start = text.ends_with('\n');
                show(&paint(DIM, lines.join("\n")));
            }
            Progress::Waiting { seconds } => {
                if self.at_line_start {
                    show(&format!("\r{}", paint(DIM, format!("waiting for {seconds} s"))));
                }
            }
            Progress::Retrying { why, in_seconds, .. } => {
                self.finish();
                show(&format!("{}; once more in {in_seconds} s\n", visible(why)));
            }
        }
    }

    pub fn finish(&mut self) {
        if self.is_shown && !self.at_line_start {
            show("\n");
        }
        self.at_line_start = true;
    }
}
