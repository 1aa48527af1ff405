//! # dependency-exists
//!
//! Every id in `dependencies` is a task of the plan or of the same payload.
//!
//! A task that waits for nothing real would wait forever. New tasks get the next free ids in the order of the
//! payload, so they can name each other before they exist.
//!
//! Bad, in a plan of three tasks:  `{"title": "Ship it", "dependencies": [12]}`
//! Good: `{"title": "Ship it", "dependencies": [3]}`

use model::Diagnostic;

use super::{Ground, Subject};

pub const RULE: &str = "dependency-exists";

pub fn check<'a>(task: &'a Subject<'_>, ground: &'a Ground<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    let named = task.dependencies.unwrap_or_default().iter().enumerate();
    named
        .filter(|(_, number)| !ground.is_task(**number))
        .map(move |(index, number)| {
            let what = format!("depends on task {number}, which does not exist");
            task.fault(RULE, &format!("dependencies[{index}]"), &what)
                .with_hint(hint(ground))
        })
}

fn hint(ground: &Ground<'_>) -> String {
    let existing = "Ids of existing tasks stand in the answer of `status`";
    match ground.new_numbers() {
        Some((first, last)) if first == last => format!("{existing}; the new task of this payload gets {first}."),
        Some((first, last)) => {
            format!("{existing}; the new tasks of this payload get {first} to {last}, in their order.")
        }
        None => format!("{existing}."),
    }
}
