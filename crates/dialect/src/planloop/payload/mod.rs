//! The payload of `planloop update`: what an agent wants to add, change and say.

mod change;
pub(crate) mod fields;
pub(crate) mod read;
pub(crate) mod rules;

use model::{AgentName, Kind, TaskPath};

use crate::data::Field;

pub use read::read_update;
pub(crate) use rules::WORDING;
pub use rules::{DUPLICATE_KEY, EMPTY, JSON, LIMIT, MISSING_FIELD, TYPE, UNKNOWN_FIELD, VALUE};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payload {
    pub add: Vec<TaskDraft>,
    pub update: Vec<UpdateDraft>,
    pub summary: Option<String>,
    pub last_seen: Option<u64>,
    pub agent: Option<AgentName>,
}

/// A task that does not exist yet. A field that is not there is for the gates to judge, not for the reader.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaskDraft {
    pub title: Option<String>,
    pub kind: Option<Kind>,
    pub dependencies: Vec<u32>,
    pub hints: Option<Vec<String>>,
    pub paths: Option<Vec<TaskPath>>,
    pub places: FieldPlaces,
}

/// New values for the given fields of a task that exists or is added by the same payload.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UpdateDraft {
    pub id: u32,
    pub status: Option<Status>,
    pub title: Option<String>,
    pub kind: Option<Kind>,
    pub hints: Option<Vec<String>>,
    pub paths: Option<Vec<TaskPath>>,
    pub dependencies: Option<Vec<u32>>,
    pub fence: Option<u64>,
    pub places: FieldPlaces,
}

/// Where an object and its fields begin, in bytes of the text. Empty for a draft that no text holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldPlaces(Vec<(&'static str, usize)>);

impl FieldPlaces {
    fn of(object: &Field<'_>, known: &[(&'static str, Field<'_>)]) -> Self {
        let fields = known.iter().map(|(name, field)| (*name, field.node.span.start));
        Self(fields.chain([("", object.node.span.start)]).collect())
    }

    /// The start of the field, or of the object if the field is missing.
    pub(crate) fn start(&self, field: &str) -> Option<usize> {
        let found = self.0.iter().find(|(name, _)| *name == field).or(self.0.last());
        found.map(|(_, start)| *start)
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

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}
