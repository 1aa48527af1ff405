//! planloop's words: the payloads that agents send, the gates that judge them, and the answers they get.

mod cursor;
#[cfg(test)]
pub(crate) mod examples_tests;
pub mod gates;
pub mod instructions;
pub(crate) mod path;
pub mod payload;

pub use cursor::read_cursor;
pub use payload::{FieldPlaces, PayloadOrigin, Status, read_update};
