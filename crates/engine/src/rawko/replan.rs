//! A failed plan is made anew: the failed step and what waits for it go, and new steps take their place.

use std::collections::{BTreeMap, BTreeSet};

use dialect::answers::{Form, ReplanDraft, StepDraft, StepLink, read_replan_draft};
use dialect::prompts::rawko_replan;
use dialect::rawko::{PlanSheet, read_replan_input, step_status_word};
use model::{
    AgentName, Command, Consultation, Grounds, Link, Needs, Purpose, Refusal, ReplannedTask, Replanning, SessionId,
    Standing, State, Task, TaskNumber, TaskState, ThreadId,
};
use store::Store;

use super::ask::{Counsel, agents, ask};
use super::create::{brief_of, valid};
use super::name::PlanName;
use super::steps::{in_steps, refused};
use super::view::View;
use crate::decompose::broken_prompt;
use crate::error::EngineError;
use crate::operate::Doing;
use crate::project::Engine;
use crate::prompts::PromptName;
use crate::sessions::Target;

/// Where the new steps come from.
pub enum NewSteps<'a> {
    Text {
        name: &'a str,
        text: &'a str,
    },
    Planner(Counsel<'a>),
    /// Steps that are known already.
    Draft(ReplanDraft),
}

pub struct ReplanRequest<'a> {
    pub steps: NewSteps<'a>,
    pub discoveries: Vec<String>,
    pub constraints: Vec<String>,
    /// Also where nothing has failed.
    pub force: bool,
}

#[derive(Debug, Clone)]
pub struct Replanned {
    pub sheet: PlanSheet,
    /// The version that it took the place of, as it stood.
    pub before: PlanSheet,
    /// Which step of that version is which one of this.
    pub kept: BTreeMap<u32, u32>,
    pub changes: String,
    pub reasoning: String,
    pub replans: u32,
    pub replans_max: u32,
}

/// The author of steps that a planner has drafted.
const PLANNER: &str = "planner";

impl Engine {
    pub fn replan(
        &mut self,
        plan: &PlanName,
        by: &AgentName,
        request: ReplanRequest<'_>,
    ) -> Result<Replanned, EngineError> {
        let session = plan.to_change(self.store.read()?.as_ref())?;
        self.replan_session(&session, by, request)
    }

    /// The plan of a session, whichever version it has come to.
    pub(crate) fn replan_session(
        &mut self,
        session: &SessionId,
        by: &AgentName,
        request: ReplanRequest<'_>,
    ) -> Result<Replanned, EngineError> {
        let limit = self.replans()?;
        let view = self.before_replan(session, request.force, limit)?;
        let (draft, author, consultations) = match request.steps {
            NewSteps::Draft(draft) => (draft, by.clone(), Vec::new()),
            NewSteps::Text { name, text } => {
                let (draft, diagnostics) = read_replan_input(name, text);
                (valid(name, text, draft, diagnostics)?, by.clone(), Vec::new())
            }
            NewSteps::Planner(mut counsel) => {
                let prompt = self.replan_prompt(&view, session, &request.discoveries, &request.constraints)?;
                let drafted = ask(&mut counsel, Purpose::Replan, &prompt, Form::Replan, read_replan_draft);
                let author = AgentName::new(PLANNER).map_err(EngineError::InvalidName)?;
                match drafted.draft {
                    Ok(draft) => (draft, author, drafted.consultations),
                    Err(error) => {
                        self.tell_all(session, by, drafted.consultations)?;
                        return Err(error);
                    }
                }
            }
        };
        let grounds = Grounds {
            reasoning: draft.reasoning.clone(),
            changes: draft.changes.clone(),
            discoveries: request.discoveries,
            constraints: request.constraints,
            files: Vec::new(),
        };
        let command = Command::Replan(Box::new(Replanning {
            thread: ThreadId::PRIMARY,
            plan: self.new_uid(),
            author,
            seen: view.plan.version,
            limit,
            force: request.force,
            grounds,
            tasks: self.replanned_tasks(&view, &draft.steps)?,
        }));
        // What was asked is told first, so that it is known even if its answer comes too late.
        self.tell_all(session, by, consultations)?;
        let after = self
            .apply_replan(session, by, command)
            .map_err(|error| in_steps(&view, error))?;
        Ok(Replanned {
            sheet: after.sheet(limit)?,
            before: view.sheet(limit)?,
            kept: kept(&view, &after),
            changes: draft.changes,
            reasoning: draft.reasoning,
            replans: after.plan.replans,
            replans_max: limit,
        })
    }

    /// The plan as it stands. What cannot be replanned is refused before anybody is asked.
    fn before_replan(&mut self, session: &SessionId, force: bool, limit: u32) -> Result<View, EngineError> {
        let tx = self.store.read()?;
        let view = View::need(tx.as_ref(), session)?;
        let replans = view.plan.replans;
        if view.counts.failed == 0 && !force {
            return Err(refused(&view, Refusal::NothingFailed));
        }
        if replans >= limit {
            return Err(refused(&view, Refusal::ReplansSpent { replans, limit }));
        }
        Ok(view)
    }

    fn apply_replan(&mut self, session: &SessionId, by: &AgentName, command: Command) -> Result<View, EngineError> {
        let doing = Doing {
            uid: self.new_uid(),
            session,
            by,
            at: self.now(),
            verb: "replan",
        };
        self.operate_and(doing, command, |tx, _| View::need(tx, session))
    }

    fn tell_all(
        &mut self,
        session: &SessionId,
        by: &AgentName,
        consultations: Vec<Consultation>,
    ) -> Result<(), EngineError> {
        let target = Target {
            session: Some(session.to_string()),
            thread: None,
        };
        consultations
            .into_iter()
            .try_for_each(|consultation| self.tell(&target, by, consultation))
    }

    fn replanned_tasks(&self, view: &View, steps: &[StepDraft]) -> Result<Vec<ReplannedTask>, EngineError> {
        let link = |link: &StepLink| match link {
            StepLink::New(position) => Ok(Link::New(*position as usize)),
            StepLink::Old(index) => Ok(Link::Kept(view.step(*index)?.number)),
        };
        let task = |step: &StepDraft| {
            Ok(ReplannedTask {
                uid: self.new_uid(),
                brief: brief_of(step)?,
                after: step.depends_on.iter().map(link).collect::<Result<_, EngineError>>()?,
            })
        };
        steps.iter().map(task).collect()
    }

    /// Only what has to be planned anew, and what it rests on.
    fn replan_prompt(
        &mut self,
        view: &View,
        session: &SessionId,
        discoveries: &[String],
        constraints: &[String],
    ) -> Result<String, EngineError> {
        let state = self.whole(session)?;
        let leaving = state
            .threads
            .get(&ThreadId::PRIMARY)
            .map(model::ThreadState::leaving)
            .unwrap_or_default();
        let (mut replaced, mut kept) = (Vec::new(), Vec::new());
        let below = rests_on(view, &leaving);
        for (task, index) in view.steps.iter().zip(0..) {
            match task.number {
                number if leaving.contains(&number) => replaced.push(rawko_replan::Step {
                    brief: Some(&task.brief),
                    ..told(task, index)
                }),
                number if leaving.is_empty() || below.contains(&number) => kept.push(told(task, index)),
                _ => {}
            }
        }
        let failed = view
            .steps
            .iter()
            .zip(0..)
            .find(|(task, _)| task.standing() == Standing::Failed);
        let current = view
            .steps
            .iter()
            .zip(0..)
            .find(|(task, _)| !task.standing().is_settled());
        let (failed, error) = match (failed, current) {
            (Some((task, index)), _) => (told(task, index), error_of(task)),
            (None, Some((task, index))) => (told(task, index), "It has not failed; the plan is to be made anew."),
            (None, None) => return Err(refused(view, Refusal::NothingFailed)),
        };
        let mut constraints = constraints.to_vec();
        constraints.extend(view.plan.metadata.constraints.iter().cloned());
        let agents = agents(&self.config()?, true)?;
        let input = rawko_replan::Input {
            task: view.task(),
            failed,
            error,
            replaced: &replaced,
            kept: &kept,
            discoveries,
            constraints: &constraints,
            agents: &agents,
        };
        let prompts = self.prompts()?;
        let own = prompts.own(PromptName::RawkoReplan)?;
        rawko_replan::render(&input, own).map_err(|faults| broken_prompt(&faults))
    }

    fn whole(&mut self, session: &SessionId) -> Result<State, EngineError> {
        let needs = Needs {
            whole: true,
            ..Needs::none(ThreadId::PRIMARY, AgentName::unnamed())
        };
        Ok(self.store.read()?.load(session, &needs)?)
    }
}

fn kept(before: &View, after: &View) -> BTreeMap<u32, u32> {
    let (steps, indexes) = (before.steps.iter().zip(0..), after.indexes());
    steps
        .filter_map(|(task, index)| Some((index, *indexes.get(&task.number)?)))
        .collect()
}

/// What the steps wait for, directly or not, themselves aside.
fn rests_on(view: &View, steps: &BTreeSet<TaskNumber>) -> BTreeSet<TaskNumber> {
    let after: BTreeMap<_, _> = view.steps.iter().map(|task| (task.number, &task.after)).collect();
    let mut open: Vec<TaskNumber> = steps.iter().copied().collect();
    let mut found = BTreeSet::new();
    while let Some(number) = open.pop() {
        for dependency in after.get(&number).into_iter().flat_map(|after| after.iter()) {
            if !steps.contains(dependency) && found.insert(*dependency) {
                open.push(*dependency);
            }
        }
    }
    found
}

fn told(task: &Task, index: u32) -> rawko_replan::Step<'_> {
    let output = match &task.state {
        TaskState::Done(outcome) => outcome.note.as_deref(),
        TaskState::Dropped(dropped) => dropped.reason.as_deref(),
        TaskState::Todo | TaskState::Doing(_) | TaskState::Failed(_) => None,
    };
    rawko_replan::Step {
        index,
        description: &task.brief.title,
        status: step_status_word(task.standing()),
        output,
        brief: None,
    }
}

fn error_of(task: &Task) -> &str {
    match &task.state {
        TaskState::Failed(failure) => &failure.error,
        _ => "",
    }
}
