//! A list of faults that cannot outgrow the memory.

use model::Diagnostic;

use super::payload::LIMIT;

/// Enough for every fault of a real plan; a hostile payload must not drown us in complaints.
const LISTED_MAX: usize = 100_000;

#[derive(Default)]
pub(super) struct Faults {
    listed: Vec<Diagnostic>,
    unlisted: usize,
}

impl Faults {
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The maker runs only while there is room on the list.
    pub fn note(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.listed.len() < LISTED_MAX {
            self.listed.push(make());
        } else {
            self.unlisted += 1;
        }
    }

    pub fn note_all(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            self.note(|| diagnostic);
        }
    }

    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        if self.unlisted > 0 {
            let message = format!("{} more faults are not listed.", self.unlisted);
            self.listed.push(Diagnostic::error(LIMIT, message));
        }
        self.listed
    }
}
