//! The agents that can be given a step, and which one comes next. Runs use it, and commands that show what a run would do.

mod last;

use dialect::config::{AgentConfig, AgentWork, BUILT_IN, Config};
use dialect::prompts::rawko_arbiter::default_when;
use model::AgentName;

use crate::error::EngineError;
use crate::run::RunFault;

pub(crate) use last::{Forgotten, Last};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Agent {
    pub name: AgentName,
    pub work: AgentWork,
    pub when: String,
    pub prompt: Option<String>,
    pub on_success: Option<AgentName>,
    pub on_failure: Option<AgentName>,
    pub timeout_s: Option<u64>,
}

/// By name. Whoever the user has configured comes before those that are built in.
#[derive(Debug)]
pub(crate) struct Roster {
    agents: Vec<Agent>,
}

/// Why an agent comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The step asks for it.
    Suggested,
    /// There is nobody else.
    Only,
    /// The user has said whom it follows.
    Follows,
}

impl Agent {
    /// One that nobody has configured.
    pub fn bare(name: &AgentName) -> Self {
        Self {
            name: name.clone(),
            work: AgentWork::Planner,
            when: String::new(),
            prompt: None,
            on_success: None,
            on_failure: None,
            timeout_s: None,
        }
    }
}

impl Roster {
    /// Those of a run, which must be there.
    pub fn of(config: &Config, has_planner: bool) -> Result<Self, EngineError> {
        let roster = Self::new(config, has_planner)?;
        roster.check_targets()?;
        match roster.agents.is_empty() {
            true => Err(RunFault::NoAgents.into()),
            false => Ok(roster),
        }
    }

    /// Planner agents are there only if somebody can be asked for plans.
    pub fn new(config: &Config, has_planner: bool) -> Result<Self, EngineError> {
        let mut agents = Vec::new();
        for (name, agent) in &config.agents {
            if has_planner || agent.work != AgentWork::Planner {
                agents.push(configured(name, agent)?);
            }
        }
        for (name, when) in BUILT_IN.iter().filter(|_| has_planner) {
            if !config.agents.contains_key(*name) {
                agents.push(built_in(name, when)?);
            }
        }
        Ok(Self { agents })
    }

    pub fn get(&self, name: &str) -> Option<&Agent> {
        self.agents
            .iter()
            .find(|agent| agent.name.as_str().eq_ignore_ascii_case(name))
    }

    pub fn names(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.name.to_string()).collect()
    }

    /// Each with when to choose it, for an arbiter.
    pub fn lines(&self) -> Vec<(String, String)> {
        let line = |agent: &Agent| (agent.name.to_string(), agent.when.clone());
        self.agents.iter().map(line).collect()
    }

    /// The suggested agent, else the only one there is, else the one that follows the last. `None` is a question for the
    /// arbiter.
    pub fn decided(&self, suggested: Option<&AgentName>, last: Option<&Last>) -> Option<(&Agent, Rule)> {
        if let Some(agent) = suggested.and_then(|name| self.get(name.as_str())) {
            return Some((agent, Rule::Suggested));
        }
        if let [only] = self.agents.as_slice() {
            return Some((only, Rule::Only));
        }
        let last = last?;
        let before = self.get(last.agent.as_str())?;
        let next = match last.error {
            None => before.on_success.as_ref(),
            Some(_) => before.on_failure.as_ref(),
        };
        self.get(next?.as_str()).map(|agent| (agent, Rule::Follows))
    }

    fn check_targets(&self) -> Result<(), EngineError> {
        for agent in &self.agents {
            for target in agent.on_success.iter().chain(&agent.on_failure) {
                if self.get(target.as_str()).is_none() {
                    return Err(RunFault::UnknownTarget {
                        agent: agent.name.to_string(),
                        target: target.to_string(),
                        known: self.names(),
                    }
                    .into());
                }
            }
        }
        Ok(())
    }
}

fn configured(name: &str, agent: &AgentConfig) -> Result<Agent, EngineError> {
    let target = |target: &Option<String>| target.as_deref().map(named).transpose();
    let when = || match &agent.work {
        AgentWork::Command(argv) => default_when(argv.first().map(String::as_str)),
        AgentWork::Planner => default_when(None),
    };
    Ok(Agent {
        name: named(name)?,
        work: agent.work.clone(),
        when: agent.when.clone().unwrap_or_else(when),
        prompt: agent.prompt.clone(),
        on_success: target(&agent.on_success)?,
        on_failure: target(&agent.on_failure)?,
        timeout_s: agent.timeout_s,
    })
}

fn built_in(name: &str, when: &str) -> Result<Agent, EngineError> {
    Ok(Agent {
        when: when.to_owned(),
        ..Agent::bare(&named(name)?)
    })
}

fn named(name: &str) -> Result<AgentName, EngineError> {
    Ok(AgentName::new(name)?)
}

#[cfg(test)]
#[path = "roster/roster_tests.rs"]
mod tests;
