//! Who asked, and about which plan, as the command line said it. A command that is suggested to the asker says the same,
//! so that it can be used as it stands.

use dialect::text::shell::shell_word;
use dialect::text::visible::visible;
use model::{AgentName, SessionId, ThreadId};

/// What the environment says needs no flag: it says the same to the next command.
#[derive(Debug, Clone, Copy)]
pub struct Address<'a> {
    pub session: Option<&'a SessionId>,
    /// The same numbers stand for other tasks in other threads.
    pub thread: Option<ThreadId>,
    pub agent: Option<&'a AgentName>,
    /// Whoever asks was given one task by a run, which hands out the others itself.
    pub is_appointed: bool,
}

impl Address<'_> {
    /// Nothing was said.
    pub const NONE: Self = Self {
        session: None,
        thread: None,
        agent: None,
        is_appointed: false,
    };

    pub fn on(&self, command: impl Into<String>) -> String {
        let mut command = command.into();
        for (flag, value) in [
            ("--session", self.session.map(ToString::to_string)),
            ("--thread", self.thread.map(|thread| thread.0.to_string())),
            ("--agent", self.agent.map(ToString::to_string)),
        ] {
            if let Some(value) = value {
                command.extend([" ", flag, " ", &visible(&shell_word(&value))]);
            }
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_said_again() {
        assert_eq!(Address::NONE.on("planloop status --json"), "planloop status --json");
        let (session, agent) = (SessionId::new("login-1").unwrap(), AgentName::new("bob").unwrap());
        let address = Address {
            session: Some(&session),
            thread: Some(ThreadId(2)),
            agent: Some(&agent),
            is_appointed: false,
        };
        let said = "planwright done 3 --session login-1 --thread 2 --agent bob";
        assert_eq!(address.on("planwright done 3"), said);
        let agent = AgentName::new("x;touch \u{202e}inj").unwrap();
        let address = Address {
            agent: Some(&agent),
            ..Address::NONE
        };
        assert_eq!(
            address.on("planwright next"),
            r"planwright next --agent 'x;touch \u{202e}inj'"
        );
    }
}
