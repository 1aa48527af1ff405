//! # agent-name
//!
//! `agent` is the name of an agent driver: not empty, at most 64 characters, no control characters. A name that we
//! have not heard of, and that is none of your own (`[agents.NAME]` in your configuration), is accepted, with a warning.
//!
//! Drivers come and go, so any name may be right. A typo, though, would leave the task to nobody.
//!
//! Bad:  `agent: claude-cod`
//! Good: `agent: claude-code`

use model::{AgentName, Diagnostic};

use super::quoted;
use crate::agentctl::draft::TaskDraft;
use crate::agentctl::known_agents::KNOWN_AGENTS;
use crate::spelling::nearest;

pub const RULE: &str = "agent-name";

pub(super) fn check(task: &TaskDraft<'_>, own: &[String]) -> Option<Diagnostic> {
    let agent = task.words.agent.as_ref()?;
    match AgentName::new(&agent.value) {
        Err(fault) => {
            let message = format!("The agent {} is not valid: {}.", quoted(&agent.value), fault.why);
            let hint = "Name a driver such as `claude-code`, or leave the key out.";
            Some(task.source.error(RULE, &agent.span, message).with_hint(hint))
        }
        Ok(name) if KNOWN_AGENTS.contains(&name.as_str()) => None,
        Ok(name) if own.iter().any(|own| own.eq_ignore_ascii_case(name.as_str())) => None,
        Ok(name) => {
            let message = format!("{} is not an agent that we have heard of.", quoted(name.as_str()));
            let hint = match nearest(
                name.as_str(),
                KNOWN_AGENTS.into_iter().chain(own.iter().map(String::as_str)),
            ) {
                Some(meant) => format!("Did you mean `{meant}`? If not, the name is kept as it is."),
                None => "The name is kept as it is.".to_owned(),
            };
            Some(task.source.warning(RULE, &agent.span, message).with_hint(hint))
        }
    }
}
