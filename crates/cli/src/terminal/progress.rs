//! What happens, as it happens: a line for every action, a clock while a command runs, and its output.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Instant;

use dialect::text::visible::visible;
use engine::turns::News;
use model::Action;
use model::report::Fate;
use render::show::style::{BAD, BUSY, DIM, GOOD, WARNING, paint};
use render::show::time::elapsed;
use render::show::width::clip;
use render::teddy::target;

use super::{FRAME, FRAMES, WIPE, can_redraw, columns, show};

/// Of the spinner: its picture, the blanks around the action, and one for the cursor.
const SPACES: usize = 4;

/// Draws one execution.
#[derive(Default)]
pub struct Progress {
    spinner: Option<Spinner>,
    /// A command has left the cursor within a line.
    is_within_line: bool,
    action: String,
}

impl Progress {
    pub fn tell(&mut self, news: &News<'_>) {
        match news {
            News::Begins { index, total, action } => self.begin(*index, *total, action),
            News::Output(text) => self.output(text),
            News::Ended {
                index,
                total,
                action,
                fate,
            } => self.end(&numbered(*index, *total, action), fate),
        }
    }

    fn begin(&mut self, index: usize, total: usize, action: &Action) {
        self.action = numbered(index, total, action);
        self.is_within_line = false;
        if matches!(action, Action::Execute(_) | Action::Research(_)) {
            match can_redraw() {
                true => self.spinner = Some(Spinner::start(self.action.clone())),
                false => self.show_beginning(),
            }
        }
    }

    fn show_beginning(&self) {
        show(&format!("{} {}\n", paint(BUSY, "▶"), self.action));
    }

    fn output(&mut self, text: &str) {
        // The clock would be drawn over what a command writes, so it stops at the first word.
        if self.spinner.take().is_some() {
            self.show_beginning();
        }
        self.is_within_line = !text.ends_with('\n');
        show(&paint(DIM, unhidden(text)));
    }

    fn end(&mut self, action: &str, fate: &Fate) {
        self.spinner = None;
        let (mark, why) = match fate {
            Fate::Done => (paint(GOOD, "✓"), ""),
            Fate::Failed(why) => (paint(BAD, "✗"), why.as_str()),
            Fate::Skipped(why) | Fate::NotFetched(why) => (paint(DIM, "-"), why.as_str()),
            Fate::Unknown => (paint(WARNING, "?"), "nobody knows what became of it"),
        };
        let break_line = if self.is_within_line { "\n" } else { "" };
        show(&format!(
            "{break_line}{mark} {action}{}\n",
            paint(DIM, spaced(&visible(why)))
        ));
        self.is_within_line = false;
    }
}

fn numbered(index: usize, total: usize, action: &Action) -> String {
    let what = target(action)
        .map(|target| format!(" {}", visible(&target)))
        .unwrap_or_default();
    format!("[{}/{total}] {}{what}", index + 1, action.verb())
}

/// A piece of output, which may begin and end within a line.
fn unhidden(text: &str) -> String {
    let lines: Vec<_> = text
        .split('\n')
        .map(|line| visible(&line.replace('\t', "    ")).into_owned())
        .collect();
    lines.join("\n")
}

fn spaced(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("  {text}"),
    }
}

/// Turns until it is dropped.
struct Spinner {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    fn start(what: String) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let since = Instant::now();
            for frame in FRAMES.iter().cycle() {
                let time = elapsed(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX));
                // Of a line that goes on below, only the end could be cleared.
                let what = clip(&what, columns().saturating_sub(time.len() + SPACES));
                show(&format!("{WIPE}{} {what} {}", paint(BUSY, frame), paint(DIM, time)));
                if stopped.recv_timeout(FRAME) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            show(WIPE);
        });
        Self {
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
