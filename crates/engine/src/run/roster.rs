//! Who can be given a step.

use dialect::config::{AgentConfig, AgentWork, BUILT_IN, Config};
use model::{AgentName, Task, TaskState, Tasks};

use super::error::RunFault;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Agent {
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
pub(super) struct Roster {
    agents: Vec<Agent>,
}

/// How the last agent ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Last {
    pub agent: AgentName,
    pub has_succeeded: bool,
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
    /// Planner agents are there only if somebody can be asked for plans.
    pub fn of(config: &Config, has_planner: bool) -> Result<Self, RunFault> {
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
        let roster = Self { agents };
        roster.check_targets()?;
        match roster.agents.is_empty() {
            true => Err(RunFault::NoAgents),
            false => Ok(roster),
        }
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

    /// The suggested agent, else the one that follows the last, else the only one there is. `None` is a question for the
    /// arbiter.
    pub fn decided(&self, task: &Task, last: Option<&Last>) -> Option<&Agent> {
        let suggested = task.brief.agent.as_ref().and_then(|name| self.get(name.as_str()));
        let next = || {
            let last = last?;
            let agent = self.get(last.agent.as_str())?;
            let next = match last.has_succeeded {
                true => agent.on_success.as_ref(),
                false => agent.on_failure.as_ref(),
            };
            self.get(next?.as_str())
        };
        let only = || match self.agents.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        suggested.or_else(next).or_else(only)
    }

    fn check_targets(&self) -> Result<(), RunFault> {
        for agent in &self.agents {
            for target in agent.on_success.iter().chain(&agent.on_failure) {
                if self.get(target.as_str()).is_none() {
                    return Err(RunFault::UnknownTarget {
                        agent: agent.name.to_string(),
                        target: target.to_string(),
                        known: self.names(),
                    });
                }
            }
        }
        Ok(())
    }
}

/// Whoever ended last, by the plan itself: it is the same after a restart.
pub(super) fn last(tasks: &Tasks) -> Option<Last> {
    let ended = tasks.rows().filter_map(|task| match &task.state {
        TaskState::Done(outcome) => Some((outcome.at, task.number, &outcome.by, true)),
        TaskState::Failed(failure) => Some((failure.at, task.number, &failure.by, false)),
        TaskState::Todo | TaskState::Doing(_) | TaskState::Dropped(_) => None,
    });
    let latest = ended.max_by_key(|(at, number, ..)| (*at, *number));
    latest.map(|(_, _, by, has_succeeded)| Last {
        agent: by.clone(),
        has_succeeded,
    })
}

fn configured(name: &str, agent: &AgentConfig) -> Result<Agent, RunFault> {
    let target = |target: &Option<String>| target.as_deref().map(named).transpose();
    let when = match &agent.work {
        AgentWork::Command(argv) => format!("whenever `{}` can do it", argv[0]),
        AgentWork::Planner => "whenever no other fits better".to_owned(),
    };
    Ok(Agent {
        name: named(name)?,
        work: agent.work.clone(),
        when: agent.when.clone().unwrap_or(when),
        prompt: agent.prompt.clone(),
        on_success: target(&agent.on_success)?,
        on_failure: target(&agent.on_failure)?,
        timeout_s: agent.timeout_s,
    })
}

fn built_in(name: &str, when: &str) -> Result<Agent, RunFault> {
    Ok(Agent {
        when: when.to_owned(),
        ..Agent::bare(&named(name)?)
    })
}

fn named(name: &str) -> Result<AgentName, RunFault> {
    AgentName::new(name).map_err(|error| RunFault::Engine(crate::EngineError::InvalidName(error)))
}

#[cfg(test)]
#[path = "roster_tests.rs"]
mod tests;
