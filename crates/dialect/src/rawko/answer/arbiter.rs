//! The answers of `arbiter prompt` and `arbiter select`.

use serde::Serialize;

use super::steps::excerpt;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BOLD, DIM, paint};
use crate::native::visible::visible;

/// Who decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The plan names the agent for the step.
    Suggested,
    /// The agent before says who comes after it.
    Transition,
    /// There was only one to choose from.
    Only,
    Planner,
}

#[derive(Debug, Clone, Copy)]
pub struct ChoiceView<'a> {
    pub agent: &'a str,
    /// Of the step that the agent is chosen for.
    pub step_index: Option<u32>,
    pub by: Choice,
    pub reasoning: &'a str,
}

#[derive(Serialize)]
struct PromptShape<'a> {
    prompt: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChoiceShape<'a> {
    agent: &'a str,
    step_index: Option<u32>,
    by: &'static str,
    reasoning: &'a str,
}

/// For people and planners, the prompt itself is the answer.
pub fn arbiter_json(prompt: &str) -> String {
    pretty(&PromptShape { prompt })
}

pub fn choice_json(view: &ChoiceView<'_>) -> String {
    pretty(&ChoiceShape {
        agent: view.agent,
        step_index: view.step_index,
        by: view.by.word(),
        reasoning: view.reasoning,
    })
}

pub fn choice_text(view: &ChoiceView<'_>) -> String {
    let mut page = Page::default();
    let step = view.step_index.map(|index| format!(" for step {index}"));
    page.line(format!(
        "{}{}  {}",
        paint(BOLD, visible(view.agent)),
        step.unwrap_or_default(),
        paint(DIM, view.by.sentence())
    ));
    for line in excerpt(view.reasoning) {
        page.indented(line);
    }
    page.finish()
}

impl Choice {
    fn word(self) -> &'static str {
        match self {
            Self::Suggested => "suggested",
            Self::Transition => "transition",
            Self::Only => "only",
            Self::Planner => "planner",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Suggested => "the plan suggests it",
            Self::Transition => "the agent before it says so",
            Self::Only => "there is no other",
            Self::Planner => "a planner was asked",
        }
    }
}
