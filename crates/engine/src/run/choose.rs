//! Which agent does a step, where neither the plan nor the transitions say: a language model is asked, and its answer is
//! read as data.

use std::sync::atomic::AtomicBool;

use dialect::answers::read_choice;
use dialect::prompts::rawko_arbiter::{self, Current, Input, Plan};
use model::{AgentName, Phase, Purpose, Standing, Task, TaskState};

use super::error::RunFault;
use super::picture::Picture;
use super::roster::{Agent, Roster};
use crate::decompose::{broken_prompt, consultation};
use crate::planner::{Asking, Expected, Planner};
use crate::project::Engine;
use crate::prompts::{PromptName, Prompts};
use crate::sessions::Target;

/// An answer that is no choice is asked for once more.
const ROUNDS: usize = 2;

pub(super) struct Arbiter<'a> {
    pub planner: &'a dyn Planner,
    pub target: &'a Target,
    pub by: &'a AgentName,
    pub cancelled: &'a AtomicBool,
}

impl Arbiter<'_> {
    pub fn choose(
        &self,
        engine: &mut Engine,
        picture: &Picture,
        roster: &Roster,
        task: &Task,
    ) -> Result<Agent, RunFault> {
        let question = question(picture, roster, task, &engine.prompts()?)?;
        let names = roster.names();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut prompt = question.clone();
        let mut why = String::new();
        for _ in 0..ROUNDS {
            let asking = Asking {
                system: "",
                prompt: &prompt,
                answer: Expected::Text,
            };
            let answer = self.planner.ask(&asking, &mut |_| {}, self.cancelled);
            let answer = answer.map_err(|error| RunFault::Engine(error.into()))?;
            let (choice, faults) = read_choice(&answer.text, &known);
            let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
            why = messages.join(" ");
            let outcome = match &choice {
                Some(name) => format!("task {}: {name}", task.number),
                None => format!("task {}: not understood: {why}", task.number),
            };
            engine.tell(self.target, self.by, consultation(Purpose::Arbitrate, &answer, outcome))?;
            if let Some(agent) = choice.and_then(|name| roster.get(&name)) {
                return Ok(agent.clone());
            }
            prompt = format!("{question}\n## What was wrong with your last answer\n\n{why}\n");
        }
        Err(RunFault::NoChoice { task: task.number, why })
    }
}

fn question(picture: &Picture, roster: &Roster, task: &Task, prompts: &Prompts) -> Result<String, RunFault> {
    let thread = picture.thread_state()?;
    let mut ordered: Vec<&Task> = thread.tasks.rows().collect();
    ordered.sort_by_key(|task| (task.order, task.number));
    let index = |number| ordered.iter().position(|other| other.number == number);
    let index = |number| index(number).and_then(|index| u32::try_from(index).ok()).unwrap_or(0);
    let pending: Vec<(u32, String)> = ordered
        .iter()
        .filter(|task| task.standing() == Standing::Todo)
        .map(|task| (index(task.number), task.brief.title.clone()))
        .collect();
    let last_error = ordered.iter().find_map(|task| match &task.state {
        TaskState::Failed(failure) => Some(failure.error.as_str()),
        _ => None,
    });
    let agents = roster.lines();
    let input = Input {
        task: picture.goal().unwrap_or(&task.brief.title),
        plan: Some(Plan {
            status: Phase::of(&thread.counts, true).word(),
            complete: usize::try_from(thread.counts.settled()).unwrap_or(usize::MAX),
            total: ordered.len(),
            current: Some(Current {
                index: index(task.number),
                description: &task.brief.title,
                suggested_agent: task.brief.agent.as_ref().map(AgentName::as_str),
                acceptance_criteria: &task.brief.acceptance,
            }),
            pending: &pending,
        }),
        last_error,
        agents: &agents,
    };
    rawko_arbiter::render(&input, prompts.own(PromptName::RawkoArbiter)).map_err(|faults| broken_prompt(&faults).into())
}
