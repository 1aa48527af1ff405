//! `.rawko/current-task.yaml`: which plan is being worked on.

use model::{Diagnostic, Phase, PlanId};

use super::document::{Document, Form};
use super::emit::Emitter;
use super::plan_file::{id, phase, require, task};
use crate::data::Field;

const FIELDS: [&str; 3] = ["task", "planId", "status"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentTask {
    pub task: String,
    pub plan_id: PlanId,
    pub status: Phase,
}

pub fn write_current_task(current: &CurrentTask) -> String {
    let mut yaml = Emitter::default();
    yaml.text("task", &current.task);
    yaml.text("planId", current.plan_id.as_str());
    yaml.word("status", current.status.word());
    yaml.finish()
}

/// Reads any text. `file` is the name that diagnostics give it.
pub fn read_current_task(file: &str, text: &str) -> (Option<CurrentTask>, Vec<Diagnostic>) {
    let document = Document::open(Form::Fields, file, text);
    let mut log = document.log();
    let Some(root) = document.root() else {
        return document.finish(None, log);
    };
    let top = Field::top(root);
    let known = top.object(&FIELDS, &mut log);
    require(&top, &known, &FIELDS, &mut log);
    let (mut told, mut plan, mut status) = (None, None, None);
    for (name, field) in known {
        match name {
            "task" => told = task(&field, &mut log),
            "planId" => plan = id(&field, &mut log),
            _ => status = phase(&field, &mut log),
        }
    }
    let current = (|| {
        Some(CurrentTask {
            task: told?,
            plan_id: plan?,
            status: status?,
        })
    })();
    document.finish(current, log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for task in ["Keep notes", "# no\n: comment", "yes", "two\nlines\n"] {
            let current = CurrentTask {
                task: task.to_owned(),
                plan_id: PlanId::new("plan-20260123-notes").unwrap(),
                status: Phase::InProgress,
            };
            let text = write_current_task(&current);
            assert_eq!(read_current_task("f", &text), (Some(current), Vec::new()), "{text}");
        }
    }

    #[test]
    fn every_fault_has_its_place() {
        let text = "task: ''\nplanId: ../x\nstatus: done\nplan: 1\n";
        let (current, faults) = read_current_task("f", text);
        assert_eq!(current, None);
        let places: Vec<_> = faults
            .iter()
            .map(|fault| &text[fault.place.span.clone().unwrap()])
            .collect();
        assert_eq!(places, ["''", "../x", "done", "plan"]);
        assert!(faults[2].hint.as_deref().unwrap().contains("`complete`"));
        let (_, faults) = read_current_task("f", "");
        assert_eq!(faults.len(), 1, "{faults:?}");
    }
}
