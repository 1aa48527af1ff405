//! The review screen: what a key press costs from the key to the drawn picture, against the time that a frame has.

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

/// At 60 pictures a second.
const FRAME_MS: f64 = 16.0;
const ROUNDS: usize = 60;
const COLUMNS: u16 = 160;
const ROWS: u16 = 50;

struct Screen<'s, 'c> {
    terminal: Terminal<TestBackend>,
    checklist: Checklist,
    choosing: &'s mut Choosing<'c>,
}

impl Screen<'_, '_> {
    /// From the key to the picture.
    fn press(&mut self, code: KeyCode) -> Duration {
        let start = Instant::now();
        let input = Input::Key(KeyEvent::new(code, KeyModifiers::NONE));
        self.checklist.follow(&input, self.choosing);
        let (checklist, choosing) = (&mut self.checklist, &*self.choosing);
        must("a picture", self.terminal.draw(|frame| checklist.draw(frame, choosing)));
        start.elapsed()
    }

    fn go(&mut self, keys: &[KeyCode]) {
        for key in keys {
            self.press(*key);
        }
    }
}

/// What is pressed before, what is measured, and what takes it back.
struct Case {
    name: &'static str,
    before: &'static [KeyCode],
    key: KeyCode,
    after: &'static [KeyCode],
}

const DOWN: KeyCode = KeyCode::Down;
const SPACE: KeyCode = KeyCode::Char(' ');

const CASES: [Case; 9] = [
    Case {
        name: "to the next action",
        before: &[DOWN, DOWN],
        key: DOWN,
        after: &[],
    },
    Case {
        name: "to the last action",
        before: &[],
        key: KeyCode::End,
        after: &[],
    },
    Case {
        name: "to the large new file",
        before: &[DOWN],
        key: KeyCode::Up,
        after: &[],
    },
    Case {
        name: "to the large edit",
        before: &[],
        key: DOWN,
        after: &[],
    },
    Case {
        name: "a page of the large file",
        before: &[KeyCode::Tab],
        key: KeyCode::PageDown,
        after: &[KeyCode::Tab],
    },
    Case {
        name: "the end of the large file",
        before: &[DOWN, KeyCode::Up, KeyCode::Tab],
        key: KeyCode::End,
        after: &[KeyCode::Tab],
    },
    Case {
        name: "toggle the large new file",
        before: &[],
        key: SPACE,
        after: &[SPACE],
    },
    Case {
        name: "toggle the large edit",
        before: &[DOWN],
        key: SPACE,
        after: &[SPACE],
    },
    Case {
        name: "toggle all",
        before: &[DOWN, DOWN],
        key: KeyCode::Char('a'),
        after: &[KeyCode::Char('a')],
    },
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
        println!("\n  key                              ms (least)     /frame");
        let mut aim = Aim::new("a key press against a frame of 16 ms", 1.0, "times");
        for case in &CASES {
            let samples = measure(&mut screen, case);
            let ratio = samples.median_ms() / FRAME_MS;
            println!("    {:<27} {:>17}  {:>8}", case.name, took(&samples), number(ratio));
            aim.see(ratio, case.name);
        }
        verdicts(&[aim]);
    });
}

fn measure(screen: &mut Screen<'_, '_>, case: &Case) -> Samples {
    let mut samples = Samples::default();
    for _ in 0..ROUNDS {
        screen.go(&[KeyCode::Home]);
        screen.go(case.before);
        samples.add(screen.press(case.key));
        screen.go(case.after);
    }
    samples
}
