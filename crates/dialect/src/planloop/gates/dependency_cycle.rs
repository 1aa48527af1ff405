use std::collections::BTreeMap;

use model::{Diagnostic, TaskNumber};

use super::{DEPENDENCY_CYCLE, Subject};

/// How many ids of a long circle are written out.
const SHOWN: usize = 12;

/// Hands out each circle once, to the first task of the payload that closes it.
pub struct Circles<'a> {
    circles: &'a [Vec<TaskNumber>],
    of_task: BTreeMap<TaskNumber, usize>,
    is_told: Vec<bool>,
}

impl<'a> Circles<'a> {
    pub fn new(circles: &'a [Vec<TaskNumber>]) -> Self {
        let members = |(index, circle): (usize, &'a Vec<TaskNumber>)| circle.iter().map(move |task| (*task, index));
        Self {
            circles,
            of_task: circles.iter().enumerate().flat_map(members).collect(),
            is_told: vec![false; circles.len()],
        }
    }

    pub fn check(&mut self, task: &Subject<'_>) -> Option<Diagnostic> {
        task.dependencies?;
        let index = *self.of_task.get(&task.number)?;
        if std::mem::replace(&mut self.is_told[index], true) {
            return None;
        }
        let what = format!("closes a circle of dependencies: {}", drawn(&self.circles[index]));
        let hint = "Take one of these dependencies away, so that some task can come first.";
        Some(
            task.fault(DEPENDENCY_CYCLE, "dependencies", None, &what)
                .with_hint(hint),
        )
    }
}

/// `3 → 4 → 3`
fn drawn(circle: &[TaskNumber]) -> String {
    let mut words: Vec<_> = circle.iter().take(SHOWN).map(ToString::to_string).collect();
    if circle.len() > SHOWN {
        words.push(format!("… {} more …", circle.len() - SHOWN));
    }
    words.extend(circle.first().map(ToString::to_string));
    words.join(" → ")
}
