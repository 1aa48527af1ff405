//! A failed plan is made anew: the failed step and what waits for it go, and new steps take their place.

use std::collections::{BTreeMap, BTreeSet};

use dialect::answers::{Form, ReplanDraft, StepDraft, StepLink, misfit, read_replan_draft};
use dialect::rawko::unknown_kept_step;
use dialect::rawko::{PlanSheet, read_replan_input};
use model::{
    AgentName, Command, Consultation, Diagnostic, Grounds, Link, Needs, Purpose, Refusal, Replaced, ReplannedTask,
    Replanning, SessionId, Severity, State, TaskNumber, ThreadId, ThreadState,
};
use store::Store;

use super::ask::{Counsel, ask};
use super::create::{brief_of, valid};
use super::name::PlanName;
use super::steps::{in_steps, refused};
use super::view::View;
use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;

/// Where the new steps come from.
pub enum NewSteps<'a> {
    Text { name: &'a str, text: &'a str },
    Planner(Counsel<'a>),
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

/// The plan as it stood when somebody was asked for new steps, from one look.
pub(super) struct Seen {
    pub view: View,
    state: State,
}

/// What whoever asks for a replan says about it.
struct Terms<'a> {
    by: &'a AgentName,
    limit: u32,
    force: bool,
    discoveries: &'a [String],
    constraints: &'a [String],
}

/// The author of steps that a planner has drafted.
const PLANNER: &str = "planner";

impl Seen {
    /// What goes.
    pub fn replaced(&self) -> BTreeMap<TaskNumber, Replaced> {
        let thread = self.state.threads.get(&ThreadId::PRIMARY);
        thread.map(ThreadState::replaced).unwrap_or_default()
    }

    /// Nobody can know what the author of a file had before his eyes, unless it says so.
    fn check_replaced(&self, draft: &ReplanDraft) -> Result<(), EngineError> {
        let Some(meant) = &draft.replaces else {
            return Ok(());
        };
        let meant = meant.iter().map(|index| Ok(self.view.step(*index)?.number));
        let meant = meant.collect::<Result<BTreeSet<_>, EngineError>>()?;
        let leaving: BTreeSet<_> = self.replaced().into_keys().collect();
        let differing: Vec<_> = meant.symmetric_difference(&leaving).copied().collect();
        match differing.is_empty() {
            true => Ok(()),
            false => Err(refused(&self.view, Refusal::ReplacedOtherwise(differing))),
        }
    }
}

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
        let seen = self.before_replan(session, request.force, limit)?;
        let view = &seen.view;
        let ReplanRequest {
            steps,
            discoveries,
            constraints,
            force,
        } = request;
        let terms = Terms {
            by,
            limit,
            force,
            discoveries: &discoveries,
            constraints: &constraints,
        };
        let (draft, command) = match steps {
            NewSteps::Text { name, text } => {
                let (draft, diagnostics) = read_replan_input(name, text);
                let draft = valid(name, text, draft, diagnostics)?;
                seen.check_replaced(&draft)?;
                let command = self.replanning(&seen, &terms, by, &draft)?;
                (draft, command)
            }
            NewSteps::Planner(counsel) => self.planned(&seen, &terms, counsel)?,
        };
        let after = self
            .apply_replan(session, by, command)
            .map_err(|error| in_steps(view, error))?;
        Ok(Replanned {
            sheet: after.sheet(limit)?,
            before: view.sheet(limit)?,
            kept: kept(view, &after),
            changes: draft.changes,
            reasoning: draft.reasoning,
            replans: after.plan.replans,
            replans_max: limit,
        })
    }

    /// Steps that fit the plan as it was shown. An answer that does not is put right like one that cannot be read.
    fn planned(
        &mut self,
        seen: &Seen,
        terms: &Terms<'_>,
        mut counsel: Counsel<'_>,
    ) -> Result<(ReplanDraft, Command), EngineError> {
        let author = AgentName::new(PLANNER)?;
        let prompt = self.replan_prompt(seen, terms.discoveries, terms.constraints)?;
        let read = |answer: &str| {
            let (draft, mut faults) = read_replan_draft(answer);
            if !faults.iter().any(|fault| fault.severity == Severity::Error) {
                faults.extend(self.misfit(seen, terms, &author, &draft));
            }
            (draft, faults)
        };
        let drafted = ask(&mut counsel, Purpose::Replan, &prompt, Form::Replan, read);
        // What was asked is told first, so that it is known even if its answer comes too late.
        self.tell_all(&seen.view.session.id, terms.by, drafted.consultations)?;
        let draft = drafted.draft?;
        let command = self.replanning(seen, terms, &author, &draft)?;
        Ok((draft, command))
    }

    /// Why the plan as it was shown would not take the steps, if that is a matter of the steps.
    fn misfit(&self, seen: &Seen, terms: &Terms<'_>, author: &AgentName, draft: &ReplanDraft) -> Option<Diagnostic> {
        let doing = self.replan_by(&seen.view.session.id, terms.by);
        let decided = self
            .replanning(seen, terms, author, draft)
            .and_then(|command| self.discretion.clean(command, terms.by))
            .and_then(|clean| doing.decide(&seen.state, &clean));
        match decided.err()? {
            EngineError::Plan(PlanError::Refused { refusals, .. }) => misfit(&refusals, &seen.view.indexes()),
            EngineError::Plan(PlanError::UnknownStep { index, count }) => Some(unknown_kept_step(index, count)),
            _ => None,
        }
    }

    fn replanning(
        &self,
        seen: &Seen,
        terms: &Terms<'_>,
        author: &AgentName,
        draft: &ReplanDraft,
    ) -> Result<Command, EngineError> {
        let grounds = Grounds {
            reasoning: draft.reasoning.clone(),
            changes: draft.changes.clone(),
            discoveries: terms.discoveries.to_vec(),
            constraints: terms.constraints.to_vec(),
            files: Vec::new(),
        };
        Ok(Command::Replan(Box::new(Replanning {
            thread: ThreadId::PRIMARY,
            plan: self.new_uid(),
            author: author.clone(),
            seen: seen.view.plan.version,
            replaced: seen.replaced(),
            limit: terms.limit,
            force: terms.force,
            grounds,
            tasks: self.replanned_tasks(&seen.view, &draft.steps)?,
        })))
    }

    /// The plan as it stands. What cannot be replanned is refused before anybody is asked.
    fn before_replan(&mut self, session: &SessionId, force: bool, limit: u32) -> Result<Seen, EngineError> {
        let needs = Needs {
            whole: true,
            ..Needs::none(ThreadId::PRIMARY, AgentName::unnamed())
        };
        let tx = self.store.read()?;
        let view = View::need(tx.as_ref(), session)?;
        let state = tx.load(session, &needs)?;
        let replans = view.plan.replans;
        if view.counts.failed == 0 && !force {
            return Err(refused(&view, Refusal::NothingFailed));
        }
        if replans >= limit {
            return Err(refused(&view, Refusal::ReplansSpent { replans, limit }));
        }
        Ok(Seen { view, state })
    }

    fn apply_replan(&mut self, session: &SessionId, by: &AgentName, command: Command) -> Result<View, EngineError> {
        let doing = self.replan_by(session, by);
        self.operate_and(&doing, command, |tx, _| View::need(tx, session))
    }

    fn replan_by<'a>(&self, session: &'a SessionId, by: &'a AgentName) -> Doing<'a> {
        Doing {
            uid: self.new_uid(),
            session,
            by,
            at: self.now(),
            verb: "replan".into(),
        }
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
}

fn kept(before: &View, after: &View) -> BTreeMap<u32, u32> {
    let (steps, indexes) = (before.steps.iter().zip(0..), after.indexes());
    steps
        .filter_map(|(task, index)| Some((index, *indexes.get(&task.number)?)))
        .collect()
}
