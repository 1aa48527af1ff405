//! The board: the cost of a key press and of a change in a plan of 10,000 tasks, as a share of one frame.

use std::time::{Duration, Instant};

use engine::{Clock, Engine, Glance, Setting, Target};
use model::{AgentName, TaskNumber, ThreadId};
use planwright_testkit::project::{Project, must};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use tui::Theme;
use tui::board::Board;

use crate::report::number;
use crate::samples::Samples;
use crate::scene::AGENT;
use crate::shape::Shape;

const TASKS: usize = 10_000;
const ROUNDS: usize = 60;
/// One frame at 60 frames a second.
const FRAME_MS: f64 = 16.0;
/// The time between two refreshes. Watching a plan must not keep a core busy.
const GLANCE_MS: f64 = 500.0;

struct Scene {
    project: Project,
    engine: Engine,
    board: Board,
    terminal: Terminal<TestBackend>,
    by: AgentName,
}

pub fn run() {
    println!("{TASKS} tasks in a window of 200 x 60, medians of {ROUNDS}; a frame has {FRAME_MS} ms");
    for (name, shape) in [("chain", Shape::Chain), ("wide", Shape::Wide), ("hub", Shape::Hub)] {
        println!("\n  {name:<28} ms (least)   of a frame");
        let mut scene = Scene::new(shape);
        scene.keys("a row down", "j", FRAME_MS);
        scene.keys("a page down", " ", FRAME_MS);
        scene.keys("to the end, and back", "Gg", 2.0 * FRAME_MS);
        scene.keys("list to graph, and back", "vv", 2.0 * FRAME_MS);
        scene.keys("a letter of a search", "/7\u{1b}", 2.0 * FRAME_MS);
        scene.changes();
        scene.silence();
    }
}

impl Scene {
    fn new(shape: Shape) -> Self {
        let project = Project::in_memory();
        project.write("spec.md", "# Spec\n");
        project.planloop(&["start", "--goal", "Write the report"]).done();
        project.write("plan.json", &shape.payload(TASKS).to_string());
        project
            .planloop(&["update", "--agent", AGENT, "--file", "plan.json"])
            .done();
        let mut engine = must("the store", Engine::open(&setting(&project)));
        let by = must("a name", AgentName::new("ada"));
        let glance = must("a glance", engine.glance(&Target::default(), &by, None));
        Self {
            board: Board::new(glance, by.clone(), ThreadId::PRIMARY),
            terminal: must("a screen", Terminal::new(TestBackend::new(200, 60))),
            project,
            engine,
            by,
        }
    }

    /// Each key is followed by a drawing, as at a real terminal. The result is for all keys together.
    fn keys(&mut self, name: &str, keys: &str, aim_ms: f64) {
        let mut samples = Samples::default();
        for _ in 0..ROUNDS {
            samples.add(self.timed(|scene| {
                for key in keys.chars() {
                    let code = if key == '\u{1b}' {
                        KeyCode::Esc
                    } else {
                        KeyCode::Char(key)
                    };
                    scene.board.press(code.into());
                    scene.draw();
                }
            }));
        }
        tell(name, &samples, aim_ms);
    }

    /// Another agent edits a task: the board reads and draws the change.
    fn changes(&mut self) {
        let mut samples = Samples::default();
        for round in 0..ROUNDS.min(20) {
            let task = TaskNumber(u32::try_from(crate::shape::FIRST + round).unwrap_or(0));
            let note = format!("Round {round}");
            self.project
                .planwright(&["edit", &task.to_string(), "--body", &note, "--agent", AGENT])
                .done();
            samples.add(self.timed(|scene| {
                let glance = scene.glance();
                scene.board.take_in(glance);
                scene.draw();
            }));
        }
        tell("a change by another agent", &samples, FRAME_MS);
    }

    /// The cost of a refresh without a change.
    fn silence(&mut self) {
        let mut samples = Samples::default();
        for _ in 0..ROUNDS {
            samples.add(self.timed(|scene| {
                let glance = scene.glance();
                scene.board.take_in(glance);
            }));
        }
        let share = samples.median_ms() / GLANCE_MS;
        tell("looking for changes", &samples, FRAME_MS);
        println!("    {:<26} {:.2} % of one core", "twice a second", share * 100.0);
    }

    fn glance(&mut self) -> Glance {
        let since = Some(self.board.version());
        must("a glance", self.engine.glance(&Target::default(), &self.by, since))
    }

    fn draw(&mut self) {
        let Self { board, terminal, .. } = self;
        must("a drawing", terminal.draw(|frame| board.draw(frame, Theme::Color)));
    }

    fn timed(&mut self, work: impl FnOnce(&mut Self)) -> Duration {
        let start = Instant::now();
        work(self);
        start.elapsed()
    }
}

fn tell(name: &str, samples: &Samples, aim_ms: f64) {
    let verdict = if samples.median_ms() <= aim_ms {
        ""
    } else {
        "  too slow"
    };
    println!(
        "    {name:<26} {:>6} ({})   {:>5} %{verdict}",
        number(samples.median_ms()),
        number(samples.least_ms()),
        number(samples.median_ms() / FRAME_MS * 100.0),
    );
}

fn setting(project: &Project) -> Setting {
    Setting {
        current_folder: project.root(),
        home: Some(project.home()),
        state_folder: Some(project.state_folder()),
        config_folder: None,
        store: None,
        clock: Clock::System,
        discretion: engine::Discretion::default(),
    }
}
