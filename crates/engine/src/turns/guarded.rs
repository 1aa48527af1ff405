//! Files that only a person may approve to change. No sandbox holds for what planwright writes itself: file actions, their
//! recovery and their undo.

use dialect::records::ActionFailure;
use model::{Author, RelPath};
use workspace::{ApplyError, Check, RecoveryGate, Touched, find_git_file};

use super::bench::Workbench;
use super::command::let_through;
use super::record;

/// For files of planwright's own.
pub(super) const OWN: (Author, Check<'static>) = (Author::Planwright, &|_| Ok(()));

impl Workbench {
    /// Refuses files that git runs or reads, and the configuration that decides about approvals.
    pub(super) fn check_files(&self, touched: &Touched<'_>) -> Result<(), ApplyError> {
        let refused = |path: Option<&RelPath>, why: ActionFailure<'_>| ApplyError::Guarded {
            path: path.cloned(),
            why: why.to_string(),
        };
        if let Some(path) = touched.paths.iter().find(|path| self.is_config_file(path)) {
            return Err(refused(Some(path), ActionFailure::OwnConfiguration(path)));
        }
        match find_git_file(&self.root, &let_through(self), touched) {
            Ok(None) => Ok(()),
            Ok(Some(path)) => Err(refused(Some(path), ActionFailure::GitFile(path))),
            Err(error) => Err(refused(None, ActionFailure::GitUnguarded(error.to_string()))),
        }
    }

    /// Recovery writes only what an unattended file action could have written, and only for groups of records.
    pub(super) fn with_recovery_gate<T>(&self, use_gate: impl FnOnce(&RecoveryGate<'_>) -> T) -> T {
        use_gate(&RecoveryGate {
            has_begun: &|name, group| {
                let found = record::load(self, name).ok().flatten();
                found.is_some_and(|found| found.has_begun(group))
            },
            check: &|touched| self.check_files(touched),
        })
    }
}
