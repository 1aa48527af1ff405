//! Mending the fences of a plan.

use std::borrow::Cow;
use std::path::Path;

use dialect::teddy::fence;
use model::{Diagnostic, Severity};

use super::source::read_file;
use crate::error::EngineError;

#[derive(Debug, Clone)]
pub struct Mended {
    pub source: String,
    pub text: String,
    pub is_changed: bool,
    pub diagnostics: Vec<Diagnostic>,
}

impl Mended {
    /// Some places could mean two things, and were left alone.
    pub fn is_ambiguous(&self) -> bool {
        self.diagnostics.iter().any(|fault| fault.severity == Severity::Error)
    }
}

/// `name` is what the diagnostics call the text.
pub fn mend(name: &str, source: String) -> Mended {
    let mut repaired = fence::repair(&source);
    for fault in &mut repaired.diagnostics {
        fault.place.path = Some(name.to_owned());
    }
    let is_changed = matches!(repaired.text, Cow::Owned(_));
    Mended {
        text: repaired.text.clone().into_owned(),
        is_changed,
        diagnostics: repaired.diagnostics,
        source,
    }
}

/// In place. A file that needs no mending is not touched, and one that could be read in two ways is only told about.
pub fn mend_file(name: &str, path: &Path) -> Result<Mended, EngineError> {
    let mended = mend(name, read_file(path)?);
    if mended.is_changed && !mended.is_ambiguous() {
        workspace::replace(path, mended.text.as_bytes()).map_err(EngineError::at(&path))?;
    }
    Ok(mended)
}
