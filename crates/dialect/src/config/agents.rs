//! The sections `[agents.NAME]`: who can be given a step of a plan, and who comes next.

use std::collections::BTreeMap;

use model::{AgentName, limits};

use super::rules::{CONFLICT, TYPE, VALUE, WORDING};
use super::section::{Section, Text, note};
use super::sections::program;
use crate::data::{Collector, quoted, ticked};

pub(super) const KEYS: &[&str] = &[
    "command",
    "planner",
    "when",
    "prompt",
    "on_success",
    "on_failure",
    "timeout_s",
];

/// There without being configured, as soon as somebody can be asked for plans: name, and when to choose it.
pub const BUILT_IN: [(&str, &str); 4] = [
    (
        "planner",
        "to look around, and to find out how something should be done",
    ),
    ("developer", "to write and change code"),
    ("tester", "to write tests, and to run them"),
    (
        "reviewer",
        "to look at what others have done, and to put right what is wrong",
    ),
];

const COMMAND_HINT: &str = "Write the program and its arguments, like `[\"claude\", \"-p\"]`. No shell reads them.";
const PROGRAM_HINT: &str = "Write a name that is found on the PATH, or the whole path from `/` on.";
const TEXT_HINT: &str = "Write a text in quotes.";
const NAME_HINT: &str = "Write the name of an agent, in quotes.";
const KIND_HINT: &str = "Write `command = [\"prog\", \"arg\"]`, or `planner = true`.";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentConfig {
    pub work: AgentWork,
    /// When an arbiter should choose it.
    pub when: Option<String>,
    /// What it is told before every task.
    pub prompt: Option<String>,
    /// Who comes next.
    pub on_success: Option<String>,
    pub on_failure: Option<String>,
    pub timeout_s: Option<u64>,
}

/// How an agent works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentWork {
    /// A program and its arguments. The task comes on its standard input.
    Command(Vec<String>),
    /// By turns, whose plans a language model writes.
    Planner,
}

pub(super) fn agents(top: &Section<'_>, log: &mut Collector<'_>) -> BTreeMap<String, AgentConfig> {
    let Some(agents) = top.section("agents", log) else {
        return BTreeMap::new();
    };
    let sections = agents.sections(log);
    let names: Vec<&str> = sections.iter().map(|section| section.name).collect();
    let built_in = BUILT_IN.iter().map(|(name, _)| *name);
    let known: Vec<&str> = names
        .iter()
        .copied()
        .chain(built_in.filter(|name| !names.contains(name)))
        .collect();
    let mut agents = BTreeMap::new();
    for section in &sections {
        check_name(section, log);
        section.check_keys(KEYS, log);
        check_targets(section, &known, log);
        agents.extend(agent(section, log).map(|agent| (section.name.to_owned(), agent)));
    }
    agents
}

fn agent(section: &Section<'_>, log: &mut Collector<'_>) -> Option<AgentConfig> {
    let work = work(section, log);
    let text = |key: &str, log: &mut Collector<'_>| section.text(key, TEXT_HINT, log).map(|text| text.text.to_owned());
    let config = AgentConfig {
        when: text("when", log),
        prompt: text("prompt", log),
        on_success: text("on_success", log),
        on_failure: text("on_failure", log),
        timeout_s: section.number("timeout_s", &(1..=limits::COMMAND_S_MAX), log),
        work: AgentWork::Planner,
    };
    Some(AgentConfig { work: work?, ..config })
}

fn work(section: &Section<'_>, log: &mut Collector<'_>) -> Option<AgentWork> {
    let command = program(section, COMMAND_HINT, log);
    let is_planner = section.flag("planner", log);
    match (section.key_span("command"), is_planner) {
        (Some(span), Some(true)) => {
            let message = format!("{} is both a command and a planner.", section.title());
            note(log, CONFLICT, span, message, "Keep the one that should work.");
            None
        }
        (Some(_), _) => {
            let command = command?;
            check_program(section, &command[0], log);
            Some(AgentWork::Command(command))
        }
        (None, Some(true)) => Some(AgentWork::Planner),
        // What was written instead has been told of already.
        (None, None) if section.key_span("planner").is_some() => None,
        (None, _) => {
            let message = format!("{} does not say how the agent works.", section.title());
            note(log, VALUE, section.span.clone(), message, KIND_HINT);
            None
        }
    }
}

/// A path that begins in the current folder would be another program in every project, and the project would choose it.
fn check_program(section: &Section<'_>, program: &str, log: &mut Collector<'_>) {
    if program.contains('/') && !program.starts_with('/') {
        let message = format!(
            "{} would lead to another program in every project: `{}`.",
            section.path("command"),
            quoted(program)
        );
        let span = section.key_span("command").unwrap_or_else(|| section.span.clone());
        note(log, VALUE, span, message, PROGRAM_HINT);
    }
}

fn check_targets(section: &Section<'_>, known: &[&str], log: &mut Collector<'_>) {
    for key in ["on_success", "on_failure"] {
        // What is no text is told of when it is read.
        let Some(Text { text, span }) = section.text(key, NAME_HINT, &mut Collector::new("", &WORDING)) else {
            continue;
        };
        if !known.contains(&text) {
            let message = format!(
                "{} leads to `{}`, and there is no such agent.",
                section.path(key),
                quoted(text)
            );
            note(log, VALUE, span, message, format!("There are {}.", ticked(known)));
        }
    }
}

fn check_name(section: &Section<'_>, log: &mut Collector<'_>) {
    let name = section.name;
    let is_name = AgentName::new(name).is_ok_and(|agent| agent.as_str() == name);
    if !is_name {
        let message = format!("`{}` cannot be the name of an agent.", quoted(name));
        let hint = format!(
            "A name has 1 to {} characters, and no blanks around it.",
            limits::NAME_CHARS
        );
        note(log, TYPE, section.span.clone(), message, hint);
    }
}
