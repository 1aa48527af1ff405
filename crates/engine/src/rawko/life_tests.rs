//! Random lives of plans, held against a naive model of rawko's document that was written for these tests alone.

use std::path::Path;

use super::*;
use crate::error::EngineError;
use crate::project::{Engine, Setting};
use dialect::rawko::{PlanSheet, read_plan, write_plan};
use model::{AgentName, Phase, PlanMetadata, Standing};

/// A step as the document has it: a word for where it stands, and the descriptions of those it waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NaiveStep {
    name: String,
    status: &'static str,
    after: Vec<String>,
}

#[derive(Debug, Clone)]
struct Naive {
    steps: Vec<NaiveStep>,
    version: u32,
    replans: u32,
}

const REPLANS: u32 = 3;

impl Naive {
    fn named(&self, name: &str) -> &NaiveStep {
        self.steps.iter().find(|step| step.name == name).unwrap()
    }

    fn is_ready(&self, index: usize) -> bool {
        self.steps[index]
            .after
            .iter()
            .all(|name| self.named(name).status == "complete")
    }

    fn has(&self, status: &str) -> bool {
        self.steps.iter().any(|step| step.status == status)
    }

    fn status(&self) -> &'static str {
        let is_over = |step: &NaiveStep| matches!(step.status, "complete" | "skipped");
        match () {
            () if self.has("failed") && self.replans >= REPLANS => "failed",
            () if self.has("failed") => "replanning",
            () if self.steps.iter().all(is_over) => "complete",
            () if self.has("in_progress") || self.has("complete") => "in_progress",
            () => "draft",
        }
    }

    fn current(&self) -> usize {
        let running = self.steps.iter().position(|step| step.status == "in_progress");
        let ready =
            || (0..self.steps.len()).find(|&index| self.steps[index].status == "pending" && self.is_ready(index));
        running.or_else(ready).unwrap_or(self.steps.len())
    }

    /// Whether it was done. Whatever is not said here is refused.
    fn act(&mut self, act: &Act) -> bool {
        let phase = self.status();
        match act {
            Act::Start(index) => {
                let Some(step) = self.steps.get(*index) else {
                    return false;
                };
                match step.status {
                    "in_progress" => true,
                    "pending" | "failed" if phase != "failed" && self.is_ready(*index) => {
                        self.set(*index, "in_progress")
                    }
                    _ => false,
                }
            }
            Act::Complete(index) => {
                let Some(step) = self.steps.get(*index) else {
                    return false;
                };
                match step.status {
                    "complete" => true,
                    "failed" if phase == "failed" => false,
                    "pending" | "in_progress" | "failed" if self.is_ready(*index) => self.set(*index, "complete"),
                    _ => false,
                }
            }
            Act::Fail(index) => {
                let Some(step) = self.steps.get(*index) else {
                    return false;
                };
                match step.status {
                    "failed" => true,
                    "pending" | "in_progress" if self.is_ready(*index) => self.set(*index, "failed"),
                    _ => false,
                }
            }
            Act::Skip(index, cascade) => self.skip(*index, *cascade),
            Act::Reopen(index) => *index < self.steps.len() && self.set(*index, "pending"),
            Act::Add(name, after, depends_on) => self.add(name, *after, depends_on),
            Act::Replan(names, old) => self.replan(names, *old),
        }
    }

    fn set(&mut self, index: usize, status: &'static str) -> bool {
        self.steps[index].status = status;
        true
    }

    fn skip(&mut self, index: usize, cascade: bool) -> bool {
        let Some(step) = self.steps.get(index) else {
            return false;
        };
        if step.status == "complete" {
            return false;
        }
        let mut names = vec![step.name.clone()];
        loop {
            let waits = |step: &&NaiveStep| {
                matches!(step.status, "pending" | "in_progress" | "failed")
                    && !names.contains(&step.name)
                    && step.after.iter().any(|name| names.contains(name))
            };
            match self.steps.iter().find(waits) {
                Some(step) if cascade => names.push(step.name.clone()),
                _ => break,
            }
        }
        for step in self.steps.iter_mut().filter(|step| names.contains(&step.name)) {
            step.status = "skipped";
        }
        true
    }

    fn add(&mut self, name: &str, after: Option<usize>, depends_on: &[usize]) -> bool {
        let place = after.map_or(self.steps.len(), |after| after + 1);
        let is_begun = |step: &NaiveStep| step.status != "pending";
        let is_late = self.steps.iter().skip(place).any(is_begun);
        let exists = |index: &usize| *index < self.steps.len();
        if place > self.steps.len() || is_late || !depends_on.iter().all(exists) || self.status() == "failed" {
            return false;
        }
        let after = depends_on.iter().map(|index| self.steps[*index].name.clone()).collect();
        self.steps.insert(
            place,
            NaiveStep {
                name: name.to_owned(),
                status: "pending",
                after,
            },
        );
        true
    }

    /// Each new step waits for the one before it; the first one for a step of the old plan.
    fn replan(&mut self, names: &[String], old: Option<usize>) -> bool {
        if self.status() != "replanning" || names.is_empty() {
            return false;
        }
        let mut gone: Vec<String> = Vec::new();
        loop {
            let goes = |step: &&NaiveStep| {
                !gone.contains(&step.name)
                    && (step.status == "failed"
                        || matches!(step.status, "pending" | "in_progress")
                            && step.after.iter().any(|name| gone.contains(name)))
            };
            match self.steps.iter().find(goes) {
                Some(step) => gone.push(step.name.clone()),
                None => break,
            }
        }
        let old = match old {
            Some(index) if index >= self.steps.len() || gone.contains(&self.steps[index].name) => return false,
            other => other.map(|index| self.steps[index].name.clone()),
        };
        self.steps.retain(|step| !gone.contains(&step.name));
        for step in &mut self.steps {
            step.after.retain(|name| !gone.contains(name));
        }
        let mut before = old;
        for name in names {
            let after = before.replace(name.clone()).into_iter().collect();
            self.steps.push(NaiveStep {
                name: name.clone(),
                status: "pending",
                after,
            });
        }
        self.version += 1;
        self.replans += 1;
        true
    }
}

#[derive(Debug, Clone)]
enum Act {
    Start(usize),
    Complete(usize),
    Fail(usize),
    Skip(usize, bool),
    Reopen(usize),
    Add(String, Option<usize>, Vec<usize>),
    Replan(Vec<String>, Option<usize>),
}

/// A small generator, so that a failing life can be lived again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn act(&mut self, steps: usize, made: &mut usize) -> Act {
        let beyond = usize::from(self.one_in(20));
        let index = self.below(steps + beyond);
        let mut name = || {
            *made += 1;
            format!("step {made}")
        };
        match self.below(18) {
            16..=17 => Act::Reopen(index),
            0..=3 => Act::Start(index),
            4..=7 => Act::Complete(index),
            8..=9 => Act::Fail(index),
            10 => Act::Skip(index, self.one_in(2)),
            11..=12 => {
                let depends_on = if self.one_in(2) {
                    vec![self.below(steps)]
                } else {
                    Vec::new()
                };
                Act::Add(name(), (!self.one_in(3)).then_some(index), depends_on)
            }
            _ => {
                let names = (0..1 + self.below(2)).map(|_| name()).collect();
                Act::Replan(names, self.one_in(2).then_some(index))
            }
        }
    }
}

fn engine(folder: &Path) -> Engine {
    let setting = Setting::bare(folder.to_owned());
    Engine::open_or_create(&setting).unwrap()
}

fn create(engine: &mut Engine, by: &AgentName, after: &[Vec<usize>]) {
    let step = |(index, after): (usize, &Vec<usize>)| format!("- description: step {index}\n  dependsOn: {after:?}\n");
    let text: String = after.iter().enumerate().map(step).collect();
    let plan = NewPlan {
        task: "Live",
        source: Source::Text {
            name: "plan",
            text: &text,
        },
        metadata: PlanMetadata::default(),
        files: Vec::new(),
    };
    engine.create_plan(by, plan).unwrap();
}

fn perform(engine: &mut Engine, by: &AgentName, act: &Act) -> Result<(), EngineError> {
    let plan = PlanName::default();
    let voice = Voice { by, named: None };
    let index = |index: &usize| u32::try_from(*index).unwrap();
    match act {
        Act::Start(step) => engine.start_step(&plan, voice, index(step)).map(drop),
        Act::Complete(step) => engine.complete_step(&plan, voice, index(step), "done", &[]).map(drop),
        Act::Fail(step) => engine.fail_step(&plan, voice, index(step), "boom", &[]).map(drop),
        Act::Skip(step, cascade) => engine.skip_step(&plan, voice, index(step), None, *cascade).map(drop),
        Act::Reopen(step) => engine.reopen_step(&plan, voice, index(step)).map(drop),
        Act::Add(name, after, depends_on) => {
            let step = NewStep {
                description: name.clone(),
                after: after.as_ref().map(index),
                depends_on: depends_on.iter().map(index).collect(),
                ..NewStep::default()
            };
            engine.add_step(&plan, by, &step).map(drop)
        }
        Act::Replan(names, old) => {
            let link = |position: usize| match (position, old) {
                (0, Some(old)) => format!("[\"old:{old}\"]"),
                (0, None) => "[]".to_owned(),
                _ => format!("[{}]", position - 1),
            };
            let step = |(position, name)| format!("- description: {name}\n  dependsOn: {}\n", link(position));
            let text: String = names.iter().enumerate().map(step).collect();
            let request = ReplanRequest {
                steps: NewSteps::Text {
                    name: "steps",
                    text: &text,
                },
                discoveries: Vec::new(),
                constraints: Vec::new(),
                force: false,
            };
            engine.replan(&plan, by, request).map(drop)
        }
    }
}

fn word(status: Standing) -> &'static str {
    match status {
        Standing::Todo => "pending",
        Standing::Doing => "in_progress",
        Standing::Done => "complete",
        Standing::Failed => "failed",
        Standing::Dropped => "skipped",
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draft => "draft",
        Phase::InProgress => "in_progress",
        Phase::Replanning => "replanning",
        Phase::Complete => "complete",
        Phase::Failed => "failed",
    }
}

fn seen(sheet: &PlanSheet) -> Vec<NaiveStep> {
    let name = |index: &u32| sheet.steps[*index as usize].description.clone();
    let step = |(position, step): (usize, &dialect::rawko::StepSheet)| {
        assert_eq!(step.index as usize, position, "indexes have no holes");
        let mut after: Vec<_> = step.depends_on.iter().map(name).collect();
        after.sort_unstable();
        NaiveStep {
            name: step.description.clone(),
            status: word(step.status),
            after,
        }
    };
    sheet.steps.iter().enumerate().map(step).collect()
}

fn live(seed: u64) -> [usize; 2] {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = engine(folder.path());
    let by = AgentName::new("ann").unwrap();
    let mut dice = Dice(seed);
    let mut made = 3;
    let after: Vec<Vec<usize>> = (0..4)
        .map(|index| {
            if index > 0 && !dice.one_in(3) {
                vec![dice.below(index)]
            } else {
                Vec::new()
            }
        })
        .collect();
    create(&mut engine, &by, &after);
    let name = |index: &usize| format!("step {index}");
    let mut naive = Naive {
        steps: (0..)
            .zip(&after)
            .map(|(index, after)| NaiveStep {
                name: name(&index),
                status: "pending",
                after: after.iter().map(name).collect(),
            })
            .collect(),
        version: 1,
        replans: 0,
    };
    let mut counts = [0, 0];
    for turn in 0..25 {
        let act = dice.act(naive.steps.len(), &mut made);
        let before = naive.clone();
        let done = perform(&mut engine, &by, &act);
        let expected = naive.act(&act);
        assert_eq!(
            done.is_ok(),
            expected,
            "seed {seed}, turn {turn}: {act:?} in {before:#?}\n{done:?}"
        );
        counts[usize::from(expected)] += 1;
        let sheet = engine.plan(&PlanName::default()).unwrap().sheet;
        let mut wanted = naive.steps.clone();
        wanted.iter_mut().for_each(|step| step.after.sort_unstable());
        assert_eq!(seen(&sheet), wanted, "seed {seed}, turn {turn}: {act:?}");
        assert_eq!(phase(sheet.status), naive.status(), "seed {seed}, turn {turn}: {act:?}");
        assert_eq!(
            sheet.current_step_index as usize,
            naive.current(),
            "seed {seed}, turn {turn}: {act:?}"
        );
        assert_eq!(sheet.version, naive.version);
        // The file can be imported elsewhere.
        let (read, faults) = read_plan("plan.yaml", &write_plan(&sheet));
        assert_eq!(
            read.as_ref(),
            Some(&sheet),
            "seed {seed}, turn {turn}: {act:?} {faults:?}"
        );
    }
    counts
}

#[test]
fn every_life_is_the_one_that_the_document_draws() {
    let mut counts = [0, 0];
    for seed in 0..40 {
        let [refused, done] = live(seed);
        counts = [counts[0] + refused, counts[1] + done];
    }
    assert!(counts.iter().all(|count| *count > 200), "refused and done: {counts:?}");
}
