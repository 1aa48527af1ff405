//! One call of a rawko verb: about which plan, by whom, and how the answer is to be written.

use std::path::PathBuf;

use dialect::agentctl::answer::{rejected_json, rejected_text};
use engine::rawko::{PlanName, Voice};
use engine::{Engine, EngineError};
use model::AgentName;

use crate::answer::{Answer, exit};
use crate::door::Door;
use crate::trouble;

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// The plan, if not the current one
    #[arg(long, global = true, value_name = "ID")]
    pub plan: Option<String>,
    /// A store somewhere else than in the project [default: $PLANWRIGHT_STORE]
    #[arg(long, global = true, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

pub struct Call<'a> {
    pub door: &'a Door,
    pub common: Common,
}

pub type Answered = Result<Answer, EngineError>;

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: Common) -> Self {
        Self { door, common }
    }

    /// The project. What was written into the files by hand comes first, or nothing goes on.
    pub fn engine(&self) -> Result<Engine, EngineError> {
        let mut engine = match Engine::open(&self.door.setting) {
            // Files that came from elsewhere bring their plan along.
            Err(EngineError::NoSession) if self.has_files() => Engine::open_or_create(&self.door.setting)?,
            opened => opened?,
        };
        engine.take_in()?;
        Ok(engine)
    }

    pub fn new_engine(&self) -> Result<Engine, EngineError> {
        let mut engine = Engine::open_or_create(&self.door.setting)?;
        engine.take_in()?;
        Ok(engine)
    }

    fn has_files(&self) -> bool {
        engine::rawko::has_current_task(&self.door.setting)
    }

    pub fn plan(&self) -> PlanName {
        PlanName(self.common.plan.clone())
    }

    pub fn person(&self) -> AgentName {
        self.door.person()
    }

    pub fn columns(&self) -> usize {
        self.door.columns
    }

    /// The one place where an answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.common.json { json() } else { text() })
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        match error {
            EngineError::Unfit { diagnostics, .. } if self.common.json => {
                Answer::machine_error(rejected_json(diagnostics), exit::INVALID)
            }
            EngineError::Unfit { diagnostics, sources } => {
                let text = rejected_text(diagnostics, &|path| sources.get(path));
                Answer::error(text, exit::INVALID)
            }
            other => trouble::answer(&trouble::trouble(other), trouble::code(other), self.common.json),
        }
    }
}

/// Who speaks: the agent that was named, or whoever holds the step.
pub struct Speaker {
    by: AgentName,
    named: Option<AgentName>,
}

impl Speaker {
    pub fn new(call: &Call<'_>, agent: Option<&AgentName>) -> Self {
        Self {
            by: call.person(),
            named: agent.or(call.door.agent()).cloned(),
        }
    }

    pub fn voice(&self) -> Voice<'_> {
        Voice {
            by: &self.by,
            named: self.named.as_ref(),
        }
    }
}
