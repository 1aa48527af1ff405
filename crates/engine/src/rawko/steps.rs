//! Steps are started, completed, failed, skipped and added. What the life cycle does not know is refused by name.

use std::collections::BTreeMap;

use dialect::rawko::PlanSheet;
use dialect::records::cascaded_skip;
use model::{
    AgentName, Brief, Change, Command, Drive, Driven, DroppedAs, IllegalTransition, Move, Needs, NewTask,
    PlanEventKind, Refusal, Refusals, SessionId, Standing, Task, TaskNumber, TaskPath, ThreadId, Timestamp, transition,
    transitions,
};
use store::{Read, Store, Write};

use super::name::PlanName;
use super::view::View;
use crate::discretion::Clean;
use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::project::Engine;
use crate::run;

/// What came of it.
#[derive(Debug, Clone)]
pub struct Stepped {
    pub sheet: PlanSheet,
    pub event: PlanEventKind,
    /// The steps that changed, by their index now; none if it was so already.
    pub changed: Vec<u32>,
}

/// A step that is added while others are worked on.
#[derive(Debug, Clone, Default)]
pub struct NewStep {
    pub description: String,
    pub agent: Option<AgentName>,
    pub instructions: Option<String>,
    pub acceptance: Vec<String>,
    pub files: Vec<TaskPath>,
    pub depends_on: Vec<u32>,
    /// Right after this step; at the end without one.
    pub after: Option<u32>,
}

/// Who speaks. Whoever gives no name reports for the agent that a step was given to; what a run has given away it reports
/// itself.
#[derive(Debug, Clone, Copy)]
pub struct Voice<'a> {
    pub by: &'a AgentName,
    pub named: Option<&'a AgentName>,
}

impl Voice<'_> {
    fn on(&self, task: &Task) -> AgentName {
        let holder = task.claim().map(|claim| &claim.agent);
        self.named.or(holder).unwrap_or(self.by).clone()
    }

    /// Nobody reports without a name on what the agents of a run are at: their driver does, when they end.
    fn check(&self, tx: &dyn Read, view: &View, command: &Command, at: Timestamp) -> Result<(), EngineError> {
        let Command::Drive(drive) = command else {
            return Ok(());
        };
        let asker = self.named.unwrap_or(self.by);
        for driven in &drive.moves {
            let task = view.steps.iter().find(|task| task.number == driven.task);
            let claim = task.and_then(Task::claim).filter(|claim| claim.is_live(at));
            if let Some(claim) = claim.filter(|claim| claim.agent != *asker)
                && run::has_begun(tx, &view.session.id, claim.fence)?
            {
                let taken = Refusal::Taken {
                    task: driven.task,
                    by: claim.agent.clone(),
                    until: claim.ends(at),
                };
                return Err(refused(view, taken));
            }
        }
        Ok(())
    }
}

impl Engine {
    pub fn start_step(&mut self, plan: &PlanName, voice: Voice<'_>, index: u32) -> Result<Stepped, EngineError> {
        let agent = voice.named.unwrap_or(voice.by).clone();
        self.step(plan, voice, PlanEventKind::StepStarted, |view| {
            Ok(one(view.step(index)?, agent, Move::Start))
        })
    }

    /// A ready step that nobody has started is started with it.
    pub fn complete_step(
        &mut self,
        plan: &PlanName,
        voice: Voice<'_>,
        index: u32,
        output: &str,
        files: &[String],
    ) -> Result<Stepped, EngineError> {
        self.step(plan, voice, PlanEventKind::StepCompleted, |view| {
            let task = view.step(index)?;
            let note = Some(output.to_owned()).filter(|output| !output.is_empty());
            let to = Move::finish(note, files.to_vec());
            Ok(one(task, voice.on(task), to))
        })
    }

    pub fn fail_step(
        &mut self,
        plan: &PlanName,
        voice: Voice<'_>,
        index: u32,
        error: &str,
        files: &[String],
    ) -> Result<Stepped, EngineError> {
        self.step(plan, voice, PlanEventKind::StepFailed, |view| {
            let task = view.step(index)?;
            let to = Move::Fail {
                error: error.to_owned(),
                files: files.to_vec(),
                evidence: Vec::new(),
            };
            Ok(one(task, voice.on(task), to))
        })
    }

    /// With `cascade`, the open steps that wait for it are skipped, too.
    pub fn skip_step(
        &mut self,
        plan: &PlanName,
        voice: Voice<'_>,
        index: u32,
        reason: Option<&str>,
        cascade: bool,
    ) -> Result<Stepped, EngineError> {
        self.step(plan, voice, PlanEventKind::StepSkipped, |view| {
            let first = view.step(index)?;
            let mut skipped = vec![first];
            if cascade {
                skipped.extend(open_behind(view, first.number));
            }
            let drop = |task: &Task| Driven {
                agent: voice.on(task),
                task: task.number,
                to: Move::Drop {
                    how: DroppedAs::Skipped,
                    reason: match task.number == first.number {
                        true => reason.map(str::to_owned),
                        false => Some(cascaded_skip(index)),
                    },
                },
                fence: None,
            };
            Ok(Command::Drive(Drive {
                thread: ThreadId::PRIMARY,
                last_seen: None,
                moves: skipped.into_iter().map(drop).collect(),
            }))
        })
    }

    /// What was complete, failed or skipped is to be done again; a step that somebody holds is let go.
    pub fn reopen_step(&mut self, plan: &PlanName, voice: Voice<'_>, index: u32) -> Result<Stepped, EngineError> {
        let is_held = |view: &View| view.step(index).is_ok_and(|task| task.standing() == Standing::Doing);
        let kind = |view: &View| match is_held(view) {
            true => PlanEventKind::StepReleased,
            false => PlanEventKind::StepReopened,
        };
        self.step_of_kind(plan, voice, kind, |view| {
            let task = view.step(index)?;
            Ok(one(task, voice.on(task), Move::Reopen))
        })
    }

    pub fn add_step(&mut self, plan: &PlanName, by: &AgentName, step: &NewStep) -> Result<Stepped, EngineError> {
        let uid = self.new_uid();
        let voice = Voice { by, named: None };
        self.step(plan, voice, PlanEventKind::StepAdded, |view| {
            let after = step.depends_on.iter().map(|index| view.reference(*index));
            let task = NewTask {
                uid,
                key: None,
                brief: brief(step),
                after: after.collect::<Result<_, _>>()?,
            };
            let last = view
                .steps
                .len()
                .checked_sub(1)
                .and_then(|last| u32::try_from(last).ok());
            // At the end by its place, which need not be the end by its number.
            let Some(place) = step.after.or(last) else {
                return Ok(Command::Change(Change {
                    thread: ThreadId::PRIMARY,
                    last_seen: None,
                    add: vec![task],
                    update: Vec::new(),
                    summary: None,
                }));
            };
            Ok(Command::Insert {
                thread: ThreadId::PRIMARY,
                after: view.step(place)?.number,
                task,
            })
        })
    }

    fn step(
        &mut self,
        plan: &PlanName,
        voice: Voice<'_>,
        kind: PlanEventKind,
        command: impl FnOnce(&View) -> Result<Command, EngineError>,
    ) -> Result<Stepped, EngineError> {
        self.step_of_kind(plan, voice, |_| kind, command)
    }

    fn step_of_kind(
        &mut self,
        plan: &PlanName,
        voice: Voice<'_>,
        kind: impl FnOnce(&View) -> PlanEventKind,
        command: impl FnOnce(&View) -> Result<Command, EngineError>,
    ) -> Result<Stepped, EngineError> {
        let replans = self.replans()?;
        let (uid, at) = (self.new_uid(), self.now());
        let mut tx = self.store.write()?;
        let session = plan.to_change(tx.as_read())?;
        let before = View::need(tx.as_read(), &session)?;
        let kind = kind(&before);
        let doing = Doing {
            uid,
            session: &session,
            by: voice.by,
            at,
            verb: verb(kind).into(),
        };
        let command = command(&before)?;
        voice.check(tx.as_read(), &before, &command, at)?;
        let command = self.discretion.clean(command, voice.by)?;
        let from = before.phase(replans);
        let illegal = |illegal| refused(&before, Refusal::Illegal(illegal));
        let numbers = apply(tx.as_mut(), &doing, &command).map_err(|error| match error {
            // What is wrong with the whole plan is told before what is wrong with the step.
            EngineError::Plan(PlanError::Refused { .. }) if transitions(from, kind).next().is_none() => {
                illegal(IllegalTransition { from, event: kind })
            }
            other => in_steps(&before, other),
        })?;
        let after = View::need(tx.as_read(), &session)?;
        if !numbers.is_empty() {
            let may_replan = before.plan.replans < replans;
            transition(from, kind, &after.counts, may_replan).map_err(illegal)?;
        }
        tx.commit()?;
        let indexes = after.indexes();
        Ok(Stepped {
            sheet: after.sheet(replans)?,
            event: kind,
            changed: numbers
                .iter()
                .filter_map(|number| indexes.get(number).copied())
                .collect(),
        })
    }
}

/// The tasks that moved or came.
fn apply(tx: &mut (dyn Write + '_), doing: &Doing<'_>, command: &Clean) -> Result<Vec<TaskNumber>, EngineError> {
    let state = tx.load(doing.session, &Needs::of(command.command(), doing.by))?;
    let events = doing.decide(&state, command)?;
    let touched = events.iter().filter_map(|event| match event {
        model::Event::TaskMoved { number, .. } => Some(*number),
        model::Event::TaskAdded { task, .. } => Some(task.number),
        _ => None,
    });
    let touched = touched.collect();
    doing.append(tx, &state, events)?;
    Ok(touched)
}

pub(super) fn refused(view: &View, refusal: Refusal) -> EngineError {
    step_refused(view, refusal.into())
}

/// A refusal that names steps as the caller knows them.
pub(super) fn in_steps(view: &View, error: EngineError) -> EngineError {
    match error {
        EngineError::Plan(PlanError::Refused { refusals, .. }) => step_refused(view, refusals),
        other => other,
    }
}

fn step_refused(view: &View, refusals: Refusals) -> EngineError {
    let indexes = view.indexes();
    PlanError::StepRefused { refusals, indexes }.into()
}

fn one(task: &Task, agent: AgentName, to: Move) -> Command {
    Command::Drive(Drive {
        thread: ThreadId::PRIMARY,
        last_seen: None,
        moves: vec![Driven {
            agent,
            task: task.number,
            to,
            fence: None,
        }],
    })
}

fn verb(kind: PlanEventKind) -> &'static str {
    match kind {
        PlanEventKind::PlanCreated => "plan create",
        PlanEventKind::StepStarted => "step start",
        PlanEventKind::StepCompleted => "step complete",
        PlanEventKind::StepFailed => "step fail",
        PlanEventKind::StepSkipped => "step skip",
        PlanEventKind::StepAdded => "step add",
        PlanEventKind::StepReleased | PlanEventKind::StepReopened => "step reopen",
        PlanEventKind::PlanReplanned => "replan",
    }
}

pub(super) fn brief(step: &NewStep) -> Brief {
    Brief {
        title: step.description.clone(),
        body: step.instructions.clone().unwrap_or_default(),
        agent: step.agent.clone(),
        acceptance: step.acceptance.clone(),
        paths: step.files.clone(),
        ..Brief::default()
    }
}

/// The open steps that wait for a step, directly or not.
fn open_behind(view: &View, first: TaskNumber) -> Vec<&Task> {
    let mut waiting: BTreeMap<TaskNumber, Vec<&Task>> = BTreeMap::new();
    for task in view.steps.iter().filter(|task| !task.standing().is_settled()) {
        for number in &task.after {
            waiting.entry(*number).or_default().push(task);
        }
    }
    let mut behind = BTreeMap::new();
    let mut open = waiting.remove(&first).unwrap_or_default();
    while let Some(task) = open.pop() {
        behind.insert(task.number, task);
        open.extend(waiting.remove(&task.number).unwrap_or_default());
    }
    behind.into_values().collect()
}

impl Engine {
    /// The session of a plan, for verbs of other rooms.
    pub fn plan_session(&mut self, plan: &PlanName) -> Result<SessionId, EngineError> {
        plan.newest(self.store.read()?.as_ref())
    }
}
