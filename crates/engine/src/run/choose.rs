//! Which agent does a step, where neither the plan nor the transitions say.

use dialect::prompts::rawko_arbiter::{self, Current, Input, Plan};
use model::{AgentName, Phase, Standing, Task, TaskState};

use super::counting::place;
use super::error::RunFault;
use super::picture::Picture;
use super::roster::{Agent, Roster};
use super::{Lack, NoChoice};
use crate::arbiter::Arbiter;
use crate::error::EngineError;
use crate::project::Engine;
use crate::prompts::{PromptName, Prompts};

pub(super) fn choose(
    arbiter: &mut Arbiter<'_>,
    engine: &mut Engine,
    picture: &Picture,
    roster: &Roster,
    task: &Task,
) -> Result<Result<Agent, Lack>, RunFault> {
    let question = question(picture, roster, task, &engine.prompts()?)?;
    let names = roster.names();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let no_choice = |why| Ok(Err(Lack::NoChoice(why)));
    let about = format!("task {}", task.number);
    let name = match arbiter.choose(engine, &question, &known, &about) {
        Ok(name) => name,
        Err(EngineError::Undecided(problems)) => return no_choice(NoChoice::Unreadable(problems)),
        // Others go on without the arbiter, and whoever has stopped the run is heard anyway.
        Err(EngineError::Planner(error)) => return no_choice(NoChoice::NoAnswer(error)),
        Err(other) => return Err(other.into()),
    };
    match roster.get(&name).cloned() {
        Some(agent) => Ok(Ok(agent)),
        None => no_choice(NoChoice::UnknownAgent(name)),
    }
}

fn question(picture: &Picture, roster: &Roster, task: &Task, prompts: &Prompts) -> Result<String, RunFault> {
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
    rawko_arbiter::render(&input, prompts.own(PromptName::RawkoArbiter)?)
        .map_err(|faults| EngineError::Unprompted(faults).into())
}
