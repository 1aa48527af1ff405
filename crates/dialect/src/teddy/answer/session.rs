//! Sessions: opened, gathered for, gone on with.

use std::fmt::Write;

use serde::Serialize;

use crate::native::json::pretty;
use crate::native::style::{DIM, paint};
use crate::native::visible::visible;

/// How a turn without a plan goes on, whoever is asked for it.
pub(super) const TO_PLAN: &str = "teddy plan -m \"WHAT YOU WANT\"";

/// A session that was opened.
#[derive(Serialize)]
pub struct NewView<'a> {
    pub session: &'a str,
    /// Its folder, absolute.
    pub path: &'a str,
    /// The folder of its first turn.
    pub turn: &'a str,
    pub agent: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<&'a str>,
}

pub fn new_json(view: &NewView<'_>) -> String {
    pretty(view)
}

/// The path alone on the first line, so that a script can take it.
pub fn new_text(view: &NewView<'_>) -> String {
    format!("{}\n", visible(view.path))
}

/// What to do in a session that was just opened.
pub fn new_hint(view: &NewView<'_>) -> String {
    let task = view
        .task
        .map(|task| format!("it advances the task {}\n", visible(task)))
        .unwrap_or_default();
    paint(DIM, format!("{task}now: {TO_PLAN}")).to_string() + "\n"
}

/// What was gathered for a turn.
#[derive(Serialize)]
pub struct ContextView<'a> {
    pub turn: &'a str,
    pub path: &'a str,
    pub bytes: usize,
    /// Estimated.
    pub tokens: usize,
    pub resources: Vec<WeightView<'a>>,
}

#[derive(Serialize)]
pub struct WeightView<'a> {
    pub resource: String,
    pub tokens: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<&'a str>,
}

pub fn context_json(view: &ContextView<'_>) -> String {
    pretty(view)
}

pub fn context_text(view: &ContextView<'_>) -> String {
    let mut text = String::new();
    for weight in &view.resources {
        let tokens = format!("{:>9}", about(weight.tokens));
        let trouble = weight.trouble.map(|why| paint(DIM, format!("  {}", visible(why))));
        let _ = writeln!(
            text,
            "{tokens}  {}{}",
            visible(&weight.resource),
            trouble.unwrap_or_default()
        );
    }
    let _ = writeln!(text, "{:>9}  in all, about as many tokens", about(view.tokens));
    let _ = writeln!(text, "{}", visible(view.path));
    text
}

/// Where a session stands that cannot go on by itself.
#[derive(Serialize)]
pub struct ResumeView<'a> {
    pub session: &'a str,
    pub turn: &'a str,
    /// `over`.
    pub state: &'static str,
    pub message: &'a str,
}

pub fn resume_json(view: &ResumeView<'_>) -> String {
    pretty(view)
}

pub fn resume_text(view: &ResumeView<'_>) -> String {
    format!("{}: {}\n", visible(view.turn), visible(view.message))
}

#[derive(Serialize)]
struct PromptShape<'a> {
    agent: &'a str,
    prompt: &'a str,
}

pub fn prompt_json(agent: &str, prompt: &str) -> String {
    pretty(&PromptShape { agent, prompt })
}

#[derive(Serialize)]
struct AgentsShape<'a> {
    agents: &'a [String],
}

pub fn agents_json(agents: &[String]) -> String {
    pretty(&AgentsShape { agents })
}

pub fn agents_text(agents: &[String]) -> String {
    agents.iter().map(|agent| format!("{}\n", visible(agent))).collect()
}

fn about(tokens: usize) -> String {
    format!("~{tokens}")
}
