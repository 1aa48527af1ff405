//! A list of faults that cannot outgrow the memory.

use model::{Diagnostic, limits};

use super::payload::LIMIT;

pub(crate) struct Faults {
    listed: Vec<Diagnostic>,
    unlisted: usize,
    room: usize,
}

impl Default for Faults {
    fn default() -> Self {
        Self::at_most(limits::DIAGNOSTICS)
    }
}

impl Faults {
    /// For somebody who shows no more than so many: making up the rest would be the most work of all.
    pub fn at_most(room: usize) -> Self {
        Self {
            listed: Vec::new(),
            unlisted: 0,
            room,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Whatever comes now is counted, not listed.
    pub fn is_full(&self) -> bool {
        self.listed.len() >= self.room
    }

    /// The maker runs only while there is room on the list.
    pub fn note(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            self.unlisted += 1;
        } else {
            self.listed.push(make());
        }
    }

    pub fn note_all(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            self.note(|| diagnostic);
        }
    }

    /// What is listed, and how many more there are.
    pub fn into_parts(self) -> (Vec<Diagnostic>, usize) {
        (self.listed, self.unlisted)
    }

    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        if self.unlisted > 0 {
            let message = format!("{} more faults are not listed.", self.unlisted);
            self.listed.push(Diagnostic::error(LIMIT, message));
        }
        self.listed
    }
}
