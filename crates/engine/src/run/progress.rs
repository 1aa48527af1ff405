//! How far a run has come, and why it stops.

use model::conclude::StepConclusion;
use model::schedule::Stop;
use model::{Held, TaskNumber, Timestamp};

use super::driver::Driver;
use super::observer::{Interrupted, StepLine};
use super::steps::UnderWay;
use super::{End, RunEnd, Tally};
use crate::error::EngineError;

pub(super) struct RunProgress {
    began: Timestamp,
    /// The observer knows that the run has begun.
    is_begin_reported: bool,
    tally: Tally,
    /// The run starts no more steps, for this reason.
    stopping: Option<End>,
}

impl RunProgress {
    pub fn new(began: Timestamp) -> Self {
        Self {
            began,
            is_begin_reported: false,
            tally: Tally::default(),
            stopping: None,
        }
    }

    pub fn stopping(&self) -> Option<&End> {
        self.stopping.as_ref()
    }

    /// The first reason counts.
    pub fn stop(&mut self, end: End) {
        self.stopping.get_or_insert(end);
    }

    /// A step whose end is unknown replaces any other reason: the user must resolve it.
    pub fn stop_for_unknown(&mut self, step: &UnderWay, command: Option<String>) {
        let unknown = Interrupted {
            step: step.line.clone(),
            agent: step.agent.to_string(),
            command,
        };
        match &mut self.stopping {
            Some(End::Unknown(tasks)) if tasks.contains(&unknown) => {}
            Some(End::Unknown(tasks)) => tasks.push(unknown),
            stopping => *stopping = Some(End::Unknown(vec![unknown])),
        }
    }

    pub fn note_begin_reported(&mut self) {
        self.is_begin_reported = true;
    }

    pub fn count_start(&mut self) {
        self.tally.started += 1;
    }

    pub fn count_replan(&mut self) {
        self.tally.replans += 1;
    }

    pub fn count_end(&mut self, conclusion: &StepConclusion) {
        match conclusion {
            StepConclusion::Done { .. } => self.tally.done += 1,
            StepConclusion::Failed { .. } => self.tally.failed += 1,
            StepConclusion::Released | StepConclusion::NotStarted { .. } => self.tally.released += 1,
            StepConclusion::Lost { .. } | StepConclusion::Unknown | StepConclusion::Unchecked => {}
        }
    }
}

impl Driver<'_> {
    /// Whether the run starts no more steps, for whatever reason.
    pub(super) fn is_stopping(&self) -> bool {
        self.progress.stopping().is_some() || self.scene.is_cancelled()
    }

    pub(super) fn end(&self, stop: Stop<'_>) -> End {
        match stop {
            Stop::Complete => End::Complete,
            Stop::Empty => End::Empty,
            Stop::Blocked(signal) => End::Blocked(Box::new(signal.clone())),
            Stop::Stuck(stuck) => End::Stuck {
                step: self.numbered(stuck.task.number),
                on: self.numbered(stuck.on.number),
            },
            Stop::Held(held) => {
                let owner = |held: Held| (self.numbered(held.number), held.claim.agent);
                End::Held(held.into_iter().map(owner).collect())
            }
            Stop::NotReady(blockers) => {
                End::NotReady(blockers.into_iter().map(|number| self.numbered(number)).collect())
            }
            Stop::WithoutAgent(tasks) => {
                let lack = |number| Some((self.numbered(number), self.agents.lack_of(number)?.clone()));
                End::WithoutAgent {
                    steps: tasks.into_iter().filter_map(lack).collect(),
                    known: self.agents.roster().names(),
                }
            }
            Stop::OutOfIterations => End::OutOfIterations,
        }
    }

    /// A fault ends the run with a sum if the observer knows that the run has begun.
    pub(super) fn broken_off(&self, fault: EngineError) -> Result<RunEnd, EngineError> {
        match self.progress.is_begin_reported {
            true => self.sum(Err(fault)),
            false => Err(fault),
        }
    }

    pub(super) fn sum(&self, end: Result<End, EngineError>) -> Result<RunEnd, EngineError> {
        let (undeclared, undeclared_more) = self.scene.company.strays();
        Ok(RunEnd {
            end,
            counts: self.picture.thread_state()?.counts,
            tally: self.progress.tally,
            elapsed_ms: self.elapsed_ms(self.progress.began),
            cost: self.cost(),
            undeclared,
            undeclared_more,
            sandbox: self.scene.unasked(),
        })
    }

    fn numbered(&self, number: TaskNumber) -> StepLine {
        match self.picture.task(number) {
            Ok(Some(task)) => self.line(task),
            _ => StepLine {
                number,
                index: 0,
                key: String::new(),
                title: String::new(),
            },
        }
    }
}
