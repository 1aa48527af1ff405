//! A simulated language model. It remembers which steps it was shown.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use engine::planner::{Answer, Asking, Planner, PlannerError, Progress, Usage};
use model::{Brief, Task, TaskNumber};

use super::Carelessness;
use super::ground::{Ground, Shared};
use crate::sim::broken::{Broken, Law, hold};

/// Headings of the replan prompt.
const FAILED: &str = "## What failed";
const REPLACED: &str = "## Steps to replace";

pub(super) struct Adviser(pub Shared);

/// The steps that the prompt listed as replaced.
#[derive(Debug, Default)]
pub(super) struct Shown {
    question: String,
    replaced: BTreeMap<TaskNumber, Brief>,
}

impl Planner for Adviser {
    fn ask(
        &self,
        asking: &Asking<'_>,
        _watch: &mut dyn FnMut(Progress<'_>),
        _cancelled: &AtomicBool,
    ) -> Result<Answer, PlannerError> {
        let mut ground = self.0.ground();
        let is_replan = asking.prompt.contains(FAILED);
        ground.show(asking.prompt);
        // Others get much time to act while the planner thinks about a replan.
        ground.others_act(if is_replan { 70 } else { 40 });
        let throw = if ground.is_calm {
            0
        } else {
            ground.dice.weighted(&[90, 5, 5])
        };
        let text = match throw {
            0 if is_replan => ground.new_steps(),
            0 => {
                let agent = ground.dice.one_of(["dev", "tester"]);
                format!("{{\"agent\": \"{agent}\"}}")
            }
            1 => "I do not know.".to_owned(),
            _ => return Err(PlannerError::TimedOut { seconds: 1 }),
        };
        ground.note(format!("the planner answers: {text}"));
        Ok(Answer {
            text,
            model: self.name().to_owned(),
            usage: Usage::default(),
        })
    }

    fn name(&self) -> &'static str {
        "dice"
    }
}

impl Ground {
    fn new_steps(&mut self) -> String {
        let count = 1 + self.dice.below(2);
        let steps: Vec<String> = (0..count)
            .map(|step| format!("{{\"description\": \"new {step}\", \"suggestedAgent\": \"dev\"}}"))
            .collect();
        format!(
            "{{\"steps\": [{}], \"changes\": \"all\", \"reasoning\": \"it failed\"}}",
            steps.join(", ")
        )
    }
}

impl Ground {
    /// A retry repeats the first prompt and adds the problems of the answer. It shows no new step.
    fn show(&mut self, question: &str) {
        let Some((_, listed)) = question.split_once(REPLACED) else {
            return;
        };
        let earlier = &self.record.shown.question;
        if !earlier.is_empty() && question.len() > earlier.len() && question.starts_with(earlier) {
            return;
        }
        let listed = listed.split("\n## ").next().unwrap_or(listed);
        let mut tasks: Vec<&Task> = self.audit.tasks().collect();
        tasks.sort_by_key(|task| (task.order, task.number));
        let is_listed = |(index, _): &(usize, &&Task)| listed.contains(&format!("Step {index} ("));
        let replaced = tasks.iter().enumerate().filter(is_listed);
        let replaced = match self.carelessness {
            Carelessness::Unseen => BTreeMap::new(),
            _ => replaced.map(|(_, task)| (task.number, task.brief.clone())).collect(),
        };
        self.record.shown = Shown {
            question: question.to_owned(),
            replaced,
        };
    }

    /// Checks that the planner was shown a task that its replan removes.
    pub fn check_shown(&self, task: &Task) -> Result<(), Broken> {
        let shown = self.record.shown.replaced.get(&task.number);
        hold(Law::Shown, shown == Some(&task.brief), || {
            format!("a replan removes {task:?}, and its planner saw {shown:?}")
        })
    }
}
