//! A list of concrete actions that an agent asks leave to carry out.

mod action;
mod block;
mod resource;
mod spanned;
mod verb;

pub use action::{Action, Chat, Conclude, Create, Edit, Execute, Invoke, Pair, Prune, Read, Research, Variable};
pub use block::{Block, with_plain_newlines};
pub use resource::Resource;
pub use spanned::Spanned;
pub use verb::Verb;

use crate::memo::MemoChange;

/// Only whole actions are part of a proposal; what cannot be carried out is told beside it by whoever read it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proposal {
    pub title: Spanned<String>,
    /// The list below the title, in its order.
    pub header: Vec<Field>,
    pub rationale: Rationale,
    pub memos: Vec<Spanned<MemoLine>>,
    pub actions: Vec<Spanned<Action>>,
}

/// A named value, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: Spanned<String>,
    pub value: Spanned<String>,
}

/// Why these actions. A section that was not found is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rationale {
    /// All of it, verbatim.
    pub text: Spanned<String>,
    pub synthesis: Spanned<String>,
    pub justification: Spanned<String>,
    pub expected_outcome: Spanned<String>,
    pub state_dashboard: Spanned<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoLine {
    pub change: MemoChange,
    /// For people; it is not remembered.
    pub comment: Option<String>,
}

impl Proposal {
    /// The value of a header field, whatever the case of its name.
    pub fn header(&self, name: &str) -> Option<&Spanned<String>> {
        let field = self
            .header
            .iter()
            .find(|field| field.name.value.eq_ignore_ascii_case(name))?;
        Some(&field.value)
    }

    /// The status without its decoration: `Green` of `Green 🟢`.
    pub fn status(&self) -> Option<&str> {
        let decorated = &self.header("Status")?.value;
        let mut words = decorated.split(|c: char| !c.is_alphanumeric());
        words.find(|word| !word.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_a_word() {
        for (given, word) in [
            ("Green 🟢", Some("Green")),
            ("🟡 **Yellow**", Some("Yellow")),
            ("Red", Some("Red")),
            ("🔴", None),
        ] {
            let field = Field {
                name: Spanned::unplaced("status".to_owned()),
                value: Spanned::unplaced(given.to_owned()),
            };
            let proposal = Proposal {
                header: vec![field],
                ..Proposal::default()
            };
            assert_eq!(proposal.status(), word, "{given}");
        }
        assert_eq!(Proposal::default().status(), None);
    }
}
