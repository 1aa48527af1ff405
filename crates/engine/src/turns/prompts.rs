//! The agents that control can be handed to, and what each of them is told.

use dialect::teddy::prompts;
use model::AgentName;

use super::bench::Workbench;
use super::error::TurnError;
use super::place::teddy_path;

const FOLDER: &str = "prompts";
const SUFFIX: &str = ".xml";
pub(super) const DEFAULT: &str = prompts::DEFAULT_AGENT;

impl Workbench {
    /// The prompt of an agent, whatever the case of its name: the project's own, else ours. The default one for `None`.
    pub fn prompt(&self, agent: Option<&str>) -> Result<(AgentName, String), TurnError> {
        self.agent(agent.unwrap_or(DEFAULT))
    }

    /// By name, lower case.
    pub fn agents(&self) -> Result<Vec<String>, TurnError> {
        let mut agents: Vec<String> = prompts::AGENTS.iter().map(|agent| agent.to_lowercase()).collect();
        agents.extend(self.own_prompts()?.into_iter().map(|(agent, _)| agent));
        agents.sort();
        agents.dedup();
        Ok(agents)
    }

    pub(super) fn agent(&self, wanted: &str) -> Result<(AgentName, String), TurnError> {
        let name = wanted.trim().to_lowercase();
        let unknown = |known| TurnError::UnknownAgent {
            wanted: wanted.to_owned(),
            known,
        };
        let own = self.own_prompts()?.into_iter().find(|(agent, _)| *agent == name);
        let prompt = match own {
            Some((_, file)) => self.text(&teddy_path(&format!("{FOLDER}/{file}")))?,
            None => prompts::prompt(&name).map(str::to_owned),
        };
        match (AgentName::new(&name), prompt) {
            (Ok(agent), Some(prompt)) => Ok((agent, prompt)),
            _ => Err(unknown(self.agents()?)),
        }
    }

    /// Names of agents, lower case, and of the files that describe them.
    fn own_prompts(&self) -> Result<Vec<(String, String)>, TurnError> {
        let folder = teddy_path(FOLDER);
        if self.tree.look_up(&folder)? != workspace::Found::Folder {
            return Ok(Vec::new());
        }
        let names = self.tree.list(Some(&folder))?.into_iter().map(|entry| entry.name);
        let agent = |file: String| Some((file.strip_suffix(SUFFIX)?.to_lowercase(), file));
        Ok(names.filter_map(agent).collect())
    }
}
