//! Circles of steps, as people are shown them.

use model::{Diagnostic, GraphFault, TaskGraph, TaskNumber};

use super::rules::CYCLE;

/// The circles among the steps, each with the index of its first step. `after` lists the steps that each step depends on.
/// A step that depends on itself, or on one that does not exist, is reported elsewhere.
pub(super) fn circles(after: impl ExactSizeIterator<Item = Vec<u32>>) -> Vec<(u32, Diagnostic)> {
    let count = after.len();
    let known = |(own, links): (u32, Vec<u32>)| {
        let links = links
            .into_iter()
            .filter(|link| (*link as usize) < count && *link != own);
        (TaskNumber(own), links.map(TaskNumber).collect::<Vec<_>>())
    };
    let faults = TaskGraph::build(&(0..).zip(after).map(known).collect()).err();
    let circle = |fault| match fault {
        GraphFault::Cycle(circle) => Some((circle.first()?.0, fault_of(&circle))),
        _ => None,
    };
    faults.into_iter().flatten().filter_map(circle).collect()
}

fn fault_of(circle: &[TaskNumber]) -> Diagnostic {
    let message = format!("Steps wait for each other in a circle: {}.", drawn(circle));
    Diagnostic::error(CYCLE, message).with_hint("Take one of them out of the `dependsOn` of another.")
}

/// `1 → 4 → 2 → 1`, of a long circle only its beginning.
fn drawn(circle: &[TaskNumber]) -> String {
    const SHOWN: usize = 10;
    let mut words: Vec<_> = circle.iter().take(SHOWN).map(ToString::to_string).collect();
    if circle.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.extend(circle.first().map(ToString::to_string));
    words.join(" → ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_circle_is_cut() {
        let circle: Vec<_> = (0..3).map(TaskNumber).collect();
        assert_eq!(drawn(&circle), "0 → 1 → 2 → 0");
        let circle: Vec<_> = (0..30).map(TaskNumber).collect();
        assert!(drawn(&circle).ends_with("9 → … → 0"));
    }
}
