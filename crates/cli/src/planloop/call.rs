//! One call of a planloop verb.

use engine::{EngineError, PlanError, Target};
use model::{AgentName, SessionId};
use render::errors::{self, Trouble, exit};
use render::{Address, planloop};

use crate::answer::Answer;
use crate::assignment;
use crate::door::Door;
use crate::flags::Scope;

pub struct Call<'a> {
    pub door: &'a Door,
    pub scope: Scope,
}

impl Call<'_> {
    /// The name that was given, if any.
    pub fn agent(&self) -> Option<AgentName> {
        self.scope.agent.as_ref().or(self.door.agent()).cloned()
    }

    pub fn asker(&self) -> AgentName {
        self.agent().unwrap_or_else(AgentName::unnamed)
    }

    pub fn target(&self) -> Target {
        let named = self.scope.session.as_ref().map(SessionId::as_str);
        let session = named.or(self.door.session());
        self.door.assignment.target_in(session, self.scope.thread)
    }

    /// As suggested commands have to say it again.
    pub fn address(&self) -> Address<'_> {
        self.scope.address(&self.door.assignment)
    }

    /// An error as JSON, with planloop's own words.
    pub fn failed(&self, error: &EngineError) -> Answer {
        let mut trouble = planloop::engine_error(error, &self.address());
        if let Some(variable) = self.blamed(error) {
            trouble.message = format!("{variable}: {}", trouble.message);
            trouble = trouble.with_hint("Correct the variable, or unset it; `planloop sessions` lists what is there.");
        }
        Answer::machine_error(planloop::error_json(&trouble, Some(error)), trouble.exit)
    }

    pub fn failed_text(&self, error: &EngineError) -> Answer {
        let mut trouble = errors::engine_error(error, &self.address());
        if let Some(variable) = self.blamed(error) {
            trouble = assignment::explained(variable, error, trouble);
        }
        Answer::error(errors::error_text(&trouble), trouble.exit)
    }

    /// The variable that names the unknown session or thread.
    fn blamed(&self, error: &EngineError) -> Option<&'static str> {
        match error {
            EngineError::Plan(PlanError::UnknownSession { wanted, .. }) => {
                (self.door.session() == Some(wanted)).then_some("PLANLOOP_SESSION")
            }
            EngineError::Plan(PlanError::UnknownThread { .. }) => self.door.assignment.blamed(error),
            _ => None,
        }
    }
}

pub fn usage_error(message: &str, hint: &str) -> Answer {
    refused(&Trouble::new("usage", message).with_hint(hint).with_exit(exit::USAGE))
}

pub fn refused(trouble: &Trouble) -> Answer {
    Answer::machine_error(planloop::error_json(trouble, None), trouble.exit)
}
