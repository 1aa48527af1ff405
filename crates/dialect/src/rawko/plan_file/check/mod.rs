//! What a plan says in several places, held against each other. A hand-edited file is believed only if it agrees.

mod dependencies;
mod history;
mod phase;
mod step;

use model::{Diagnostic, Phase, Severity};

use super::loose::LoosePlan;
use crate::planloop::faults::Faults;
use crate::rawko::rules::CONTRADICTION;

/// `written` is the status that the file had before somebody changed it.
pub(super) fn check(plan: &LoosePlan, written: Option<Phase>, faults: &mut Faults) {
    history::check(plan, faults);
    for step in &plan.steps {
        step::check(step, faults);
    }
    dependencies::check(&plan.steps, faults);
    phase::check(plan, written, faults);
}

fn contradiction(way: impl Into<String>, message: String, hint: &str) -> Diagnostic {
    Diagnostic::error(CONTRADICTION, message).at_path(way).with_hint(hint)
}

/// For what the steps say better: it is told, and the steps are believed.
fn outdated(way: impl Into<String>, message: String, hint: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..contradiction(way, message, hint)
    }
}
