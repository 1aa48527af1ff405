//! Who is asking.

use std::fmt;

use crate::id::InvalidId;
use crate::limits;

/// The name an agent or a person goes by. Claims carry it, so two workers need two names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentName(String);

impl AgentName {
    const UNNAMED: &'static str = "unnamed";

    pub fn new(name: &str) -> Result<Self, InvalidId> {
        let name = name.trim();
        let fault = |why| {
            Err(InvalidId {
                what: "agent name",
                given: name.chars().take(limits::NAME_CHARS).collect(),
                why,
            })
        };
        if name.is_empty() {
            return fault("it is empty");
        }
        if name.chars().count() > limits::NAME_CHARS {
            return fault("it is longer than 64 characters");
        }
        if name.chars().any(char::is_control) {
            return fault("it holds a control character");
        }
        Ok(Self(name.to_owned()))
    }

    /// A caller that did not say who it is. All such callers are one, which is right as long as there is only one.
    pub fn unnamed() -> Self {
        Self(Self::UNNAMED.to_owned())
    }

    pub fn is_unnamed(&self) -> bool {
        self.0 == Self::UNNAMED
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
