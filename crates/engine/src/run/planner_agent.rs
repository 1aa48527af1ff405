//! An agent that works by turns: a language model writes proposals, which are checked, approved and carried out like any
//! other, until it concludes.

use std::borrow::Cow;

use dialect::config::ApprovalPolicy;
use dialect::records::{StepFailure, StepNote, clip};
use model::conclude::{StepEnd, StepResult};
use model::report::Approver;
use model::{AgentName, TaskLink, TaskRef, Verdict, limits};

use super::Scene;
use super::company::is_declared;
use super::crew::{Part, Step};
use super::observer::News;
use crate::error::EngineError;
use crate::planner::{Planner, PlannerError};
use crate::turns::{
    Audience, Conclusion, Decision, Ended, Execution, NewSession, News as TurnNews, PlanRequest, PlannedBy, Replan,
    Request, Resumption, Review, TaskWork, TurnError, TurnPlace,
};

/// A session may have been opened for the same task before.
const NAMES_MAX: u32 = 100;

impl Scene<'_> {
    pub fn turns(&self, step: &Step, part: Part, planner: &dyn Planner) -> StepEnd {
        match self.take_turns(step, part, planner) {
            Ok(end) => end,
            Err(EngineError::Turn(TurnError::Unresolved { command })) => StepEnd::Unknown { command: Some(command) },
            Err(EngineError::Planner(PlannerError::Cancelled)) => StepEnd::Stopped,
            Err(_) if step.is_cancelled() => StepEnd::Stopped,
            Err(error) => StepEnd::failed(self.bench.redact(&error.to_string())),
        }
    }

    fn take_turns(&self, step: &Step, part: Part, planner: &dyn Planner) -> Result<StepEnd, EngineError> {
        let before = match part {
            Part::Rest(_) => self.bench.session_for(&self.link(step), step.task.claim())?,
            Part::All | Part::Checks(_) => None,
        };
        let session = match before {
            Some(session) => session,
            None => self.open(step)?,
        };
        let mut resolve = match part {
            Part::Rest(resolve) => resolve,
            Part::All | Part::Checks(_) => None,
        };
        for _ in 0..self.turns {
            if step.is_cancelled() {
                return Ok(StepEnd::Stopped);
            }
            match self.bench.resumption(Some(&session))? {
                Resumption::Over(place) => return self.concluded(step, &session, &place.file("report.md").to_string()),
                Resumption::Plan(place) => self.plan(&place, step, planner)?,
                Resumption::Execute(_) => {}
            }
            // Nobody is asked about what nobody wants any more.
            if step.is_cancelled() {
                return Ok(StepEnd::Stopped);
            }
            let request = Request {
                by: &step.agent.name,
                plan: None,
                session: Some(&session),
                sandbox: self.request.sandbox,
                resolve: resolve.take(),
                conclusion: Conclusion::IsTold,
                cancelled: &step.cancelled,
            };
            let mut speaker = Speaker { scene: self, step };
            let end = match self.bench.execute(&request, &mut speaker) {
                // The run was killed between two commands.
                Err(EngineError::Turn(TurnError::NothingToResolve)) => None,
                Ok(Execution::Ended(ended)) => self.after(step, &session, &ended)?,
                Ok(Execution::Declined) => Some(StepEnd::Declined { is_absent: false }),
                Ok(Execution::Absent) => Some(StepEnd::Declined { is_absent: true }),
                Err(error) => return Err(error),
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(StepEnd::failed(StepFailure::NotConcluded(self.turns)))
    }

    /// How the step ends with this turn; `None` if it does not.
    fn after(&self, step: &Step, session: &str, ended: &Ended) -> Result<Option<StepEnd>, EngineError> {
        if ended.task.is_some() {
            return self.concluded(step, session, &ended.report.title).map(Some);
        }
        if ended.report.verdict == Verdict::Invalid
            && let Some(turn) = &ended.turn
            && let Replan::TooOften(times) = self.bench.replan(turn)?
        {
            let plans = times.saturating_sub(1);
            return Ok(Some(StepEnd::failed(StepFailure::PlansRefused(plans))));
        }
        Ok(None)
    }

    fn concluded(&self, step: &Step, session: &str, result: &str) -> Result<StepEnd, EngineError> {
        let files = self.bench.changed_in(session)?;
        let is_surprise = |file: &&String| !step.places.is_empty() && !is_declared(file, &step.places);
        Ok(StepEnd::Done(StepResult {
            note: Some(clip(
                &self.bench.redact(&StepNote::Turns(result, session).to_string()),
                limits::AGENT_NOTE_CHARS,
            )),
            undeclared: files.iter().filter(is_surprise).cloned().collect(),
            files,
            ..StepResult::default()
        }))
    }

    fn plan(&self, place: &TurnPlace, step: &Step, planner: &dyn Planner) -> Result<(), EngineError> {
        let is_first = place.id.number() == 1;
        let message = is_first.then(|| self.bench.redact(&step.brief));
        let request = PlanRequest {
            message: message.as_deref(),
            by: PlannedBy::Planner {
                planner,
                cancelled: &step.cancelled,
            },
        };
        self.bench.plan_in(place, &request, &mut |_| {})?;
        Ok(())
    }

    fn open(&self, step: &Step) -> Result<String, EngineError> {
        let key: String = step.task.key.to_string().chars().take(limits::NAME_CHARS - 4).collect();
        let task = TaskRef::Number(step.task.number);
        let prompt = self
            .bench
            .prompt(Some(step.agent.name.as_str()))
            .ok()
            .map(|prompt| prompt.agent);
        let mut attempt = 1;
        loop {
            let name: Cow<'_, str> = match attempt {
                1 => key.as_str().into(),
                attempt => format!("{key}-{attempt}").into(),
            };
            let wanted = NewSession {
                name: &name,
                agent: prompt.as_ref().map(AgentName::as_str),
                task: Some(TaskWork {
                    target: self.request.target,
                    by: &step.agent.name,
                    task: &task,
                }),
            };
            match self.bench.new_session(&wanted) {
                Err(EngineError::Turn(TurnError::SessionExists(_))) if attempt < NAMES_MAX => attempt += 1,
                opened => return Ok(opened?.place.session),
            }
        }
    }

    fn link(&self, step: &Step) -> TaskLink {
        TaskLink {
            session: self.session.clone(),
            thread: self.request.target.thread(),
            key: step.task.key.clone(),
            agent: step.agent.name.clone(),
            fence: Some(step.fence),
        }
    }
}

/// Stands between the turns of one agent and whoever watches the run.
struct Speaker<'a, 'b> {
    scene: &'a Scene<'b>,
    step: &'a Step,
}

impl Audience for Speaker<'_, '_> {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        match self.scene.approval {
            ApprovalPolicy::Sandbox => Decision::Approve {
                by: Approver::Policy,
                chosen: None,
            },
            ApprovalPolicy::Ask => self.scene.ask(|onlooker| onlooker.decide(review)),
        }
    }

    fn reply(&mut self, message: &str) -> Option<String> {
        match self.scene.approval {
            ApprovalPolicy::Sandbox => None,
            ApprovalPolicy::Ask => self.scene.ask(|onlooker| onlooker.reply(message)),
        }
    }

    fn tell(&mut self, news: TurnNews<'_>) {
        if let TurnNews::Output(text) = news {
            self.scene.tell(&News::Output {
                number: self.step.task.number,
                text: text.to_owned(),
            });
        }
    }
}
