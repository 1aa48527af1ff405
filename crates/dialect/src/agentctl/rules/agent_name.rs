use model::{AgentName, Diagnostic};

use super::{AGENT_NAME, quoted};
use crate::agentctl::draft::TaskDraft;
use crate::agentctl::known_agents::KNOWN_AGENTS;
use crate::spelling::nearest;

pub(super) fn check(task: &TaskDraft<'_>, own: &[String]) -> Option<Diagnostic> {
    let agent = task.words.agent.as_ref()?;
    match AgentName::new(&agent.value) {
        Err(fault) => {
            let message = format!("The agent {} is not valid: {}.", quoted(&agent.value), fault.why);
            let hint = "Name a driver such as `claude-code`, or leave the key out.";
            Some(task.source.error(AGENT_NAME, &agent.span, message).with_hint(hint))
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
            Some(task.source.warning(AGENT_NAME, &agent.span, message).with_hint(hint))
        }
    }
}
