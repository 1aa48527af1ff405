//! The files that show the plan follow it while it runs.

use std::time::{Duration, Instant};

use model::OpVersion;

use super::driver::Driver;
use super::onlooker::News;
use super::remark::Remark;
use crate::rawko::PlanFileWarning;

/// How far the files may be behind.
const DELAY: Duration = Duration::from_millis(900);

/// What the files show, and what the user was told about them.
#[derive(Debug)]
pub(super) struct FollowedFiles {
    at: Instant,
    version: OpVersion,
    reported: Vec<PlanFileWarning>,
}

impl Default for FollowedFiles {
    fn default() -> Self {
        Self {
            at: Instant::now(),
            version: OpVersion::ZERO,
            reported: Vec::new(),
        }
    }
}

impl Driver<'_> {
    /// Writes the files if the plan has changed a while ago.
    pub(super) fn follow_plan(&mut self) {
        if self.files.at.elapsed() > DELAY && self.files.version != self.picture.version() {
            self.write_files();
        }
    }

    /// Each warning is reported once.
    pub(super) fn write_files(&mut self) {
        self.files.version = self.picture.version();
        for warning in self.engine.write_plan_files() {
            if !self.files.reported.contains(&warning) {
                self.scene.tell(&News::PlanFile(warning.clone()));
                self.files.reported.push(warning);
            }
        }
        self.files.at = Instant::now();
    }

    pub(super) fn remark(&self, remark: Remark) {
        self.scene.tell(&News::Remark(remark));
    }
}
