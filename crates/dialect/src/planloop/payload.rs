//! The payload of `planloop update`: what an agent wants to add, change and say.

pub(crate) mod fields;
pub(crate) mod read;
pub(crate) mod rules;

use model::{AgentName, Brief, DroppedAs, Move, NewTask, TaskRef, Uid};

use crate::data::Field;

pub use read::read_update;
pub(crate) use rules::WORDING;
pub use rules::{DUPLICATE_KEY, EMPTY, JSON, LIMIT, MISSING_FIELD, TYPE, UNKNOWN_FIELD, VALUE};

/// Where a change comes from: the agent that sent it, and where its tasks are in the text. The lists are empty for tasks
/// that no text holds.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct PayloadOrigin {
    pub agent: Option<AgentName>,
    pub add: Vec<FieldPlaces>,
    pub update: Vec<FieldPlaces>,
}

/// Where an object and its fields begin, in bytes of the text.
#[derive(Debug, PartialEq, Eq)]
pub struct FieldPlaces(Vec<(&'static str, usize)>);

impl FieldPlaces {
    fn of(object: &Field<'_>, known: &[(&'static str, Field<'_>)]) -> Self {
        let fields = known.iter().map(|(name, field)| (*name, field.node.span.start));
        Self(fields.chain([("", object.node.span.start)]).collect())
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.iter().any(|(name, _)| *name == field)
    }

    /// The start of the field, or of the object if the field is missing.
    pub(crate) fn start(&self, field: &str) -> Option<usize> {
        let found = self.0.iter().find(|(name, _)| *name == field).or(self.0.last());
        found.map(|(_, start)| *start)
    }
}

/// The engine sets the id when it applies the task.
pub(crate) fn new_task(brief: Brief, after: Vec<TaskRef>) -> NewTask {
    NewTask {
        uid: Uid([0; 16]),
        key: None,
        brief,
        after,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Todo,
    InProgress,
    Done,
    Cancelled,
}

impl Status {
    pub const ALL: [Self; 4] = [Self::Todo, Self::InProgress, Self::Done, Self::Cancelled];

    pub fn word(self) -> &'static str {
        match self {
            Self::Todo => "TODO",
            Self::InProgress => "IN_PROGRESS",
            Self::Done => "DONE",
            Self::Cancelled => "CANCELLED",
        }
    }

    fn to_move(self) -> Move {
        match self {
            Self::Todo => Move::Reopen,
            Self::InProgress => Move::Start,
            Self::Done => Move::finish(None, Vec::new()),
            Self::Cancelled => Move::Drop {
                how: DroppedAs::Cancelled,
                reason: None,
            },
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}
