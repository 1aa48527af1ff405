//! Model values in a record. A field takes its form with `#[serde(with = "forms")]`.

use model::report::{Approver, Fate};
use model::{AgentName, Fence, MemoChange, RelPath, SessionId, TaskKey, TaskLink, ThreadId, Timestamp, TurnId};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::teddy::record::forms;

pub(super) trait Form: Sized {
    type Json: Serialize + DeserializeOwned;

    fn write(&self) -> Self::Json;
    fn read(json: Self::Json) -> Option<Self>;
}

pub(super) fn serialize<T: Form, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    value.write().serialize(to)
}

pub(super) fn deserialize<'a, T: Form, D: Deserializer<'a>>(from: D) -> Result<T, D::Error> {
    T::read(T::Json::deserialize(from)?).ok_or_else(|| D::Error::custom("it does not fit together"))
}

macro_rules! forms {
    ($($type:ty = $json:ty: $write:expr, $read:expr;)*) => {$(
        impl Form for $type {
            type Json = $json;

            fn write(&self) -> $json {
                let write: fn(&Self) -> $json = $write;
                write(self)
            }

            fn read(json: $json) -> Option<Self> {
                let read: fn($json) -> Option<Self> = $read;
                read(json)
            }
        }
    )*};
}

forms! {
    AgentName = String: Self::to_string, |name| Self::new(&name).ok();
    SessionId = String: Self::to_string, |name| Self::new(&name).ok();
    TaskKey = String: Self::to_string, |key| Self::new(&key).ok();
    ThreadId = u32: |thread| thread.0, |thread| Some(Self(thread));
    Timestamp = i64: |at| at.as_millis(), |millis| Some(Self::from_millis(millis));
    Option<Fence> = Option<u64>: |fence| fence.map(|fence| fence.0), |fence| Some(fence.map(Fence));
    Option<TaskLink> = Option<Link>: |link| link.clone().map(Link), |link| Some(link.map(|link| link.0));
    Option<(String, TurnId)> = Option<(String, String)>:
        |turn| turn.as_ref().map(|(session, turn)| (session.clone(), turn.to_string())),
        |turn| turn.map_or(Some(None), |(session, turn)| read_turn(session, &turn).map(Some));
    Vec<MemoChange> = Memos: Memos::of, |memos| Some(memos.changes());
    Option<Vec<RelPath>> = Changed: Changed::of, Changed::paths;
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Approver", rename_all = "snake_case")]
pub(super) enum ApproverForm {
    Human,
    Flag,
    Policy,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Fate", rename_all = "snake_case")]
pub(super) enum FateForm {
    Done,
    Failed(String),
    Skipped(String),
    NotFetched(String),
    Unknown,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Link(#[serde(with = "LinkForm")] TaskLink);

#[derive(Serialize, Deserialize)]
#[serde(remote = "TaskLink", deny_unknown_fields)]
struct LinkForm {
    #[serde(with = "forms")]
    session: SessionId,
    #[serde(with = "forms")]
    thread: ThreadId,
    #[serde(with = "forms")]
    key: TaskKey,
    #[serde(with = "forms")]
    agent: AgentName,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "forms")]
    fence: Option<Fence>,
}

/// The session becomes part of a path, so it must be the name of one folder.
fn read_turn(session: String, turn: &str) -> Option<(String, TurnId)> {
    let is_folder = RelPath::new(&session).is_ok_and(|path| path.as_str() == session && !session.contains('/'));
    Some((session, TurnId::parse(turn)?)).filter(|_| is_folder)
}

#[derive(Serialize, Deserialize, Default)]
pub(super) struct Memos {
    add: Vec<String>,
    remove: Vec<String>,
}

impl Memos {
    fn of(changes: &Vec<MemoChange>) -> Self {
        let mut memos = Self::default();
        for change in changes {
            match change {
                MemoChange::Add(text) => memos.add.push(text.clone()),
                MemoChange::Remove(text) => memos.remove.push(text.clone()),
            }
        }
        memos
    }

    fn changes(self) -> Vec<MemoChange> {
        let add = self.add.into_iter().map(MemoChange::Add);
        add.chain(self.remove.into_iter().map(MemoChange::Remove)).collect()
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct Changed {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    changed_unknown: bool,
}

impl Changed {
    fn of(paths: &Option<Vec<RelPath>>) -> Self {
        Self {
            changed: paths.iter().flatten().map(RelPath::to_string).collect(),
            changed_unknown: paths.is_none(),
        }
    }

    fn paths(self) -> Option<Option<Vec<RelPath>>> {
        let paths = self.changed.iter().map(|path| RelPath::new(path).ok());
        let paths: Vec<RelPath> = paths.collect::<Option<_>>()?;
        Some(Some(paths).filter(|_| !self.changed_unknown))
    }
}
