//! What an agent is told of its step.

use dialect::config::AgentWork;
use dialect::prompts::step::{self, Earlier, Ending};
use model::{Outcome, Task, TaskState, limits};

use super::counting::Counting;
use super::error::RunFault;
use super::picture::Picture;
use super::roster::Agent;
use crate::error::EngineError;
use crate::prompts::{PromptName, Prompts};

pub(super) fn brief(
    picture: &Picture,
    task: &Task,
    agent: &Agent,
    counting: Counting,
    prompts: &Prompts,
) -> Result<String, RunFault> {
    let thread = picture.thread_state()?;
    let brief = &task.brief;
    let paths: Vec<String> = brief.paths.iter().map(ToString::to_string).collect();
    let finished = finished(picture, task)?;
    let notes: Vec<Option<String>> = finished.iter().map(|(_, outcome)| clipped(outcome)).collect();
    let earlier: Vec<Earlier<'_>> = finished
        .iter()
        .zip(&notes)
        .map(|((task, outcome), note)| {
            Ok(Earlier {
                number: counting.of(picture, task)?,
                title: &task.brief.title,
                note: note.as_deref(),
                files: &outcome.files,
            })
        })
        .collect::<Result<_, EngineError>>()?;
    let plan = thread.plan.as_ref();
    let constraints = plan.map(|plan| plan.metadata.constraints.as_slice());
    let input = step::Input {
        prompt: agent.prompt.as_deref(),
        goal: picture.goal(),
        plan: plan.map(|plan| plan.body.trim()).unwrap_or_default(),
        number: counting.of(picture, task)?,
        total: thread.counts.total(),
        title: &brief.title,
        instructions: &brief.body,
        checklist: &brief.checklist,
        acceptance: &brief.acceptance,
        hints: &brief.hints,
        paths: &paths,
        constraints: constraints.unwrap_or_default(),
        earlier: &earlier,
        ending: match agent.work {
            AgentWork::Command(_) => Ending::Exit,
            AgentWork::Planner => Ending::Conclude,
        },
    };
    step::render(&input, prompts.own(PromptName::Step)?).map_err(|faults| EngineError::Unprompted(faults).into())
}

/// What the task builds on, directly or not; where nothing says what that is, all that is done. The latest are told of.
fn finished<'a>(picture: &'a Picture, task: &Task) -> Result<Vec<(&'a Task, &'a Outcome)>, RunFault> {
    let tasks = picture.tasks()?;
    let mut wanted = std::collections::BTreeSet::new();
    let mut open = task.after.clone();
    while let Some(number) = open.pop() {
        if wanted.insert(number) {
            open.extend(tasks.after(number));
        }
    }
    let is_wanted = |other: &&Task| task.after.is_empty() || wanted.contains(&other.number);
    let done = tasks.rows().filter(is_wanted).filter_map(|task| match &task.state {
        TaskState::Done(outcome) => Some((task, outcome)),
        _ => None,
    });
    let mut done: Vec<_> = done.collect();
    let left_out = done.len().saturating_sub(limits::AGENT_EARLIER_STEPS);
    Ok(done.split_off(left_out))
}

fn clipped(outcome: &Outcome) -> Option<String> {
    let note = outcome.note.as_deref()?;
    Some(dialect::records::clip(note, limits::AGENT_EARLIER_CHARS))
}
