use model::Diagnostic;

use super::{DEPENDENCY_EXISTS, Ground, Subject};

pub fn check<'a>(task: &'a Subject<'_>, ground: &'a Ground<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    task.dependency_numbers()
        .enumerate()
        .filter(|(_, number)| !ground.is_task(*number))
        .map(move |(index, number)| {
            let what = format!("depends on task {number}, which does not exist");
            task.fault(DEPENDENCY_EXISTS, "dependencies", Some(index), &what)
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
