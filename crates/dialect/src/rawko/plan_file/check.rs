//! What a plan says in several places, held against each other. A hand-edited file is believed only if it agrees.

mod dependencies;
mod history;
mod phase;
mod step;

use model::{Diagnostic, Phase, Severity};

use super::loose::LoosePlan;
use crate::data::{Collector, Node, PathStep};
use crate::rawko::rules::CONTRADICTION;

/// Reports what it finds at the place in the file.
struct PlanCheck<'a, 't> {
    root: &'a Node,
    log: &'a mut Collector<'t>,
}

/// `written` is the status that the file had before somebody changed it.
pub(super) fn check(plan: &LoosePlan, written: Option<Phase>, root: &Node, log: &mut Collector<'_>) {
    let mut check = PlanCheck { root, log };
    history::check(plan, &mut check);
    for step in &plan.steps {
        step::check(step, &mut check);
    }
    dependencies::check(&plan.steps, &mut check);
    phase::check(plan, written, &mut check);
}

impl PlanCheck<'_, '_> {
    fn note(&mut self, path: &[PathStep], diagnostic: Diagnostic) {
        self.log.note_below(self.root, path, diagnostic);
    }

    fn contradiction(&mut self, path: &[PathStep], message: String, hint: &str) {
        self.note(path, Diagnostic::error(CONTRADICTION, message).with_hint(hint));
    }

    /// The steps say it better: it is reported, and the steps are believed.
    fn outdated(&mut self, path: &[PathStep], message: String, hint: &str) {
        let diagnostic = Diagnostic::error(CONTRADICTION, message).with_hint(hint);
        self.note(
            path,
            Diagnostic {
                severity: Severity::Warning,
                ..diagnostic
            },
        );
    }
}

/// The path to a field of a step.
fn of_step(index: u32, field: &'static str) -> [PathStep; 3] {
    [
        PathStep::Key("steps"),
        PathStep::Item(index as usize),
        PathStep::Key(field),
    ]
}
