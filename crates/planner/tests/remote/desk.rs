//! Where questions are asked: a server with a script, a clock that never makes anybody wait, and a record of what was seen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use planwright_planner::{
    Answer, Asking, Clock, Environment, Expected, Opening, Planner, PlannerConfig, PlannerError, Progress, Purse,
    choose, open,
};
use testkit::models::{Api, Reply, StubModels};

pub const ASKING: Asking<'static> = Asking {
    system: "You plan.",
    prompt: "Plan this.",
    answer: Expected::Text,
};

pub const SHAPED: Asking<'static> = Asking {
    answer: Expected::Json {
        name: "plan",
        schema: r#"{"type":"object"}"#,
    },
    ..ASKING
};

/// Waits are only counted.
#[derive(Default)]
pub struct PatientClock {
    waited: Mutex<Vec<Duration>>,
}

impl PatientClock {
    pub fn waited(&self) -> Vec<Duration> {
        self.waited.lock().unwrap().clone()
    }
}

impl Clock for PatientClock {
    fn now(&self) -> Instant {
        Instant::now() + self.waited().iter().sum::<Duration>()
    }

    fn wait(&self, time: Duration, _: &AtomicBool) {
        self.waited.lock().unwrap().push(time);
    }

    fn jitter(&self) -> u32 {
        500
    }
}

pub struct Desk {
    pub server: StubModels,
    pub clock: Arc<PatientClock>,
    pub purse: Arc<Purse>,
    pub config: PlannerConfig,
    pub api: Api,
    /// Beside those that lead to the server, and before them.
    pub variables: Vec<(&'static str, String)>,
    pub cancelled: AtomicBool,
    /// Leave as soon as the first text is seen.
    pub leaves_early: bool,
}

/// What came of a question.
pub struct Seen {
    pub answer: Result<Answer, PlannerError>,
    pub text: String,
    /// Attempt, why, and in how many seconds.
    pub retries: Vec<(u32, String, u64)>,
}

impl Desk {
    pub fn new(api: Api, script: impl IntoIterator<Item = Reply>) -> Self {
        Self {
            server: StubModels::start(script),
            clock: Arc::default(),
            purse: Arc::default(),
            config: PlannerConfig::default(),
            api,
            variables: Vec::new(),
            cancelled: AtomicBool::new(false),
            leaves_early: false,
        }
    }

    pub fn planner(&self) -> Result<Box<dyn Planner>, PlannerError> {
        let mut variables = self.variables.clone();
        variables.extend(self.server.environment(self.api));
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.clone())
        };
        let environment = Environment {
            variable: &variable,
            split: &|line| Ok(line.split_whitespace().map(str::to_owned).collect()),
        };
        let choice = choose(&self.config, &environment)?;
        let clock: Arc<dyn Clock> = self.clock.clone();
        let opening = Opening {
            max_cost: self.config.max_cost,
            purse: Arc::clone(&self.purse),
            clock,
            ..Opening::default()
        };
        open(&choice, &environment, opening)
    }

    pub fn ask(&self, asking: &Asking<'_>) -> Seen {
        let planner = self.planner().unwrap();
        let (mut text, mut retries) = (String::new(), Vec::new());
        let mut watch = |progress: Progress<'_>| match progress {
            Progress::Text(piece) => {
                text.push_str(piece);
                if self.leaves_early {
                    self.cancelled.store(true, Ordering::Relaxed);
                }
            }
            Progress::Retrying {
                attempt,
                why,
                in_seconds,
            } => retries.push((attempt, why.to_owned(), in_seconds)),
            Progress::Waiting { .. } => {}
        };
        let answer = planner.ask(asking, &mut watch, &self.cancelled);
        Seen { answer, text, retries }
    }

    pub fn error(&self) -> PlannerError {
        self.ask(&ASKING).answer.unwrap_err()
    }
}
