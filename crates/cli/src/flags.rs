//! Flags and arguments that several front ends share, and how their values are read.

use std::path::{Component, Path, PathBuf};

use engine::turns::SandboxWish;
use model::{AgentName, SessionId, TaskKey, TaskNumber, TaskPath, TaskRef, ThreadId};
use render::Address;

use crate::assignment::Assignment;

/// For verbs that open a session of their own.
pub const NEW_SESSION: &str = "a new session is opened, so --session and --thread have no meaning here";
pub const NEW_SESSION_HINT: &str = "leave them out; the answer names the new session";

/// The heading of options that every command of a program has. They come last in its help.
pub const GLOBAL: &str = "Global options";

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Print the answer as JSON
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub json: bool,
    #[command(flatten)]
    pub scope: Scope,
}

/// Who asks about which plan. planloop says the same in words of its own.
#[derive(clap::Args, Clone, Default)]
pub struct Scope {
    /// The session, if not the current one [default: $PLANWRIGHT_SESSION]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "ID", value_parser = session)]
    pub session: Option<SessionId>,
    /// The thread, if not the primary one [default: $PLANWRIGHT_THREAD]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "N", value_parser = thread)]
    pub thread: Option<ThreadId>,
    /// The file of the store, if it is not in the project [default: $PLANWRIGHT_STORE]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// The name of the calling agent [default: $PLANWRIGHT_AGENT, else the user]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "NAME", value_parser = crate::door::parse_agent)]
    pub agent: Option<AgentName>,
}

impl Scope {
    /// As suggested commands have to say it again.
    pub fn address(&self, assignment: &Assignment) -> Address<'_> {
        Address {
            session: self.session.as_ref(),
            thread: assignment.said_thread(self.thread),
            agent: self.agent.as_ref(),
            is_appointed: assignment.is_given(),
        }
    }
}

/// Text that says something.
pub fn words(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("it is blank".to_owned());
    }
    Ok(text.to_owned())
}

/// A task's number or its key.
pub fn task(text: &str) -> Result<TaskRef, String> {
    if let Ok(number) = text.trim_start_matches('#').parse() {
        return Ok(TaskRef::Number(TaskNumber(number)));
    }
    TaskKey::new(text)
        .map(TaskRef::Key)
        .map_err(|_| "a task is named by its number or its key, such as 3 or write-the-login-form".to_owned())
}

pub fn key(text: &str) -> Result<TaskKey, String> {
    // Nobody could name the task by it.
    if text == "none" || text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("a key must not be a number or `none`".to_owned());
    }
    TaskKey::new(text).map_err(|error| error.to_string())
}

pub fn session(text: &str) -> Result<SessionId, String> {
    SessionId::new(text).map_err(|error| error.to_string())
}

/// A path within the project, with a leading `+` if the task creates what is there.
pub fn path(text: &str) -> Result<TaskPath, String> {
    let path = TaskPath::read(text);
    let is_inside = Path::new(&path.path)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if path.path.trim().is_empty() || !is_inside {
        return Err("a path is relative to the project, and stays within it".to_owned());
    }
    Ok(path)
}

/// The same for a file that was changed.
pub fn file(text: &str) -> Result<String, String> {
    path(text).map(|_| text.to_owned())
}

/// `2` or `thread_2`.
pub fn thread(text: &str) -> Result<ThreadId, String> {
    text.trim_start_matches("thread_")
        .parse()
        .map(ThreadId)
        .map_err(|_| "a thread is named by its number, such as 2 or thread_2".to_owned())
}

/// Which commands are sandboxed.
#[derive(clap::ValueEnum, Clone, Copy)]
pub enum Sandbox {
    Auto,
    Off,
    Always,
}

impl Sandbox {
    pub fn wish(self) -> SandboxWish {
        match self {
            Self::Auto => SandboxWish::Configured,
            Self::Off => SandboxWish::Off,
            Self::Always => SandboxWish::Always,
        }
    }
}
