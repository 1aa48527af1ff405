//! The log as a chain: every entry names its parents by hash and its events by digest.
//!
//! An entry holds no event itself, so an event that must be forgotten can be deleted without breaking the chain.

use model::{AgentName, OpVersion, Timestamp, Uid};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;

pub(crate) type Hash = [u8; 32];

/// What an entry says, in the bytes that are hashed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub uid: String,
    pub session: String,
    pub version: u64,
    pub parents: Vec<String>,
    pub author: String,
    pub at: i64,
    pub verb: String,
    pub events: Vec<String>,
}

impl Entry {
    pub fn read(text: &str) -> Result<Self, StoreError> {
        Ok(serde_json::from_str(text)?)
    }

    pub fn write(&self) -> Result<String, StoreError> {
        Ok(serde_json::to_string(self)?)
    }

    pub fn uid(&self) -> Result<Uid, StoreError> {
        Uid::parse(&self.uid).ok_or_else(|| StoreError::corrupt(format!("`{}` is not an id", self.uid)))
    }

    pub fn version(&self) -> OpVersion {
        OpVersion(self.version)
    }

    pub fn author(&self) -> Result<AgentName, StoreError> {
        Ok(AgentName::new(&self.author)?)
    }

    pub fn at(&self) -> Timestamp {
        Timestamp::from_millis(self.at)
    }
}

pub(crate) fn hash(text: &str) -> Hash {
    *blake3::hash(text.as_bytes()).as_bytes()
}

pub(crate) fn hex(hash: &Hash) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}
