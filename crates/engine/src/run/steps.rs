//! The steps that a run works on, from their claim until their end is stored.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use model::conclude::{StepConclusion, StepEnd};
use model::schedule::{Driving, Stage, split_at_pattern, stage};
use model::{AgentName, Driven, Fence, Move, OpVersion, Task, TaskNumber, TaskPath, Timestamp, criterion};
use workspace::Places;

use super::crew::{Part, Step};
use super::observer::{Remark, StepLine};
use super::picture::{Picture, driven};
use super::pulse::Pulse;
use crate::error::EngineError;

pub(super) struct RunSteps {
    driving: Driving,
    looked: Looked,
    /// Steps that have their claims, and that no agent has started yet.
    waiting: VecDeque<Step>,
    under_way: BTreeMap<TaskNumber, UnderWay>,
    /// Steps that have ended and are not stored yet.
    ended: VecDeque<EndedStep>,
    pulse: Arc<Pulse>,
}

/// A step that an agent works on.
#[derive(Clone)]
pub(super) struct UnderWay {
    pub line: StepLine,
    pub agent: AgentName,
    pub fence: Fence,
    pub since: Timestamp,
    /// The criteria that the agent was given.
    pub acceptance: Vec<String>,
    pub part: Part,
    /// The run has told the agent to stop.
    pub is_stopped: bool,
}

/// A step that has ended, and is not stored yet.
pub(super) struct EndedStep {
    pub step: UnderWay,
    pub end: StepEnd,
    /// By the plan as it was read last.
    pub conclusion: StepConclusion,
    /// Empty if the plan does not change.
    pub moves: Vec<Driven>,
    /// Reported once the step is stored.
    pub remarks: Vec<Remark>,
}

/// The tasks whose declared paths were resolved, for this version of the plan and these running steps. They are resolved
/// again whenever a step has started or ended, because agents make links, too.
#[derive(Default)]
struct Looked {
    at: Option<(OpVersion, BTreeSet<TaskNumber>)>,
    tasks: BTreeSet<TaskNumber>,
}

impl UnderWay {
    /// Whether commands decide if the step is done.
    pub fn has_checks(&self) -> bool {
        criterion::has_commands(&self.acceptance)
    }

    /// The change of the step, under the claim of its agent.
    pub fn driven(&self, to: Move) -> Driven {
        driven(&self.agent, self.line.number, Some(self.fence), to)
    }
}

impl RunSteps {
    pub fn new(driving: Driving, pulse: Pulse) -> Self {
        Self {
            driving,
            looked: Looked::default(),
            waiting: VecDeque::new(),
            under_way: BTreeMap::new(),
            ended: VecDeque::new(),
            pulse: Arc::new(pulse),
        }
    }

    pub fn driving(&self) -> &Driving {
        &self.driving
    }

    pub fn pulse(&self) -> &Arc<Pulse> {
        &self.pulse
    }

    /// Whether no step has a claim of this run.
    pub fn is_idle(&self) -> bool {
        self.driving.running.is_empty()
    }

    pub fn is_at_work(&self, agent: &AgentName) -> bool {
        self.under_way.values().any(|step| step.agent == *agent)
    }

    /// The step has its claim. It counts as running, so that no other step gets in its way.
    pub fn line_up(&mut self, step: Step) {
        self.driving.running.insert(step.task.number);
        self.pulse.begin(&step.agent.name);
        self.waiting.push_back(step);
    }

    pub fn count_start(&mut self) {
        self.driving.iterations = self.driving.iterations.saturating_sub(1);
    }

    pub fn waiting(&self) -> impl Iterator<Item = &Step> {
        self.waiting.iter()
    }

    /// The next step that may start. A step of an earlier run stays as it is when the run is stopping; a step that this
    /// run has claimed is started, and stopped if need be.
    pub fn next_waiting(&mut self, is_stopping: bool) -> Option<Step> {
        let is_free = self.under_way.len() < self.driving.jobs;
        let may_begin = |step: &Step| is_free && (step.part == Part::All || !is_stopping);
        match self.waiting.front().is_some_and(may_begin) {
            true => self.waiting.pop_front(),
            false => None,
        }
    }

    /// Removes the steps that wait and are not to be kept: they stay as an earlier run left them.
    pub fn retain_waiting(&mut self, is_kept: impl Fn(&Step) -> bool) -> VecDeque<Step> {
        let waiting = std::mem::take(&mut self.waiting);
        let (kept, left): (VecDeque<Step>, VecDeque<Step>) = waiting.into_iter().partition(is_kept);
        self.waiting = kept;
        for step in &left {
            self.driving.running.remove(&step.task.number);
            self.pulse.end(&step.agent.name);
        }
        left
    }

    pub fn begin(&mut self, step: UnderWay) {
        self.under_way.insert(step.line.number, step);
    }

    pub fn has_under_way(&self) -> bool {
        !self.under_way.is_empty()
    }

    /// The steps whose agents were not told to stop.
    pub fn working(&self) -> Vec<UnderWay> {
        let working = self.under_way.values().filter(|step| !step.is_stopped);
        working.cloned().collect()
    }

    pub fn mark_stopped(&mut self, number: TaskNumber) {
        if let Some(step) = self.under_way.get_mut(&number) {
            step.is_stopped = true;
        }
    }

    /// The step does not run any more. The driver stores its end together with what begins next.
    pub fn end(&mut self, number: TaskNumber, end: StepEnd) -> Option<&EndedStep> {
        let step = self.under_way.remove(&number)?;
        self.driving.running.remove(&number);
        self.pulse.end(&step.agent);
        self.ended.push_back(EndedStep {
            step,
            end,
            conclusion: StepConclusion::Unknown,
            moves: Vec::new(),
            remarks: Vec::new(),
        });
        self.ended.back()
    }

    pub fn take_ended(&mut self) -> VecDeque<EndedStep> {
        std::mem::take(&mut self.ended)
    }

    pub fn next_ended(&mut self) -> Option<EndedStep> {
        self.ended.pop_front()
    }

    /// The step could not be stored. It is stored before any other.
    pub fn put_back(&mut self, ended: EndedStep) {
        self.ended.push_front(ended);
    }

    /// The changes of all steps that have ended. Two steps of one agent may release the same extra claims.
    pub fn changes(&self) -> Vec<Driven> {
        let mut changes: Vec<Driven> = Vec::new();
        for driven in self.ended.iter().flat_map(|ended| &ended.moves) {
            if !changes.contains(driven) {
                changes.push(driven.clone());
            }
        }
        changes
    }

    /// Resolves the declared paths of the steps that would start next, until it is sure that they get in the way of no
    /// other step. A plan may have thousands of others that are ready.
    pub fn look_at_places(
        &mut self,
        picture: &Picture,
        root: &Path,
        without_agent: BTreeSet<TaskNumber>,
        at: Timestamp,
    ) -> Result<(), EngineError> {
        self.driving.without_agent = without_agent;
        let now = (picture.version(), self.driving.running.clone());
        if self.looked.at.as_ref() != Some(&now) {
            self.looked = Looked {
                at: Some(now),
                tasks: BTreeSet::new(),
            };
            self.driving.places.clear();
        }
        let is_busy = |task: &&Task| task.claim().is_some_and(|claim| claim.is_live(at));
        let mut next: Vec<Task> = picture.tasks()?.rows().filter(is_busy).cloned().collect();
        if self.driving.jobs == 1 && next.is_empty() {
            return Ok(());
        }
        loop {
            if let Stage::Start(tasks) = stage(picture.thread_state()?, &self.driving, at) {
                next.extend(tasks.into_iter().cloned());
            }
            next.retain(|task| self.looked.tasks.insert(task.number));
            if next.is_empty() {
                return Ok(());
            }
            let mut places = Places::of(root);
            for task in next.drain(..) {
                let real = real_paths(&mut places, &task.brief.paths);
                if real != task.brief.paths {
                    self.driving.places.insert(task.number, real);
                }
            }
        }
    }
}

/// Declared paths with links followed. Only the part before a pattern can be followed.
pub(super) fn real_paths(places: &mut Places, paths: &[TaskPath]) -> Vec<TaskPath> {
    let follow = |path: &TaskPath| {
        let (head, pattern) = split_at_pattern(&path.path);
        let real = places.real(head);
        TaskPath {
            path: match (real.is_empty(), pattern) {
                (_, "") => real,
                (true, pattern) => pattern.to_owned(),
                (false, pattern) => format!("{real}/{pattern}"),
            },
            creates: path.creates,
        }
    };
    paths.iter().map(follow).collect()
}
