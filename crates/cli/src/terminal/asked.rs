//! An answer of a language model, shown while it arrives.

use dialect::text::visible::visible;
use engine::planner::Progress;
use render::show::style::{DIM, paint};

use super::show;

/// What a terminal writes behind it when Ctrl-C is pressed: `^C`.
const ECHO: usize = 2;

pub struct Asked {
    /// Somebody watches.
    is_shown: bool,
    at_line_start: bool,
    /// How much of the line tells how long we have been waiting.
    waiting_columns: usize,
}

impl Asked {
    pub fn new(is_shown: bool) -> Self {
        Self {
            is_shown,
            at_line_start: true,
            waiting_columns: 0,
        }
    }

    pub fn tell(&mut self, progress: Progress<'_>) {
        if !self.is_shown {
            return;
        }
        match progress {
            Progress::Text(text) => {
                self.wipe();
                let lines: Vec<_> = text.split('\n').map(|line| visible(line).into_owned()).collect();
                self.at_line_start = text.ends_with('\n');
                show(&paint(DIM, lines.join("\n")));
            }
            Progress::Waiting { seconds } => {
                if self.at_line_start {
                    let waiting = format!("waiting for {seconds} s");
                    self.waiting_columns = waiting.len() + ECHO;
                    show(&format!("\r{}", paint(DIM, waiting)));
                }
            }
            Progress::Retrying { why, in_seconds, .. } => {
                self.finish();
                show(&format!("{}; once more in {in_seconds} s\n", visible(why)));
            }
        }
    }

    pub fn finish(&mut self) {
        self.wipe();
        if self.is_shown && !self.at_line_start {
            show("\n");
        }
        self.at_line_start = true;
    }

    /// The answer begins where we waited. Blanks do it also where no codes are wanted.
    fn wipe(&mut self) {
        if self.waiting_columns > 0 {
            show(&format!("\r{}\r", " ".repeat(self.waiting_columns)));
        }
        self.waiting_columns = 0;
    }
}
