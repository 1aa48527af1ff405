//! A plan in its canonical form.

use std::path::Path;

use dialect::teddy::write;

use super::source::{ReadPlan, read_file};
use crate::error::EngineError;

#[derive(Debug, Clone)]
pub struct Formatted {
    pub plan: ReadPlan,
    /// `None` where errors leave open what the plan means.
    pub text: Option<String>,
}

impl Formatted {
    pub fn is_canonical(&self) -> bool {
        self.text.as_ref() == Some(&self.plan.source)
    }
}

/// Reads the plan, and writes it back if it is not canonical and `write_back` is wanted. One with errors is not touched.
pub fn format_file(name: &str, path: &Path, write_back: bool) -> Result<Formatted, EngineError> {
    let plan = ReadPlan::new(name, read_file(path)?, |_, _| Ok(Vec::new()))?;
    let text = plan.is_valid().then(|| write(&plan.reading.proposal));
    let formatted = Formatted { plan, text };
    if let Some(text) = formatted
        .text
        .as_ref()
        .filter(|_| write_back && !formatted.is_canonical())
    {
        workspace::replace(path, text.as_bytes()).map_err(EngineError::at(&path))?;
    }
    Ok(formatted)
}
