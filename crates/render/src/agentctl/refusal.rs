//! Why the engine does not take in what stands in the folders, although nothing is wrong with the files.

use model::{Refusal, Refusals};

use crate::address::Address;
use crate::errors;
use crate::errors::Trouble;
use crate::planwright::verbs;

/// In a few words, for whoever looks before committing.
pub fn obstacle(refusals: &Refusals) -> String {
    match refusals.first() {
        Refusal::Taken { task, by, .. } => format!("it would take task {task} away, and {by} is working on it"),
        Refusal::UnknownDependency { task, dependency } => {
            format!("it would take task {dependency} away, and task {task} waits for it")
        }
        _ => errors::refusal(refusals, &Address::NONE).message,
    }
}

/// Threads have folders of their own here, so the address of a call names none.
pub fn refused(refusals: &Refusals, address: &Address<'_>) -> Trouble {
    let hint = match refusals.first() {
        Refusal::Taken { .. } => format!(
            "Commit again once it is finished, or keep the file of the task; `{}` shows who has it.",
            address.on(verbs::LIST)
        ),
        Refusal::UnknownDependency { task, .. } => format!(
            "Keep the file of the task, or let the other one go first: `{}`, or `{}`.",
            address.on(format!("planwright edit {task} --after …")),
            address.on(verbs::abandon(*task))
        ),
        _ => return errors::refusal(refusals, address),
    };
    Trouble {
        message: format!("Nothing was committed: {}.", obstacle(refusals)),
        ..errors::refusal(refusals, address).with_hint(hint)
    }
}
