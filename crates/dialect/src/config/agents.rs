//! The sections `[agents.NAME]`: who can be given a step of a plan, and who comes next.

use std::collections::BTreeMap;

use model::{AgentName, limits};

use super::fault::{CONFLICT, Faults, TYPE, VALUE, quoted, ticked};
use super::section::{Section, Text};
use super::sections::program;

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

pub(super) fn agents(top: &Section<'_>, faults: &mut Faults) -> BTreeMap<String, AgentConfig> {
    let sections = top.sections("agents", faults);
    let names: Vec<&str> = sections.iter().map(Section::last_name).collect();
    let built_in = BUILT_IN.iter().map(|(name, _)| *name);
    let known: Vec<&str> = names
        .iter()
        .copied()
        .chain(built_in.filter(|name| !names.contains(name)))
        .collect();
    let mut agents = BTreeMap::new();
    for section in &sections {
        let name = section.last_name().to_owned();
        check_name(section, &name, faults);
        section.check_keys(KEYS, faults);
        check_targets(section, &known, faults);
        agents.extend(agent(section, faults).map(|agent| (name, agent)));
    }
    agents
}

fn agent(section: &Section<'_>, faults: &mut Faults) -> Option<AgentConfig> {
    let work = work(section, faults);
    let text = |key: &str, faults: &mut Faults| section.text(key, TEXT_HINT, faults).map(|text| text.text.to_owned());
    let config = AgentConfig {
        when: text("when", faults),
        prompt: text("prompt", faults),
        on_success: text("on_success", faults),
        on_failure: text("on_failure", faults),
        timeout_s: section.number("timeout_s", &(1..=limits::COMMAND_S_MAX), faults),
        work: AgentWork::Planner,
    };
    Some(AgentConfig { work: work?, ..config })
}

fn work(section: &Section<'_>, faults: &mut Faults) -> Option<AgentWork> {
    let command = program(section, COMMAND_HINT, faults);
    let is_planner = section.flag("planner", faults);
    match (section.key_span("command"), is_planner) {
        (Some(span), Some(true)) => {
            let message = format!("{} is both a command and a planner.", section.title());
            faults.note(CONFLICT, span, message, "Keep the one that should work.");
            None
        }
        (Some(_), _) => {
            let command = command?;
            check_program(section, &command[0], faults);
            Some(AgentWork::Command(command))
        }
        (None, Some(true)) => Some(AgentWork::Planner),
        // What was written instead has been told of already.
        (None, None) if section.key_span("planner").is_some() => None,
        (None, _) => {
            let message = format!("{} does not say how the agent works.", section.title());
            faults.note(VALUE, section.span(), message, KIND_HINT);
            None
        }
    }
}

/// A path that begins in the current folder would be another program in every project, and the project would choose it.
fn check_program(section: &Section<'_>, program: &str, faults: &mut Faults) {
    if program.contains('/') && !program.starts_with('/') {
        let message = format!(
            "{} would lead to another program in every project: {}.",
            section.way("command"),
            quoted(program)
        );
        let span = section.key_span("command").unwrap_or_else(|| section.span());
        faults.note(VALUE, span, message, PROGRAM_HINT);
    }
}

fn check_targets(section: &Section<'_>, known: &[&str], faults: &mut Faults) {
    for key in ["on_success", "on_failure"] {
        // What is no text is told of when it is read.
        let Some(Text { text, span }) = section.text(key, NAME_HINT, &mut Faults::default()) else {
            continue;
        };
        if !known.contains(&text) {
            let message = format!(
                "{} leads to {}, and there is no such agent.",
                section.way(key),
                quoted(text)
            );
            faults.note(VALUE, span, message, format!("There are {}.", ticked(known)));
        }
    }
}

fn check_name(section: &Section<'_>, name: &str, faults: &mut Faults) {
    let is_name = AgentName::new(name).is_ok_and(|agent| agent.as_str() == name);
    if !is_name {
        let message = format!("{} cannot be the name of an agent.", quoted(name));
        let hint = format!(
            "A name has 1 to {} characters, and no blanks around it.",
            limits::NAME_CHARS
        );
        faults.note(TYPE, section.span(), message, hint);
    }
}
