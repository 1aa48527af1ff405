//! What a door knows of the world outside: folders, the environment, the terminal.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use engine::{Clock, Setting};
use model::AgentName;

use crate::answer::{Answer, exit};

#[derive(Debug, Clone)]
pub struct Door {
    pub setting: Setting,
    /// `PLANWRIGHT_AGENT`.
    agent: Option<AgentName>,
    /// The person at the keyboard.
    user: Option<AgentName>,
    /// Columns of the terminal; no limit where the output goes elsewhere.
    pub columns: usize,
}

impl Door {
    pub fn from_environment() -> Result<Self, Answer> {
        let current_folder = env::current_dir()
            .map_err(|error| Answer::error(format!("error: the current folder cannot be read: {error}\n"), exit::IO))?;
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = folder("HOME");
        let state_folder = folder("XDG_STATE_HOME").or_else(|| Some(home.as_ref()?.join(".local/state")));
        Ok(Self {
            setting: Setting {
                current_folder,
                home,
                state_folder,
                store: folder("PLANWRIGHT_STORE"),
                clock: clock()?,
            },
            agent: agent()?,
            user: user(),
            columns: columns(),
        })
    }

    /// The same door, opened in another folder and kept to itself. For the demo.
    pub fn within(folder: PathBuf) -> Self {
        Self {
            setting: Setting {
                current_folder: folder,
                home: None,
                state_folder: None,
                store: None,
                clock: Clock::System,
            },
            agent: None,
            user: user(),
            columns: columns(),
        }
    }

    /// The same door to another store, if one was named.
    #[must_use]
    pub fn with_store(&self, store: Option<PathBuf>) -> Self {
        let mut door = self.clone();
        door.setting.store = store.or(door.setting.store);
        door
    }

    pub fn agent(&self) -> Option<&AgentName> {
        self.agent.as_ref()
    }

    /// Who is asking, where nothing was said: the person.
    pub fn person(&self) -> AgentName {
        let named = self.agent.as_ref().or(self.user.as_ref());
        named.cloned().unwrap_or_else(AgentName::unnamed)
    }
}

pub fn parse_agent(name: &str) -> Result<AgentName, String> {
    AgentName::new(name).map_err(|error| error.to_string())
}

fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn user() -> Option<AgentName> {
    let name = text("USER").or_else(|| text("LOGNAME"))?;
    AgentName::new(&name).ok()
}

fn agent() -> Result<Option<AgentName>, Answer> {
    let parsed = text("PLANWRIGHT_AGENT").map(|name| parse_agent(&name)).transpose();
    parsed.map_err(|error| Answer::error(format!("error: PLANWRIGHT_AGENT: {error}\n"), exit::USAGE))
}

/// `PLANWRIGHT_NOW` stops the clock, so that recorded sessions can be compared.
fn clock() -> Result<Clock, Answer> {
    match env::var_os("PLANWRIGHT_NOW") {
        None => Ok(Clock::System),
        Some(time) => fixed(&time).ok_or_else(|| {
            let text = "error: PLANWRIGHT_NOW is not a time like 2026-11-15T09:00:00Z\n";
            Answer::error(text.into(), exit::USAGE)
        }),
    }
}

fn fixed(time: &OsString) -> Option<Clock> {
    Clock::fixed(time.to_str()?)
}

fn columns() -> usize {
    const NARROWEST: usize = 40;
    let asked = || text("COLUMNS").and_then(|columns| columns.parse().ok());
    let terminal = rustix::termios::tcgetwinsize(std::io::stdout()).ok();
    match terminal {
        Some(size) if size.ws_col > 0 => usize::from(size.ws_col).max(NARROWEST),
        Some(_) => asked().unwrap_or(100).max(NARROWEST),
        None => usize::MAX,
    }
}
