//! The review screen: the cost of a key press until the screen is drawn, as a share of a frame.

use std::time::{Duration, Instant};

use engine::turns::Choosing;
use planwright_testkit::project::must;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui::{Checklist, Input, Theme};

use crate::aims::Aim;
use crate::report::{number, took, verdicts};
use crate::review_scene::{ACTIONS, LARGE_BYTES, choosing};
use crate::samples::Samples;

/// At 60 frames a second.
const FRAME_MS: f64 = 16.0;
const ROUNDS: usize = 60;
const COLUMNS: u16 = 160;
const ROWS: u16 = 50;

struct Screen<'s, 'c> {
    terminal: Terminal<TestBackend>,
    checklist: Checklist,
    choosing: &'s mut Choosing<'c>,
}

/// What the user does.
#[derive(Clone, Copy)]
enum Press {
    Key(KeyCode),
    /// Resizes the window to another width.
    Columns(u16),
    /// Opens the screen again, without cached layout.
    Open,
}

impl Screen<'_, '_> {
    /// The time from the key to the drawn screen.
    fn press(&mut self, press: Press) -> Duration {
        let start = Instant::now();
        match press {
            Press::Key(code) => {
                let input = Input::Key(KeyEvent::new(code, KeyModifiers::NONE));
                self.checklist.follow(&input, self.choosing);
            }
            Press::Columns(columns) => {
                self.terminal.backend_mut().resize(columns, ROWS);
                self.checklist.follow(&Input::Resized, self.choosing);
            }
            Press::Open => self.checklist = Checklist::new("A Long Plan", Theme::Color),
        }
        let (checklist, choosing) = (&mut self.checklist, &*self.choosing);
        must("a picture", self.terminal.draw(|frame| checklist.draw(frame, choosing)));
        start.elapsed()
    }

    fn go(&mut self, presses: &[Press]) {
        for press in presses {
            self.press(*press);
        }
    }
}

/// The keys before the measurement, the measured key, and the keys that undo it.
struct Case {
    name: &'static str,
    before: &'static [Press],
    press: Press,
    after: &'static [Press],
}

const fn case(name: &'static str, before: &'static [Press], press: Press, after: &'static [Press]) -> Case {
    Case {
        name,
        before,
        press,
        after,
    }
}

const UP: Press = Press::Key(KeyCode::Up);
const DOWN: Press = Press::Key(KeyCode::Down);
const HOME: Press = Press::Key(KeyCode::Home);
const END: Press = Press::Key(KeyCode::End);
const TAB: Press = Press::Key(KeyCode::Tab);
const PAGE: Press = Press::Key(KeyCode::PageDown);
const SPACE: Press = Press::Key(KeyCode::Char(' '));
const ALL: Press = Press::Key(KeyCode::Char('a'));
const OPEN: Press = Press::Open;
const WIDE: Press = Press::Columns(COLUMNS);
const NARROW: Press = Press::Columns(100);

/// Cases that begin by opening the screen have no cached layout.
const CASES: [Case; 19] = [
    case("the first picture", &[], OPEN, &[]),
    case("the first key, to the large new file", &[OPEN], DOWN, &[]),
    case("to the next action", &[DOWN, DOWN, DOWN, DOWN, DOWN], DOWN, &[]),
    case("to the last action", &[], END, &[]),
    case("to the large edit, uncached", &[OPEN, DOWN], DOWN, &[]),
    case("back to the large edit", &[DOWN, DOWN, DOWN], UP, &[]),
    case("to a line of 2 MB, uncached", &[OPEN, DOWN, DOWN], DOWN, &[]),
    case(
        "to an edit of such a line, uncached",
        &[OPEN, DOWN, DOWN, DOWN],
        DOWN,
        &[],
    ),
    case("a page of the large file", &[DOWN, TAB], PAGE, &[TAB]),
    case("the end of the large file, uncached", &[OPEN, DOWN, TAB], END, &[]),
    case("the end of the large file again", &[DOWN, TAB, END, HOME], END, &[TAB]),
    case(
        "the end of a line of 2 MB, uncached",
        &[OPEN, DOWN, DOWN, DOWN, TAB],
        END,
        &[],
    ),
    case("the end of an edit of it", &[DOWN, DOWN, DOWN, DOWN, TAB], END, &[TAB]),
    case("a narrower window at the end", &[DOWN, TAB, END], NARROW, &[WIDE, TAB]),
    case(
        "a narrower window, large edit, uncached",
        &[OPEN, DOWN, DOWN],
        NARROW,
        &[WIDE],
    ),
    case(
        "toggle the large new file at its end",
        &[DOWN, TAB, END],
        SPACE,
        &[SPACE, TAB],
    ),
    case("toggle the large edit", &[DOWN, DOWN], SPACE, &[SPACE]),
    case(
        "toggle the edit of a line of 2 MB",
        &[DOWN, DOWN, DOWN, DOWN],
        SPACE,
        &[SPACE],
    ),
    case("toggle all", &[], ALL, &[ALL]),
];

pub fn run() {
    choosing(|choosing| {
        let mut screen = Screen {
            terminal: must("a terminal", Terminal::new(TestBackend::new(COLUMNS, ROWS))),
            checklist: Checklist::new("A Long Plan", Theme::Color),
            choosing,
        };
        println!(
            "a key press and its picture, {ROUNDS} times each: {ACTIONS} actions, files of {LARGE_BYTES} bytes, {COLUMNS}x{ROWS}"
        );
        println!("\n  key                                        ms (least)     /frame");
        let mut aim = Aim::new("a key press against a frame of 16 ms", 0.5, "times");
        let opened = memory_mb();
        for case in &CASES {
            let samples = measure(&mut screen, case);
            let ratio = samples.median_ms() / FRAME_MS;
            println!("    {:<37} {:>17}  {:>8}", case.name, took(&samples), number(ratio));
            aim.see(ratio, case.name);
        }
        println!(
            "\n  memory: {opened:.0} MB with the plan open, {:.0} MB after all of this",
            memory_mb()
        );
        verdicts(&[aim]);
    });
}

fn measure(screen: &mut Screen<'_, '_>, case: &Case) -> Samples {
    let mut samples = Samples::default();
    for _ in 0..ROUNDS {
        screen.go(&[HOME]);
        screen.go(case.before);
        samples.add(screen.press(case.press));
        screen.go(case.after);
    }
    samples
}

/// The memory that the process uses now.
fn memory_mb() -> f64 {
    let status = must("the process", std::fs::read_to_string("/proc/self/status"));
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1_000.0
}
