//! One call of a planloop verb.

use std::io::ErrorKind;

use dialect::Address;
use dialect::native::error_text;
use dialect::planloop::answer::{self, ErrorAnswer};
use engine::{EngineError, Target};
use model::{AgentName, SessionId};

use crate::answer::{Answer, exit};
use crate::door::Door;
use crate::planwright::args::Scope;
use crate::{assignment, trouble};

pub struct Call<'a> {
    pub door: &'a Door,
    pub scope: Scope,
}

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, scope: Scope) -> Self {
        Self { door, scope }
    }

    /// The name that was given, if any.
    pub fn agent(&self) -> Option<AgentName> {
        self.scope.agent.as_ref().or(self.door.agent()).cloned()
    }

    pub fn asker(&self) -> AgentName {
        self.agent().unwrap_or_else(AgentName::unnamed)
    }

    pub fn target(&self) -> Target {
        let named = self.scope.session.as_ref().map(SessionId::as_str);
        let session = named.or(self.door.session());
        self.door.assignment.target_in(session, self.scope.thread)
    }

    /// As suggested commands have to say it again.
    pub fn address(&self) -> Address<'_> {
        self.scope.address(&self.door.assignment)
    }

    /// Every error in the shape that agents know.
    pub fn failed(&self, error: &EngineError) -> Answer {
        let mut told = told(error, &self.address());
        if let Some(variable) = self.blamed(error) {
            told.message = format!("{variable}: {}", told.message);
            told.hint = Some("Correct the variable, or unset it; `planloop sessions` lists what is there.".to_owned());
        }
        Answer::machine_error(answer::error(&told), trouble::code(error))
    }

    /// The variable that says what could not be found.
    fn blamed(&self, error: &EngineError) -> Option<&'static str> {
        match error {
            EngineError::UnknownSession { wanted, .. } => {
                (self.door.session() == Some(wanted)).then_some("PLANLOOP_SESSION")
            }
            EngineError::UnknownThread { .. } => self.door.assignment.blamed(error),
            _ => None,
        }
    }

    /// A payload that is no text is wrong in itself; its file is in order.
    pub fn unread(&self, error: &EngineError) -> Answer {
        match error {
            EngineError::File { source, .. } if source.kind() == ErrorKind::InvalidData => {
                let answer = ErrorAnswer {
                    hint: Some("Send it as UTF-8.".to_owned()),
                    ..plain(answer::INVALID_PAYLOAD, error.to_string())
                };
                Answer::machine_error(answer::error(&answer), exit::INVALID)
            }
            other => self.failed(other),
        }
    }

    /// The same for people.
    pub fn failed_text(&self, error: &EngineError) -> Answer {
        let mut trouble = trouble::trouble(error, &self.address());
        if let Some(variable) = self.blamed(error) {
            trouble = assignment::explained(variable, error, trouble);
        }
        Answer::error(error_text(&trouble), trouble::code(error))
    }
}

pub fn usage_error(message: &str, hint: &str) -> Answer {
    let answer = ErrorAnswer {
        hint: Some(hint.to_owned()),
        ..plain("usage", message.to_owned())
    };
    Answer::machine_error(answer::error(&answer), exit::USAGE)
}

/// By a person.
pub fn refused(error_type: &str, message: String, hint: &str) -> Answer {
    let answer = ErrorAnswer {
        hint: Some(hint.to_owned()),
        ..plain(error_type, message)
    };
    Answer::machine_error(answer::error(&answer), exit::REFUSED)
}

fn told<'a>(error: &'a EngineError, address: &Address<'_>) -> ErrorAnswer<'a> {
    match error {
        EngineError::Invalid { diagnostics, version } => ErrorAnswer {
            version: Some(version.0),
            ..answer::invalid(diagnostics)
        },
        EngineError::Rejected { diagnostics, version } => ErrorAnswer {
            version: Some(version.0),
            ..answer::rejected(diagnostics)
        },
        EngineError::Refused { refusals, version } => ErrorAnswer {
            // A session that could not be opened has none.
            version: Some(version.0).filter(|version| *version > 0),
            ..answer::refusal(refusals, address)
        },
        EngineError::NoSession => ErrorAnswer {
            hint: Some("Start one with `planloop start --goal \"…\"`, or name one with `--session`.".into()),
            ..plain(answer::NO_SESSION, "There is no session in this project yet.".into())
        },
        EngineError::UnknownThread { session, thread } => {
            plain("unknown_thread", format!("Session '{session}' has no {thread}."))
        }
        EngineError::UnknownSession { wanted, known } => ErrorAnswer {
            details: known.iter().map(|line| line.session.id.to_string()).collect(),
            hint: Some("`planloop sessions` lists them.".into()),
            ..plain(answer::UNKNOWN_SESSION, format!("There is no session '{wanted}'."))
        },
        other => {
            let trouble = trouble::trouble(other, address);
            ErrorAnswer {
                details: trouble.details,
                hint: trouble.hint,
                ..plain(trouble.kind, trouble.message)
            }
        }
    }
}

fn plain(error_type: &str, message: String) -> ErrorAnswer<'_> {
    ErrorAnswer {
        error_type,
        message,
        details: Vec::new(),
        diagnostics: &[],
        version: None,
        hint: None,
    }
}
