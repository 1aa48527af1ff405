//! What each agent is told: who it is, how it works, and how a plan is written.

/// Everybody who can be handed control.
pub const AGENTS: [&str; 4] = ["Pathfinder", "Architect", "Developer", "Debugger"];

/// The agent of a session that names none.
pub const DEFAULT_AGENT: &str = AGENTS[0];

/// An agent's own part and the format that all of them share.
macro_rules! prompt {
    ($file:literal) => {
        concat!(
            "<prompt>\n",
            include_str!(concat!("prompts/", $file)),
            include_str!("prompts/format.xml"),
            "</prompt>\n"
        )
    };
}

/// The prompt of an agent, whatever the case of its name.
pub fn prompt(agent: &str) -> Option<&'static str> {
    const PROMPTS: [&str; 4] = [
        prompt!("pathfinder.xml"),
        prompt!("architect.xml"),
        prompt!("developer.xml"),
        prompt!("debugger.xml"),
    ];
    let name = agent.trim();
    let index = AGENTS.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    Some(PROMPTS[index])
}

#[cfg(test)]
#[path = "prompts/prompts_tests.rs"]
mod tests;
