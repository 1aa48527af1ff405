//! A plan as it lies on the disk, read with its fences mended.

use std::io::{Error, ErrorKind};
use std::path::Path;

use dialect::teddy::{Reading, fence, read};
use model::{Diagnostic, Severity, limits};

use crate::error::{EngineError, FileProblem};

/// A plan that was read, whatever is wrong with it.
#[derive(Debug, Clone)]
pub struct ReadPlan {
    /// As it was written.
    pub source: String,
    /// Its spans are places of the mended text.
    pub reading: Reading,
    /// At places of the source, in their order.
    pub diagnostics: Vec<Diagnostic>,
}

impl ReadPlan {
    /// `name` is what the diagnostics call it. `judge` looks at the mended text and what was read from it.
    pub(crate) fn new(
        name: &str,
        source: String,
        judge: impl FnOnce(&str, &Reading) -> Result<Vec<Diagnostic>, EngineError>,
    ) -> Result<Self, EngineError> {
        let repaired = fence::repair(&source);
        let reading = read(&repaired.text);
        let mut faults = reading.diagnostics.clone();
        faults.extend(judge(&repaired.text, &reading)?);
        for span in faults.iter_mut().filter_map(|fault| fault.place.span.as_mut()) {
            *span = repaired.in_source(span.start)..repaired.in_source(span.end);
        }
        faults.retain(|fault| !matches!(&fault.place.span, Some(span) if repaired.is_doubtful(span)));
        let diagnostics = in_order(name, repaired.diagnostics, faults);
        Ok(Self {
            source,
            reading,
            diagnostics,
        })
    }

    pub fn is_valid(&self) -> bool {
        self.diagnostics.iter().all(|fault| fault.severity != Severity::Error)
    }
}

fn in_order(name: &str, mended: Vec<Diagnostic>, read: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all: Vec<_> = mended.into_iter().chain(read).collect();
    for fault in &mut all {
        fault.place.path.get_or_insert_with(|| name.to_owned());
    }
    all.sort_by_key(|fault| fault.place.span.as_ref().map(|span| (span.start, span.end)));
    // Whoever mends fences and whoever reads blocks both see a fence that nothing closes.
    all.dedup_by(|a, b| a.rule == b.rule && a.place.span == b.place.span && a.message == b.message);
    all
}

pub(crate) fn read_file(path: &Path) -> Result<String, EngineError> {
    let at = |source| EngineError::at(path)(source);
    let found = workspace::read_text(path, limits::PROPOSAL_BYTES).map_err(|error| at(in_plain_words(error)))?;
    found.ok_or_else(|| at(Error::new(ErrorKind::NotFound, FileProblem::Missing)))
}

fn in_plain_words(error: Error) -> Error {
    match error.kind() {
        ErrorKind::IsADirectory => Error::new(ErrorKind::IsADirectory, FileProblem::Folder),
        _ => error,
    }
}
