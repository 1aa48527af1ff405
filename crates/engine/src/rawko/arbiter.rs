//! Who should act next, where the rules do not decide.

use dialect::rawko::{PlanSheet, StepSheet, arbiter_prompt, last_error};
use model::{AgentName, Standing};

use super::ask::{Counsel, agents};
use super::name::PlanName;
use super::show::Shown;
use crate::arbiter::Arbiter;
use crate::config::Config;
use crate::decompose::broken_prompt;
use crate::error::EngineError;
use crate::project::Engine;
use crate::prompts::PromptName;
use crate::sessions::Target;

/// What an arbiter is asked.
#[derive(Debug, Clone)]
pub struct Arbitration {
    pub prompt: String,
    /// The agents to choose from.
    pub agents: Vec<String>,
    pub step: Option<u32>,
}

/// Who was chosen, and how.
#[derive(Debug, Clone)]
pub struct Selected {
    pub agent: AgentName,
    pub step: Option<u32>,
    pub how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The step asks for it.
    Suggested,
    /// It follows the agent that was at work, as the user has configured.
    Follows,
    /// There is nobody else.
    Only,
    /// A planner said so.
    Planner,
}

impl Engine {
    /// Built-in agents work with a planner. Where nobody is configured either, their names are as good as any.
    pub fn arbitration(&mut self, name: &PlanName, has_planner: bool) -> Result<Arbitration, EngineError> {
        let shown = self.plan(name)?;
        let config = self.config()?;
        let agents = agents(&config, has_planner || config.agents.is_empty());
        let step = shown.sheet.current_step().map(|step| step.index);
        Ok(Arbitration {
            prompt: self.prompt(&shown, &agents)?,
            agents: agents.into_iter().map(|(name, _)| name).collect(),
            step,
        })
    }

    /// The agent that the step asks for, if there is one of that name; else the only one there is; else the one that
    /// follows the last; else the one that a planner chooses.
    pub fn select_agent(
        &mut self,
        name: &PlanName,
        by: &AgentName,
        counsel: Option<Counsel<'_>>,
    ) -> Result<Selected, EngineError> {
        let shown = self.plan(name)?;
        let config = self.config()?;
        let agents = agents(&config, counsel.is_some());
        let step = shown.sheet.current_step();
        let index = step.map(|step| step.index);
        let find = |wanted: &str| agents.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let suggested = step.and_then(|step| step.suggested_agent.as_ref());
        let suggested = suggested.and_then(|agent| find(agent.as_str()));
        let follows = || follower(&config, &shown.sheet).and_then(&find);
        let decided = match (suggested, agents.as_slice()) {
            (Some((agent, _)), _) => Some((agent, How::Suggested)),
            (None, [(agent, _)]) => Some((agent, How::Only)),
            (None, _) => follows().map(|(agent, _)| (agent, How::Follows)),
        };
        let chosen = |agent: &str, how| {
            Ok(Selected {
                agent: AgentName::new(agent).map_err(EngineError::InvalidName)?,
                step: index,
                how,
            })
        };
        match (decided, counsel) {
            (Some((agent, how)), _) => chosen(agent, how),
            (None, None) => Err(EngineError::NoAgent),
            (None, Some(mut counsel)) => {
                let question = self.prompt(&shown, &agents)?;
                let agent = self.ask_arbiter(name, by, &mut counsel, &question, &agents)?;
                chosen(&agent, How::Planner)
            }
        }
    }

    fn prompt(&self, shown: &Shown, agents: &[(String, String)]) -> Result<String, EngineError> {
        let (sheet, prompts) = (&shown.sheet, self.prompts()?);
        let own = prompts.own(PromptName::RawkoArbiter)?;
        arbiter_prompt(&sheet.task, Some(sheet), last_error(sheet), agents, own)
            .map_err(|faults| broken_prompt(&faults))
    }

    fn ask_arbiter(
        &mut self,
        name: &PlanName,
        by: &AgentName,
        counsel: &mut Counsel<'_>,
        question: &str,
        agents: &[(String, String)],
    ) -> Result<String, EngineError> {
        let target = Target {
            session: Some(self.plan_session(name)?.to_string()),
            thread: None,
        };
        let names: Vec<&str> = agents.iter().map(|(name, _)| name.as_str()).collect();
        let mut arbiter = Arbiter {
            planner: counsel.planner,
            target: &target,
            by,
            cancelled: counsel.cancelled,
            watch: counsel.watch,
        };
        arbiter.choose(self, question, &names, "next")
    }
}

/// The agent that follows the one whose step ended last, by what the user has configured for it.
fn follower<'a>(config: &'a Config, sheet: &PlanSheet) -> Option<&'a str> {
    let ended = |step: &&StepSheet| matches!(step.status, Standing::Done | Standing::Failed);
    let last = sheet
        .steps
        .iter()
        .filter(ended)
        .max_by_key(|step| (step.completed_at, step.index))?;
    let agent = config.agents.get(last.executed_by.as_ref()?.as_str())?;
    match last.status {
        Standing::Done => agent.on_success.as_deref(),
        _ => agent.on_failure.as_deref(),
    }
}
