//! What each kind of action says. Fields that we do not know are kept in `extras`.

use std::ops::Range;

use super::{Block, Field, Resource, Spanned, Verb};
use crate::path::RelPath;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Create(Create),
    Read(Read),
    Edit(Edit),
    Execute(Execute),
    Research(Research),
    Chat(Chat),
    Invoke(Invoke),
    Conclude(Conclude),
    Prune(Prune),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Create {
    pub path: Spanned<RelPath>,
    pub description: Option<Spanned<String>>,
    pub content: Spanned<Block>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub resource: Spanned<Resource>,
    pub description: Option<Spanned<String>>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub path: Spanned<RelPath>,
    pub description: Option<Spanned<String>>,
    /// At least one.
    pub pairs: Vec<Pair>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub find: Spanned<Block>,
    pub replace: Spanned<Block>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execute {
    pub description: Option<Spanned<String>>,
    pub expected_outcome: Option<Spanned<String>>,
    /// The root if absent.
    pub cwd: Option<Spanned<RelPath>>,
    pub env: Vec<Variable>,
    pub timeout_s: Option<Spanned<u64>>,
    pub allow_failure: bool,
    pub command: Spanned<Block>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub name: Spanned<String>,
    pub value: Spanned<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Research {
    pub description: Option<Spanned<String>>,
    /// At least one.
    pub queries: Vec<Spanned<Block>>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    pub message: Spanned<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoke {
    pub agent: Spanned<String>,
    pub resources: Vec<Spanned<Resource>>,
    pub message: Spanned<String>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclude {
    pub resources: Vec<Spanned<Resource>>,
    pub message: Spanned<String>,
    pub extras: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prune {
    pub resource: Spanned<Resource>,
    pub description: Option<Spanned<String>>,
    pub extras: Vec<Field>,
}

impl Action {
    pub fn verb(&self) -> Verb {
        match self {
            Self::Create(_) => Verb::Create,
            Self::Read(_) => Verb::Read,
            Self::Edit(_) => Verb::Edit,
            Self::Execute(_) => Verb::Execute,
            Self::Research(_) => Verb::Research,
            Self::Chat(_) => Verb::Chat,
            Self::Invoke(_) => Verb::Invoke,
            Self::Conclude(_) => Verb::Conclude,
            Self::Prune(_) => Verb::Prune,
        }
    }

    /// The fields that we do not know.
    pub fn extras(&self) -> &[Field] {
        match self {
            Self::Create(action) => &action.extras,
            Self::Read(action) => &action.extras,
            Self::Edit(action) => &action.extras,
            Self::Execute(action) => &action.extras,
            Self::Research(action) => &action.extras,
            Self::Chat(_) => &[],
            Self::Invoke(action) => &action.extras,
            Self::Conclude(action) => &action.extras,
            Self::Prune(action) => &action.extras,
        }
    }
}

impl Action {
    /// The same action as if all of it stood in one place: for a version that takes the place of another.
    #[must_use]
    pub fn moved_to(mut self, place: &Range<usize>) -> Self {
        let to = place;
        match &mut self {
            Self::Create(create) => {
                create.path.span = to.clone();
                create.content.span = to.clone();
            }
            Self::Read(Read { resource, .. }) | Self::Prune(Prune { resource, .. }) => resource.span = to.clone(),
            Self::Edit(edit) => {
                edit.path.span = to.clone();
                for pair in &mut edit.pairs {
                    pair.find.span = to.clone();
                    pair.replace.span = to.clone();
                }
            }
            Self::Execute(execute) => {
                execute.command.span = to.clone();
                execute.cwd.iter_mut().for_each(|cwd| cwd.span = to.clone());
            }
            Self::Research(research) => research.queries.iter_mut().for_each(|query| query.span = to.clone()),
            Self::Chat(chat) => chat.message.span = to.clone(),
            Self::Invoke(Invoke {
                resources,
                message,
                agent,
                ..
            }) => {
                agent.span = to.clone();
                message.span = to.clone();
                resources.iter_mut().for_each(|resource| resource.span = to.clone());
            }
            Self::Conclude(Conclude { resources, message, .. }) => {
                message.span = to.clone();
                resources.iter_mut().for_each(|resource| resource.span = to.clone());
            }
        }
        self
    }
}
