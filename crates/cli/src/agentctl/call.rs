//! One call of an agentctl verb: in which session, by whom, and how the answer is to be written.

use std::path::PathBuf;

use engine::{Engine, EngineError, PlanError, PlanFileError};
use model::{AgentName, SessionId};
use render::Address;
use render::agentctl;
use render::errors::{Trouble, engine_error};

use crate::answer::{Answer, exit};
use crate::door::Door;
use crate::flags;
use crate::trouble;

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Print the answer as JSON
    #[arg(long, global = true, help_heading = flags::GLOBAL)]
    pub json: bool,
    /// The session, if not the current one; created if it does not exist [default: $AGENTCTL_SESSION_ID]
    #[arg(long, global = true, help_heading = flags::GLOBAL, value_name = "ID", value_parser = flags::session)]
    pub session: Option<SessionId>,
    /// The file of the store, if it is not in the project [default: $PLANWRIGHT_STORE]
    #[arg(long, global = true, help_heading = flags::GLOBAL, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// The name of the calling agent [default: $PLANWRIGHT_AGENT, else the user]
    #[arg(long, global = true, help_heading = flags::GLOBAL, value_name = "NAME", value_parser = crate::door::parse_agent)]
    pub agent: Option<AgentName>,
}

pub struct Call<'a> {
    door: &'a Door,
    common: Common,
    wants_json: bool,
}

pub type Answered = Result<Answer, EngineError>;

/// A session, open for planning.
pub struct Planning {
    pub engine: Engine,
    pub session: SessionId,
    pub by: AgentName,
}

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: Common, always_json: bool) -> Self {
        Self {
            door,
            wants_json: common.json || always_json,
            common,
        }
    }

    /// Opens the session if there is none.
    pub fn planning(&self) -> Result<Planning, EngineError> {
        let by = self.asker();
        let mut engine = Engine::open_or_create(&self.door.setting)?;
        let session = engine.planning_session(self.named(), &by)?;
        Ok(Planning { engine, session, by })
    }

    /// For verbs that read; `None` if there is no session yet.
    pub fn planned(&self) -> Result<Option<Planning>, EngineError> {
        let by = self.asker();
        let opened = Engine::open_planned(&self.door.setting, self.named())?;
        Ok(opened.map(|(engine, session)| Planning { engine, session, by }))
    }

    fn asker(&self) -> AgentName {
        self.common.agent.clone().unwrap_or_else(|| self.door.person())
    }

    fn named(&self) -> Option<&str> {
        let named = self.common.session.as_ref().map(SessionId::as_str);
        named.or(self.door.planning_session())
    }

    /// As suggested commands have to say it again. The session is said to other doors, too, which do not know the
    /// variable.
    fn address(&self) -> Address<'_> {
        Address {
            session: self.common.session.as_ref(),
            agent: self.common.agent.as_ref(),
            ..Address::NONE
        }
    }

    /// The one place where an answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.wants_json { json() } else { text() })
    }

    pub fn refuse(&self, trouble: &Trouble) -> Answer {
        trouble::answer(trouble, self.wants_json)
    }

    /// A commit that the engine does not take in.
    pub fn failed_commit(&self, error: &EngineError) -> Answer {
        match error {
            EngineError::Plan(PlanError::Refused { refusals, .. }) => {
                trouble::answer(&agentctl::refused(refusals, &self.address()), self.wants_json)
            }
            other => self.failed(other),
        }
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        match error {
            EngineError::PlanFile(PlanFileError::Unfit { diagnostics, .. }) if self.wants_json => {
                Answer::machine_error(agentctl::rejected_json(diagnostics), exit::INVALID)
            }
            EngineError::PlanFile(PlanFileError::Unfit { diagnostics, sources }) => {
                let text = agentctl::rejected_text(diagnostics, &|path| sources.get(path));
                Answer::error(text, exit::INVALID)
            }
            other => trouble::answer(&engine_error(other, &self.address()), self.wants_json),
        }
    }
}
