//! A plan as it lies on the disk, and as it is read: with its fences mended.

use std::borrow::Cow;
use std::path::Path;

use dialect::teddy::{Reading, fence, read};
use model::{Diagnostic, Severity, limits};

use crate::error::EngineError;

/// A plan that was read, whatever is wrong with it.
#[derive(Debug, Clone)]
pub struct ReadPlan {
    /// What the diagnostics call it.
    name: String,
    /// As it was written.
    pub source: String,
    /// Its spans are places of the mended text.
    pub reading: Reading,
    /// At places of the source, in their order.
    pub diagnostics: Vec<Diagnostic>,
    /// `None` where nothing had to be mended.
    mended: Option<(String, Places)>,
}

impl ReadPlan {
    pub fn new(name: &str, source: String) -> Self {
        let repaired = fence::repair(&source);
        let reading = read(&repaired.text);
        let mended = match repaired.text {
            Cow::Borrowed(_) => None,
            Cow::Owned(mended) => {
                let places = Places::new(&mended, &source);
                Some((mended, places))
            }
        };
        let faults = reading.diagnostics.clone();
        let mut plan = Self {
            name: name.to_owned(),
            diagnostics: repaired.diagnostics,
            source,
            reading,
            mended,
        };
        plan.add(faults);
        plan
    }

    /// The text that was read.
    pub fn mended(&self) -> &str {
        self.mended.as_ref().map_or(&self.source, |(text, _)| text)
    }

    pub fn is_valid(&self) -> bool {
        self.diagnostics.iter().all(|fault| fault.severity != Severity::Error)
    }

    /// Takes in more diagnostics, whose spans are places of the mended text.
    pub(super) fn add(&mut self, faults: Vec<Diagnostic>) {
        let faults = faults.into_iter().map(|fault| match &self.mended {
            Some((_, places)) => places.in_source(fault),
            None => fault,
        });
        self.diagnostics.extend(faults);
        for fault in &mut self.diagnostics {
            fault.place.path = Some(self.name.clone());
        }
        let place = |fault: &Diagnostic| fault.place.span.as_ref().map(|span| (span.start, span.end));
        self.diagnostics.sort_by_key(place);
        // The one that mends fences and the one that reads blocks both see a fence that nothing closes.
        self.diagnostics
            .dedup_by(|a, b| a.rule == b.rule && a.place.span == b.place.span);
    }
}

/// Where a place of the mended text is in the source. Mending only makes fence lines longer.
#[derive(Debug, Clone)]
struct Places {
    mended: Vec<usize>,
    source: Vec<usize>,
}

impl Places {
    fn new(mended: &str, source: &str) -> Self {
        Self {
            mended: line_starts(mended),
            source: line_starts(source),
        }
    }

    fn in_source(&self, mut fault: Diagnostic) -> Diagnostic {
        if let Some(span) = &mut fault.place.span {
            *span = self.offset(span.start)..self.offset(span.end);
        }
        fault
    }

    fn offset(&self, mended: usize) -> usize {
        let line = self.mended.partition_point(|start| *start <= mended) - 1;
        let next = self.source.get(line + 1).map_or(usize::MAX, |next| next - 1);
        (self.source[line] + (mended - self.mended[line])).min(next)
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

pub(super) fn read_file(path: &Path) -> Result<String, EngineError> {
    let at = |source| EngineError::File {
        path: path.to_owned(),
        source,
    };
    let found = workspace::read_text(path, limits::PROPOSAL_BYTES).map_err(at)?;
    found.ok_or_else(|| {
        at(std::io::Error::new(
            std::io::ErrorKind::NotFound,
            "there is no such file",
        ))
    })
}
