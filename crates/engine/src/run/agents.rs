//! The agents of a run: which agent does a step, and why a step has none.

use std::collections::{BTreeMap, BTreeSet};

use dialect::prompts::rawko_arbiter::{self, Current, Input, Plan};
use model::{AgentName, Fence, OpVersion, Phase, Standing, Task, TaskNumber, TaskState};

use super::picture::{Picture, place};
use super::{Lack, NoChoice};
use crate::arbiter::Arbiter;
use crate::error::{AskError, EngineError};
use crate::project::Engine;
use crate::prompts::{PromptName, Prompts};
use crate::roster::{Agent, Roster};

/// After this many restarts, the run gives a step to no agent.
const RESTARTS_MAX: usize = 3;

pub(super) struct RunAgents {
    roster: Roster,
    /// The arbiter's choices for steps that have not started. Each choice costs money.
    chosen: BTreeMap<TaskNumber, Agent>,
    /// Why some tasks have no agent.
    lacks: BTreeMap<TaskNumber, Lack>,
    /// Agents whose programs could not be started, and why. They are not tried again for every task.
    not_started: BTreeMap<AgentName, String>,
    /// The claims of steps whose criteria changed while their agents worked.
    restarts: BTreeMap<TaskNumber, BTreeSet<Fence>>,
    /// The version of the plan when each agent began to work.
    busy_since: BTreeMap<AgentName, OpVersion>,
}

impl RunAgents {
    pub fn new(roster: Roster) -> Self {
        Self {
            roster,
            chosen: BTreeMap::new(),
            lacks: BTreeMap::new(),
            not_started: BTreeMap::new(),
            restarts: BTreeMap::new(),
            busy_since: BTreeMap::new(),
        }
    }

    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The agent that the plan, the roster or the arbiter decided on.
    pub fn decided(&self, picture: &Picture, task: &Task) -> Option<Agent> {
        let last = picture.last_end();
        let decided = self.roster.decided(task.brief.agent.as_ref(), last.as_ref());
        let decided = decided.map(|(agent, _)| agent);
        decided.or_else(|| self.chosen.get(&task.number)).cloned()
    }

    pub fn choose(&mut self, number: TaskNumber, agent: Agent) {
        self.chosen.insert(number, agent);
    }

    /// The step starts. The next time that it does, the arbiter is asked again.
    pub fn forget_choice(&mut self, number: TaskNumber) {
        self.chosen.remove(&number);
    }

    /// The task has no agent. Other tasks go on.
    pub fn lack(&mut self, number: TaskNumber, lack: Lack) {
        self.lacks.insert(number, lack);
    }

    pub fn lack_of(&self, number: TaskNumber) -> Option<&Lack> {
        self.lacks.get(&number)
    }

    pub fn without_agent(&self) -> BTreeSet<TaskNumber> {
        self.lacks.keys().copied().collect()
    }

    pub fn remember_not_started(&mut self, agent: &AgentName, reason: String) {
        self.not_started.insert(agent.clone(), reason);
    }

    /// Whether the program of the agent could not be started. Then the task has no agent.
    pub fn lacks_program(&mut self, number: TaskNumber, agent: &AgentName) -> bool {
        let Some(why) = self.not_started.get(agent).cloned() else {
            return false;
        };
        let agent = agent.clone();
        self.lack(number, Lack::Unstarted { agent, why });
        true
    }

    /// An agent that releases its step would do so again, and be paid for it every time.
    pub fn remember_release(&mut self, number: TaskNumber, agent: &AgentName) {
        let mut by = match self.lacks.remove(&number) {
            Some(Lack::HandedBack { by }) => by,
            _ => Vec::new(),
        };
        if !by.contains(agent) {
            by.push(agent.clone());
        }
        self.lack(number, Lack::HandedBack { by });
    }

    /// An agent that changes its own criteria would be paid for the same step until no attempt is left.
    pub fn remember_restart(&mut self, number: TaskNumber, fence: Fence) {
        let claims = self.restarts.entry(number).or_default();
        claims.insert(fence);
        let times = claims.len();
        if times >= RESTARTS_MAX {
            self.lack(number, Lack::Restless { times });
        }
    }

    /// Forgets why tasks had no agent, if the plan names one by now.
    pub fn forget_lacks(&mut self, picture: &Picture) {
        let mut lacks = std::mem::take(&mut self.lacks);
        lacks.retain(|number, lack| {
            let task = picture.task(*number).ok().flatten();
            let agent = task.and_then(|task| self.decided(picture, task));
            let is_decided = agent.is_some_and(|agent| match lack {
                Lack::HandedBack { by } => !by.contains(&agent.name),
                Lack::Unstarted { agent: absent, .. } => *absent != agent.name,
                Lack::Restless { .. } => false,
                Lack::Undecided { .. } | Lack::NoChoice(_) => true,
            });
            !is_decided
        });
        self.lacks = lacks;
    }

    /// A step has ended, and an agent may follow the one that did it. The arbiter is not asked the same question twice.
    pub fn reconsider(&mut self) {
        self.lacks.retain(|_, lack| !matches!(lack, Lack::Undecided { .. }));
    }

    pub fn note_begin(&mut self, agent: &AgentName, version: OpVersion) {
        self.busy_since.insert(agent.clone(), version);
    }

    pub fn busy_since(&self, agent: &AgentName) -> Option<OpVersion> {
        self.busy_since.get(agent).copied()
    }
}

/// Asks the arbiter which agent does a step, where neither the plan nor the roster decides.
pub(super) fn ask_arbiter(
    arbiter: &mut Arbiter<'_>,
    engine: &mut Engine,
    picture: &Picture,
    roster: &Roster,
    task: &Task,
) -> Result<Result<Agent, Lack>, EngineError> {
    let question = question(picture, roster, task, &engine.prompts()?)?;
    let names = roster.names();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let no_choice = |why| Ok(Err(Lack::NoChoice(why)));
    let about = format!("task {}", task.number);
    let name = match arbiter.choose(engine, &question, &known, &about) {
        Ok(name) => name,
        Err(EngineError::Ask(AskError::Undecided(problems))) => return no_choice(NoChoice::Unreadable(problems)),
        // Others go on without the arbiter, and whoever has stopped the run is heard anyway.
        Err(EngineError::Planner(error)) => return no_choice(NoChoice::NoAnswer(error)),
        Err(other) => return Err(other),
    };
    match roster.get(&name).cloned() {
        Some(agent) => Ok(Ok(agent)),
        None => no_choice(NoChoice::UnknownAgent(name)),
    }
}

fn question(picture: &Picture, roster: &Roster, task: &Task, prompts: &Prompts) -> Result<String, EngineError> {
    let thread = picture.thread_state()?;
    let mut ordered: Vec<&Task> = thread.tasks.rows().collect();
    ordered.sort_by_key(|task| task.place());
    let pending: Vec<(u32, String)> = (0..)
        .zip(&ordered)
        .filter(|(_, task)| task.standing() == Standing::Todo)
        .map(|(index, task)| (index, task.brief.title.clone()))
        .collect();
    let failed = ordered.iter().find_map(|task| match &task.state {
        TaskState::Failed(failure) => Some(failure.error.clone()),
        _ => None,
    });
    let last_error = failed.or_else(|| picture.last_end()?.error);
    let agents = roster.lines();
    let input = Input {
        task: picture.goal().unwrap_or(&task.brief.title),
        plan: Some(Plan {
            status: Phase::of(&thread.counts, true).word(),
            complete: usize::try_from(thread.counts.settled()).unwrap_or(usize::MAX),
            total: ordered.len(),
            current: Some(Current {
                index: place(picture, task)?,
                description: &task.brief.title,
                suggested_agent: task.brief.agent.as_ref().map(AgentName::as_str),
                acceptance_criteria: &task.brief.acceptance,
            }),
            pending: &pending,
        }),
        last_error: last_error.as_deref(),
        agents: &agents,
    };
    let filled = rawko_arbiter::render(&input, prompts.own(PromptName::RawkoArbiter)?);
    Ok(filled.map_err(AskError::Unprompted)?)
}
