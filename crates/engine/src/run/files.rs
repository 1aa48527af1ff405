//! The files that show the plan, while it runs: they follow it, and what somebody writes into them is taken in, or refused
//! aloud. They are never written over.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::driver::Driver;
use super::onlooker::News;
use super::remark::Remark;
use crate::rawko::UnappliedEdit;

/// How far the files may be behind.
const REFLECTION: Duration = Duration::from_millis(900);

/// When they were last looked at, and what was said about them.
#[derive(Debug)]
pub(super) struct Reflected {
    at: Instant,
    /// A file that cannot be taken in stays as it is, and is told of once.
    refused: Option<UnappliedEdit>,
    /// What was written into files that nobody reads any more, by path and digest.
    outdated: BTreeSet<(String, String)>,
}

impl Default for Reflected {
    fn default() -> Self {
        Self {
            at: Instant::now(),
            refused: None,
            outdated: BTreeSet::new(),
        }
    }
}

impl Driver<'_> {
    /// Now and then.
    pub(super) fn reflect(&mut self) {
        if self.reflected.at.elapsed() > REFLECTION {
            self.follow_files();
            self.reflected.at = Instant::now();
        }
    }

    pub(super) fn follow_files(&mut self) {
        let taken = self.engine.take_in_news();
        for edit in self.engine.edits() {
            self.remark(Remark::EditApplied {
                path: edit.path,
                has_comments: edit.has_comments,
            });
        }
        match taken.err().and_then(UnappliedEdit::of) {
            Some(edit) if self.reflected.refused.as_ref() != Some(&edit) => {
                self.scene.tell(&News::Unapplied(edit.clone()));
                self.reflected.refused = Some(edit);
            }
            None if self.engine.rejected.is_empty() => self.reflected.refused = None,
            Some(_) | None => {}
        }
        // What cannot be written now is written in the end.
        let _ = self.engine.rest();
        self.tell_of_outdated();
    }

    /// Each is told of once, and again when it is written again.
    fn tell_of_outdated(&mut self) {
        // A file that cannot be read now is looked at again in a moment.
        let outdated = self.engine.outdated(&self.scene.target).unwrap_or_default();
        for one in outdated {
            if self.reflected.outdated.insert((one.path.clone(), one.digest)) {
                self.remark(Remark::EditIgnored {
                    path: one.path,
                    version: one.version,
                    newest: one.newest,
                });
            }
        }
    }

    pub(super) fn remark(&self, remark: Remark) {
        self.scene.tell(&News::Remark(remark));
    }
}
