//! Model values in a record.

use std::fmt::Display;

use model::report::{Approver, Fate};
use model::{AgentName, Fence, MemoChange, RelPath, SessionId, TaskKey, TaskLink, ThreadId, Timestamp, TurnId};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Approver", rename_all = "snake_case")]
pub enum ApproverForm {
    Human,
    Flag,
    Policy,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Fate", rename_all = "snake_case")]
pub enum FateForm {
    Done,
    Failed(String),
    Skipped(String),
    NotFetched(String),
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TaskLink", deny_unknown_fields)]
struct LinkForm {
    #[serde(with = "name")]
    session: SessionId,
    #[serde(with = "ThreadForm")]
    thread: ThreadId,
    #[serde(with = "name")]
    key: TaskKey,
    #[serde(with = "name")]
    agent: AgentName,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "fence")]
    fence: Option<Fence>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ThreadId")]
struct ThreadForm(u32);

pub trait Name: Display + Sized {
    fn from_text(text: &str) -> Option<Self>;
}

impl Name for AgentName {
    fn from_text(text: &str) -> Option<Self> {
        Self::new(text).ok()
    }
}

impl Name for SessionId {
    fn from_text(text: &str) -> Option<Self> {
        Self::new(text).ok()
    }
}

impl Name for TaskKey {
    fn from_text(text: &str) -> Option<Self> {
        Self::new(text).ok()
    }
}

pub mod name {
    use super::{Deserialize, Deserializer, Error, Name, Serializer};

    pub fn serialize<T: Name, S: Serializer>(name: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(name)
    }

    pub fn deserialize<'a, T: Name, D: Deserializer<'a>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        T::from_text(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is not a valid name")))
    }
}

pub mod time {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Timestamp};

    pub fn serialize<S: Serializer>(at: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        at.as_millis().serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Timestamp, D::Error> {
        i64::deserialize(from).map(Timestamp::from_millis)
    }
}

mod fence {
    use super::{Deserialize, Deserializer, Fence, Serialize, Serializer};

    pub fn serialize<S: Serializer>(fence: &Option<Fence>, to: S) -> Result<S::Ok, S::Error> {
        fence.map(|fence| fence.0).serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Fence>, D::Error> {
        Ok(Option::deserialize(from)?.map(Fence))
    }
}

pub mod link {
    use super::{Deserialize, Deserializer, LinkForm, Serialize, Serializer, TaskLink};

    #[derive(Serialize)]
    struct Written<'a>(#[serde(serialize_with = "LinkForm::serialize")] &'a TaskLink);

    #[derive(Deserialize)]
    struct Read(#[serde(deserialize_with = "LinkForm::deserialize")] TaskLink);

    pub fn serialize<S: Serializer>(link: &Option<TaskLink>, to: S) -> Result<S::Ok, S::Error> {
        link.as_ref().map(Written).serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<TaskLink>, D::Error> {
        Ok(Option::<Read>::deserialize(from)?.map(|read| read.0))
    }
}

/// The session becomes part of a path, so it must be the name of one folder.
pub mod turn {
    use super::{Deserialize, Deserializer, Error, RelPath, Serialize, Serializer, TurnId};

    type Turn = (String, TurnId);

    pub fn serialize<S: Serializer>(turn: &Option<Turn>, to: S) -> Result<S::Ok, S::Error> {
        turn.as_ref()
            .map(|(session, turn)| (session, turn.to_string()))
            .serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Turn>, D::Error> {
        let Some((session, turn)) = Option::<(String, String)>::deserialize(from)? else {
            return Ok(None);
        };
        let is_folder = RelPath::new(&session).is_ok_and(|path| path.as_str() == session && !session.contains('/'));
        let turn = TurnId::parse(&turn).filter(|_| is_folder);
        let turn = turn.ok_or_else(|| D::Error::custom("the turn is not valid"))?;
        Ok(Some((session, turn)))
    }
}

pub mod memos {
    use super::{Deserialize, Deserializer, MemoChange, Serialize, Serializer};

    #[derive(Serialize, Deserialize, Default)]
    struct Memos {
        add: Vec<String>,
        remove: Vec<String>,
    }

    pub fn serialize<S: Serializer>(changes: &[MemoChange], to: S) -> Result<S::Ok, S::Error> {
        let mut memos = Memos::default();
        for change in changes {
            match change {
                MemoChange::Add(text) => memos.add.push(text.clone()),
                MemoChange::Remove(text) => memos.remove.push(text.clone()),
            }
        }
        memos.serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<MemoChange>, D::Error> {
        let Memos { add, remove } = Memos::deserialize(from)?;
        let add = add.into_iter().map(MemoChange::Add);
        Ok(add.chain(remove.into_iter().map(MemoChange::Remove)).collect())
    }
}

pub mod changed {
    use super::{Deserialize, Deserializer, Error, RelPath, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Changed {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changed: Vec<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        changed_unknown: bool,
    }

    pub fn serialize<S: Serializer>(paths: &Option<Vec<RelPath>>, to: S) -> Result<S::Ok, S::Error> {
        Changed {
            changed: paths.iter().flatten().map(RelPath::to_string).collect(),
            changed_unknown: paths.is_none(),
        }
        .serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Vec<RelPath>>, D::Error> {
        let Changed {
            changed,
            changed_unknown,
        } = Changed::deserialize(from)?;
        let paths: Result<Vec<_>, _> = changed.iter().map(|path| RelPath::new(path)).collect();
        Ok(Some(paths.map_err(D::Error::custom)?).filter(|_| !changed_unknown))
    }
}
