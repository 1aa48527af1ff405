//! Model values as JSON. The model knows no serialization, so each stored type gets an implementation here.

use model::{
    AgentName, Brief, Consultation, Cost, DroppedAs, Event, Evidence, Fence, Fingerprint, Grounds, Kind, Level, Plan,
    Purpose, Role, SessionId, Signal, SignalId, Summary, Task, TaskKey, TaskNumber, TaskPath, TaskState, Thread,
    ThreadId, Timestamp, Uid,
};
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::event::{ConsultationRow, EventRow, SummaryRow, ThreadRow};
use super::plan::{GroundsRow, PlanRow};
use super::signal::SignalRow;
use super::task::{BriefRow, EvidenceRow, StateRow, TaskRow};
use crate::error::StoreError;

pub(crate) trait Stored: Sized {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;
    fn read<'a, D: Deserializer<'a>>(from: D) -> Result<Self, D::Error>;
}

pub(crate) fn write<T: Stored>(value: &T) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&Kept(value))?)
}

pub(crate) fn read<T: Stored>(text: &str) -> Result<T, StoreError> {
    Ok(serde_json::from_str::<Kept<T>>(text)?.0)
}

/// For fields: `#[serde(with = "stored")]`.
pub(super) fn serialize<T: Stored, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    value.write(to)
}

pub(super) fn deserialize<'a, T: Stored, D: Deserializer<'a>>(from: D) -> Result<T, D::Error> {
    T::read(from)
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

struct Kept<T>(T);

impl<T: Stored> Serialize for Kept<&T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write(to)
    }
}

impl<'a, T: Stored> Deserialize<'a> for Kept<T> {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(Self)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Kept).serialize(to)
    }

    fn read<'a, D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        Ok(Option::<Kept<T>>::deserialize(from)?.map(|kept| kept.0))
    }
}

impl<T: Stored> Stored for Box<T> {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.as_ref().write(to)
    }

    fn read<'a, D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(Self::new)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(Kept))
    }

    fn read<'a, D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        let all = Vec::<Kept<T>>::deserialize(from)?;
        Ok(all.into_iter().map(|kept| kept.0).collect())
    }
}

/// Types that a row describes field by field.
macro_rules! rows {
    ($($type:ty: $row:ident;)*) => {$(
        impl Stored for $type {
            fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $row::serialize(self, to)
            }

            fn read<'a, D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
                $row::deserialize(from)
            }
        }
    )*};
}

rows! {
    Brief: BriefRow;
    Consultation: ConsultationRow;
    Event: EventRow;
    Evidence: EvidenceRow;
    Grounds: GroundsRow;
    Plan: PlanRow;
    Signal: SignalRow;
    Summary: SummaryRow;
    Task: TaskRow;
    TaskState: StateRow;
    Thread: ThreadRow;
}

/// Types that are one text, number or bool: its form, how it is called in an error, and both directions.
macro_rules! leaves {
    ($($type:ty = $form:ty, $noun:literal: $write:expr, $read:expr;)*) => {$(
        impl Stored for $type {
            fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> $form = $write;
                write(self).serialize(to)
            }

            fn read<'a, D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
                let read: fn(&$form) -> Option<Self> = $read;
                let form = <$form>::deserialize(from)?;
                read(&form).ok_or_else(|| D::Error::custom(format!("`{form}` is not {}", $noun)))
            }
        }
    )*};
}

leaves! {
    AgentName = String, "an agent name": Self::to_string, |name| Self::new(name).ok();
    Cost = u64, "a cost": |cost| cost.micros(), |micros| Some(Self::from_micros(*micros));
    DroppedAs = bool, "a bool": |how| *how == Self::Skipped,
        |is_skipped| Some(if *is_skipped { Self::Skipped } else { Self::Cancelled });
    Fence = u64, "a lease token": |fence| fence.0, |fence| Some(Self(*fence));
    Fingerprint = String, "a fingerprint": |print| print.0.clone(), |print| Some(Self(print.clone()));
    Kind = String, "a kind of task": |kind| kind.word().to_owned(), |word| Self::from_word(word);
    Level = String, "a signal level": |level| level.word().to_owned(), |word| Self::from_word(word);
    Purpose = String, "a purpose": |purpose| purpose.word().to_owned(), |word| Self::from_word(word);
    Role = bool, "a bool": |role| *role == Self::Primary,
        |is_primary| Some(if *is_primary { Self::Primary } else { Self::Additional });
    SessionId = String, "a session id": Self::to_string, |name| Self::new(name).ok();
    SignalId = String, "a signal id": Self::to_string, |name| Self::new(name).ok();
    TaskKey = String, "a task key": Self::to_string, |key| Self::new(key).ok();
    TaskNumber = u32, "a task number": |number| number.0, |number| Some(Self(*number));
    TaskPath = String, "a path": Self::to_string, |path| Some(Self::read(path));
    ThreadId = u32, "a thread": |thread| thread.0, |thread| Some(Self(*thread));
    Timestamp = i64, "a time": |at| at.as_millis(), |millis| Some(Self::from_millis(*millis));
    Uid = String, "an id": Self::to_string, |text| Self::parse(text);
}
