//! Who should act next, where the rules do not decide.

use dialect::rawko::{arbiter_prompt, last_error};
use model::{AgentName, ThreadId};
use store::Store;

use super::ask::{Counsel, agents};
use super::name::PlanName;
use super::show::Shown;
use super::view::View;
use crate::arbiter::Arbiter;
use crate::error::{AskError, EngineError};
use crate::plan::sessions::Target;
use crate::project::Engine;
use crate::prompts::PromptName;
use crate::roster::{Forgotten, Last, Roster, Rule};

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
        let agents = agents(&config, has_planner || config.agents.is_empty())?;
        let step = shown.sheet.current_step().map(|step| step.index);
        Ok(Arbitration {
            prompt: self.prompt(&shown, &agents)?,
            agents: agents.into_iter().map(|(name, _)| name).collect(),
            step,
        })
    }

    /// The agent that a run would give the step to, or else the one that a planner chooses.
    pub fn select_agent(
        &mut self,
        name: &PlanName,
        by: &AgentName,
        counsel: Option<Counsel<'_>>,
    ) -> Result<Selected, EngineError> {
        let shown = self.plan(name)?;
        let config = self.config()?;
        let roster = Roster::new(&config, counsel.is_some())?;
        let step = shown.sheet.current_step();
        let suggested = step.and_then(|step| step.suggested_agent.as_ref());
        let last = self.last_end(name)?;
        let decided = roster.decided(suggested, last.as_ref());
        let (agent, how) = match (decided, counsel) {
            (Some((agent, rule)), _) => (agent.name.clone(), rule.into()),
            (None, None) => return Err(AskError::NoAgent.into()),
            (None, Some(mut counsel)) => {
                let agents = roster.lines();
                let question = self.prompt(&shown, &agents)?;
                let agent = self.ask_arbiter(name, by, &mut counsel, &question, &agents)?;
                let agent = AgentName::new(&agent)?;
                (agent, How::Planner)
            }
        };
        Ok(Selected {
            agent,
            step: step.map(|step| step.index),
            how,
        })
    }

    /// Whose step ended last, as a run sees it.
    fn last_end(&mut self, name: &PlanName) -> Result<Option<Last>, EngineError> {
        let session = self.plan_session(name)?;
        let tx = self.store.read()?;
        let view = View::need(tx.as_ref(), &session)?;
        let mut forgotten = Forgotten::default();
        let (thread, version) = (ThreadId::PRIMARY, view.session.version);
        forgotten.follow(tx.as_ref(), &session, thread, version, view.steps.iter())?;
        Ok(forgotten.last(view.steps.iter()))
    }

    fn prompt(&self, shown: &Shown, agents: &[(String, String)]) -> Result<String, EngineError> {
        let (sheet, prompts) = (&shown.sheet, self.prompts()?);
        let own = prompts.own(PromptName::RawkoArbiter)?;
        let filled = arbiter_prompt(&sheet.task, Some(sheet), last_error(sheet), agents, own);
        Ok(filled.map_err(AskError::Unprompted)?)
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

impl From<Rule> for How {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Suggested => Self::Suggested,
            Rule::Only => Self::Only,
            Rule::Follows => Self::Follows,
        }
    }
}
