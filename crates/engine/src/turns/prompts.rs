//! The agents that control can be handed to, and what each of them is told.

use dialect::teddy::prompts;
use model::{AgentName, RelPath};

use super::bench::Workbench;
use super::error::TurnError;
use super::place::teddy_path;
use crate::error::EngineError;

const FOLDER: &str = "prompts";
const SUFFIX: &str = ".xml";
pub(super) const DEFAULT: &str = prompts::DEFAULT_AGENT;

/// The system prompt of an agent.
pub struct AgentPrompt {
    pub agent: AgentName,
    pub text: String,
    /// The file of the project that replaces the built-in prompt of this agent.
    pub replaced_by: Option<RelPath>,
}

/// A file of the project that replaces a built-in prompt.
pub struct ReplacedPrompt {
    pub agent: String,
    pub path: RelPath,
}

impl Workbench {
    /// The prompt of an agent, whatever the case of its name: the project's own, else ours. The default one for `None`.
    pub fn prompt(&self, agent: Option<&str>) -> Result<AgentPrompt, EngineError> {
        self.agent(agent.unwrap_or(DEFAULT))
    }

    /// Every built-in prompt that a file of the project replaces.
    pub fn replaced_prompts(&self) -> Vec<ReplacedPrompt> {
        // A folder that cannot be read stops only the verbs that need a prompt.
        let mut own = self.own_prompts().unwrap_or_default();
        own.retain(|(agent, _)| prompts::prompt(agent).is_some());
        own.sort();
        own.dedup_by(|later, first| later.0 == first.0);
        let replaced = |(agent, file): (String, String)| ReplacedPrompt {
            agent,
            path: prompt_path(&file),
        };
        own.into_iter().map(replaced).collect()
    }

    /// By name, lower case.
    pub fn agents(&self) -> Result<Vec<String>, EngineError> {
        let mut agents: Vec<String> = prompts::AGENTS.iter().map(|agent| agent.to_lowercase()).collect();
        agents.extend(self.own_prompts()?.into_iter().map(|(agent, _)| agent));
        agents.sort();
        agents.dedup();
        Ok(agents)
    }

    pub(super) fn agent(&self, wanted: &str) -> Result<AgentPrompt, EngineError> {
        let name = wanted.trim().to_lowercase();
        let unknown = |known| TurnError::UnknownAgent {
            wanted: wanted.to_owned(),
            known,
        };
        let own = self.own_prompts()?.into_iter().find(|(agent, _)| *agent == name);
        let own = own.map(|(_, file)| prompt_path(&file));
        let built_in = prompts::prompt(&name);
        let text = match &own {
            Some(path) => self.text(path)?,
            None => built_in.map(str::to_owned),
        };
        match (AgentName::new(&name), text) {
            (Ok(agent), Some(text)) => Ok(AgentPrompt {
                agent,
                text,
                replaced_by: own.filter(|_| built_in.is_some()),
            }),
            _ => Err(unknown(self.agents()?).into()),
        }
    }

    /// Names of agents, lower case, and of the files that describe them.
    fn own_prompts(&self) -> Result<Vec<(String, String)>, EngineError> {
        let folder = teddy_path(FOLDER);
        if self.tree.look_up(&folder)? != workspace::Found::Folder {
            return Ok(Vec::new());
        }
        let names = self.tree.list(Some(&folder))?.into_iter().map(|entry| entry.name);
        let agent = |file: String| Some((file.strip_suffix(SUFFIX)?.to_lowercase(), file));
        Ok(names.filter_map(agent).collect())
    }
}

fn prompt_path(file: &str) -> RelPath {
    teddy_path(&format!("{FOLDER}/{file}"))
}
