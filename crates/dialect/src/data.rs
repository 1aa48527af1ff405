//! One kit for reading data: JSON, YAML and TOML become one tree with places, which is read field by field.
//!
//! Payloads, plan files, front matters, answers of models and the configuration are all read this way.

mod collector;
mod fields;
pub(crate) mod json;
mod toml;
mod tree;
pub(crate) mod yaml;

pub use collector::locate;
pub(crate) use collector::{Collector, Expected, Wording, more, quoted, ticked};
pub(crate) use fields::Field;
pub(crate) use toml::parse as parse_toml;
pub(crate) use tree::{Node, PathStep, Value};
