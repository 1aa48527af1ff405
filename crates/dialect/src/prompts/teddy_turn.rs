//! One turn of `teddy plan`: who the agent is, what it sees, and what the user says.

use model::Diagnostic;

use super::hole::{Hole, needed};
use super::template;

pub(super) const FILE: &str = include_str!("teddy_turn.md");

pub(super) const HOLES: &[Hole] = &[
    needed(
        "input",
        "what the agent sees: its context, the files and the last report",
    ),
    needed("message", "what the user asks for"),
];

pub const VERSION: u32 = template::version(FILE);

#[derive(Debug, Clone)]
pub struct Input<'a> {
    /// The text of `system_prompt.xml`.
    pub system_prompt: &'a str,
    /// The text of `input.md`.
    pub input: &'a str,
    /// The user's message goes in as it is: it is the only part of a turn that gives orders.
    pub message: Option<&'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub system: String,
    pub user: String,
}

/// `instead` is the text of a user's own prompt. It shapes the user's part; the other is `system_prompt.xml` to the letter.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<Turn, Vec<Diagnostic>> {
    let user = template::fill(
        instead.unwrap_or(FILE),
        &[("input", input.input), ("message", input.message.unwrap_or_default())],
    )?;
    Ok(Turn {
        system: input.system_prompt.to_owned(),
        user,
    })
}

impl Turn {
    /// Both parts on one page, for a person who carries them to a model by hand.
    pub fn page(&self) -> String {
        format!("{}\n\n{}", self.system.trim_end(), self.user)
    }
}
