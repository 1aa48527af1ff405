//! What a door knows of the world outside: folders, the environment, the terminal.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::{Clock, Desktop, Discretion, Setting};
use model::AgentName;
use render::errors::Trouble;

use crate::answer::{Answer, exit};
use crate::assignment::{Assignment, MEND};

#[derive(Debug, Clone)]
pub struct Door {
    pub setting: Setting,
    /// `PLANWRIGHT_AGENT`.
    agent: Option<AgentName>,
    /// What the environment says of the plan that is meant.
    pub assignment: Assignment,
    /// `PLANLOOP_SESSION`.
    session: Option<String>,
    /// `AGENTCTL_SESSION_ID`.
    planning_session: Option<String>,
    /// The person at the keyboard.
    user: Option<AgentName>,
    pub desktop: Desktop,
    /// `NO_COLOR`.
    no_color: Option<String>,
    /// Columns of the terminal; no limit where the output goes elsewhere.
    pub columns: usize,
}

/// The world outside is not as it must be. The door that was knocked at says so in its own way.
#[derive(Debug)]
pub struct Misfit(pub Trouble);

/// A whole program: answers one command line, and notes if secrets were redacted.
pub fn serve(
    complain: impl FnOnce(&[OsString], &Trouble) -> Answer,
    run: impl FnOnce(Vec<OsString>, &Door) -> Answer,
) -> ExitCode {
    let line: Vec<OsString> = env::args_os().collect();
    let answer = match Door::from_environment() {
        Ok(door) => run(line, &door).noting(&door.setting.discretion),
        Err(misfit) => complain(&line, &misfit.0),
    };
    answer.print()
}

impl Misfit {
    pub fn variable(message: String) -> Self {
        Self(Trouble::new("usage", message).with_exit(exit::USAGE).with_hint(MEND))
    }
}

impl Door {
    pub fn from_environment() -> Result<Self, Misfit> {
        let current_folder = env::current_dir().map_err(|error| {
            let message = format!("the current folder cannot be read: {error}");
            Misfit(Trouble::new("io", message).with_exit(exit::IO))
        })?;
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        // The current folder has no links in it, and the two are compared.
        let home = folder("HOME").filter(|home| home.is_absolute());
        let home = home.map(|home| home.canonicalize().unwrap_or(home));
        // Paths are written down as text.
        let home = home.filter(|home| home.to_str().is_some());
        let state_folder = base_folder(folder("XDG_STATE_HOME"), home.as_deref(), ".local/state");
        let config_folder = base_folder(folder("XDG_CONFIG_HOME"), home.as_deref(), ".config");
        let discretion = Discretion::new(env::vars_os().collect(), config_folder.clone());
        Ok(Self {
            setting: Setting {
                current_folder,
                home,
                state_folder,
                config_folder,
                store: folder("PLANWRIGHT_STORE"),
                clock: clock()?,
                discretion,
            },
            agent: agent()?,
            assignment: Assignment::from_environment()?,
            session: name("PLANLOOP_SESSION")?,
            planning_session: name("AGENTCTL_SESSION_ID")?,
            user: user(),
            desktop: desktop(),
            no_color: text("NO_COLOR"),
            columns: columns(),
        })
    }

    /// The same door to another store, if one was named.
    #[must_use]
    pub fn with_store(&self, store: Option<PathBuf>) -> Self {
        let mut door = self.clone();
        door.setting.store = store.or(door.setting.store);
        door
    }

    /// The whole environment. The engine decides what commands get of it.
    pub fn variables(&self) -> Vec<(OsString, OsString)> {
        env::vars_os().collect()
    }

    pub fn agent(&self) -> Option<&AgentName> {
        self.agent.as_ref()
    }

    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The session that an agent plans in.
    pub fn planning_session(&self) -> Option<&str> {
        self.planning_session.as_deref()
    }

    pub fn no_color(&self) -> Option<&str> {
        self.no_color.as_deref()
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

/// A relative folder is ignored, as the XDG specification says: it could be in the project, where commands can write.
fn base_folder(named: Option<PathBuf>, home: Option<&Path>, below_home: &str) -> Option<PathBuf> {
    let named = named.filter(|folder| folder.is_absolute());
    named.or_else(|| Some(home?.join(below_home)))
}

fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Text that must not be passed over because it cannot be read.
pub fn name(variable: &str) -> Result<Option<String>, Misfit> {
    match env::var(variable) {
        Err(env::VarError::NotUnicode(_)) => Err(Misfit::variable(format!("{variable} is not UTF-8"))),
        found => Ok(found.ok().filter(|value| !value.is_empty())),
    }
}

fn user() -> Option<AgentName> {
    let name = text("USER").or_else(|| text("LOGNAME"))?;
    AgentName::new(&name).ok()
}

fn agent() -> Result<Option<AgentName>, Misfit> {
    let parsed = text("PLANWRIGHT_AGENT").map(|name| parse_agent(&name)).transpose();
    parsed.map_err(|error| Misfit::variable(format!("PLANWRIGHT_AGENT: {error}")))
}

/// `PLANWRIGHT_NOW` stops the clock, so that recorded sessions can be compared. A release build ignores the variable:
/// nothing in the environment may make a claim or an approval older or newer than it is.
fn clock() -> Result<Clock, Misfit> {
    match env::var_os("PLANWRIGHT_NOW").filter(|_| cfg!(debug_assertions)) {
        None => Ok(Clock::System),
        Some(time) => fixed(&time)
            .ok_or_else(|| Misfit::variable("PLANWRIGHT_NOW is not a time like 2026-11-15T09:00:00Z".to_owned())),
    }
}

fn fixed(time: &OsString) -> Option<Clock> {
    Clock::fixed(time.to_str()?)
}

fn desktop() -> Desktop {
    let is_set = |name: &str| text(name).is_some();
    Desktop {
        programs: env::var_os("PATH").unwrap_or_default(),
        has_wayland: is_set("WAYLAND_DISPLAY"),
        has_x11: is_set("DISPLAY"),
        is_remote: is_set("SSH_CONNECTION") || is_set("SSH_TTY"),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policy_is_never_read_from_where_one_happens_to_stand() {
        let home = Some(Path::new("/u/ann"));
        let check = |named: Option<&str>, home, expected: Option<&str>| {
            let folder = base_folder(named.map(PathBuf::from), home, ".config");
            assert_eq!(folder.as_deref(), expected.map(Path::new), "{named:?}");
        };
        check(Some("/etc/ann"), home, Some("/etc/ann"));
        check(Some("config"), home, Some("/u/ann/.config"));
        check(None, home, Some("/u/ann/.config"));
        check(Some("."), None, None);
    }
}
