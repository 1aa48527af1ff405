//! planloop's words: the payloads that agents send, the gates that judge them, and the answers they get.

#[cfg(test)]
pub(crate) mod examples_tests;
pub(crate) mod faults;
pub mod gates;
pub mod instructions;
pub(crate) mod path;
pub mod payload;

pub use payload::{Payload, Status, TaskDraft, UpdateDraft, read_update};
