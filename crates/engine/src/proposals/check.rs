//! Everything that is wrong with a plan.

use std::path::Path;

use super::source::{ReadPlan, read_file};
use crate::error::EngineError;

pub fn check_file(name: &str, path: &Path) -> Result<ReadPlan, EngineError> {
    Ok(check_text(name, read_file(path)?))
}

pub fn check_text(name: &str, source: String) -> ReadPlan {
    ReadPlan::new(name, source)
}
