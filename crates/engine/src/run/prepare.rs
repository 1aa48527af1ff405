//! Prepares a step before it begins: its agent, its prompt, its environment, and the approval of its checks.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use dialect::agentctl::plan_dirs;
use dialect::config::AgentWork;
use dialect::prompts::step::{self, Earlier, Ending};
use dialect::records::clip;
use model::{Driven, Fence, Move, Outcome, Role, Task, TaskPath, TaskState, ThreadId, limits};
use workspace::Places;

use super::agents::ask_arbiter;
use super::checks::ApprovedChecks;
use super::crew::{Part, Step};
use super::driver::Driver;
use super::picture::{Counting, Picture, driven, place};
use super::steps::real_paths;
use super::{End, Lack};
use crate::arbiter::Arbiter;
use crate::error::{AskError, EngineError};
use crate::prompts::{PromptName, Prompts};
use crate::rawko::id_of;
use crate::roster::Agent;

pub(super) struct Prepared {
    task: Task,
    agent: Agent,
    checks: ApprovedChecks,
    brief: String,
    variables: Vec<(OsString, OsString)>,
    places: Vec<TaskPath>,
}

impl Prepared {
    pub fn driven(&self) -> Driven {
        driven(&self.agent.name, self.task.number, None, Move::Start)
    }

    pub fn into_step(self, fence: Fence) -> Step {
        Step {
            task: self.task,
            agent: self.agent,
            fence,
            brief: self.brief,
            variables: self.variables,
            checks: self.checks,
            places: self.places,
            part: Part::All,
            cancelled: Arc::default(),
        }
    }
}

impl Driver<'_> {
    /// Whether somebody must be asked before the task can begin.
    pub(super) fn is_question(&self, task: &Task) -> bool {
        self.decided(task).is_none() || !self.scene.is_approved(task)
    }

    /// What is answered is remembered. The first that nobody wants stops the run.
    pub(super) fn ask_about(&mut self, tasks: &[Task]) -> Result<(), EngineError> {
        for task in tasks {
            if self.decided(task).is_none()
                && let Err(lack) = self.ask_arbiter(task)?
            {
                self.agents.lack(task.number, lack);
                continue;
            }
            if self.approve(task).is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Tasks that nobody has to be asked about.
    pub(super) fn prepare_all(&mut self, tasks: Vec<Task>) -> Result<Vec<Prepared>, EngineError> {
        let mut prepared = Vec::new();
        for task in tasks {
            if let Some(agent) = self.decided(&task)
                && !self.agents.lacks_program(task.number, &agent.name)
            {
                prepared.extend(self.prepare_for(task, agent)?);
            }
        }
        Ok(prepared)
    }

    /// `None` if the run is to stop instead.
    pub(super) fn prepare_for(&mut self, task: Task, agent: Agent) -> Result<Option<Prepared>, EngineError> {
        let Some(checks) = self.approve(&task) else {
            return Ok(None);
        };
        let store = self.scene.bench.setting.store.as_deref();
        let store = store.map(|_| self.engine.database().to_owned());
        Ok(Some(Prepared {
            brief: brief(
                &self.picture,
                &task,
                &agent,
                self.scene.request.counting,
                &self.engine.prompts()?,
            )?,
            variables: context(&self.picture, &task, &agent, store.as_deref())?,
            places: real_paths(&mut Places::of(&self.scene.bench.root), &task.brief.paths),
            checks,
            task,
            agent,
        }))
    }

    fn approve(&mut self, task: &Task) -> Option<ApprovedChecks> {
        let step = self.line(task);
        match self.scene.approve(task, &step) {
            Ok(checks) => Some(checks),
            Err(declined) => {
                self.progress.stop(End::Declined {
                    step,
                    is_absent: declined.is_absent,
                });
                None
            }
        }
    }

    pub(super) fn decided(&self, task: &Task) -> Option<Agent> {
        self.agents.decided(&self.picture, task)
    }

    fn ask_arbiter(&mut self, task: &Task) -> Result<Result<(), Lack>, EngineError> {
        let Some(opened) = self.scene.opened else {
            let wanted = task.brief.agent.as_ref().map(ToString::to_string);
            return Ok(Err(Lack::Undecided { wanted }));
        };
        let request = self.scene.request;
        let mut arbiter = Arbiter {
            planner: opened.planner.as_ref(),
            target: request.target,
            by: request.by,
            cancelled: request.cancelled,
            watch: &mut |_| {},
        };
        let chosen = ask_arbiter(
            &mut arbiter,
            &mut self.engine,
            &self.picture,
            self.agents.roster(),
            task,
        );
        self.picture.refresh(&mut self.engine)?;
        Ok(chosen?.map(|agent| self.agents.choose(task.number, agent)))
    }
}

/// The prompt of a step.
fn brief(
    picture: &Picture,
    task: &Task,
    agent: &Agent,
    counting: Counting,
    prompts: &Prompts,
) -> Result<String, EngineError> {
    let thread = picture.thread_state()?;
    let brief = &task.brief;
    let paths: Vec<String> = brief.paths.iter().map(ToString::to_string).collect();
    let finished = finished(picture, task)?;
    let notes: Vec<Option<String>> = finished.iter().map(|(_, outcome)| clipped(outcome)).collect();
    let earlier: Vec<Earlier<'_>> = finished
        .iter()
        .zip(&notes)
        .map(|((task, outcome), note)| {
            Ok(Earlier {
                number: counting.of(picture, task)?,
                title: &task.brief.title,
                note: note.as_deref(),
                files: &outcome.files,
            })
        })
        .collect::<Result<_, EngineError>>()?;
    let plan = thread.plan.as_ref();
    let constraints = plan.map(|plan| plan.metadata.constraints.as_slice());
    let input = step::Input {
        prompt: agent.prompt.as_deref(),
        goal: picture.goal(),
        plan: plan.map(|plan| plan.body.trim()).unwrap_or_default(),
        number: counting.of(picture, task)?,
        total: thread.counts.total(),
        title: &brief.title,
        instructions: &brief.body,
        checklist: &brief.checklist,
        acceptance: &brief.acceptance,
        hints: &brief.hints,
        paths: &paths,
        constraints: constraints.unwrap_or_default(),
        earlier: &earlier,
        ending: match agent.work {
            AgentWork::Command(_) => Ending::Exit,
            AgentWork::Planner => Ending::Conclude,
        },
    };
    Ok(step::render(&input, prompts.own(PromptName::Step)?).map_err(AskError::Unprompted)?)
}

/// What the task builds on, directly or not; where nothing says what that is, all that is done. The latest are told of.
fn finished<'a>(picture: &'a Picture, task: &Task) -> Result<Vec<(&'a Task, &'a Outcome)>, EngineError> {
    let tasks = picture.tasks()?;
    let mut wanted = BTreeSet::new();
    let mut open = task.after.clone();
    while let Some(number) = open.pop() {
        if wanted.insert(number) {
            open.extend(tasks.after(number));
        }
    }
    let is_wanted = |other: &&Task| task.after.is_empty() || wanted.contains(&other.number);
    let done = tasks.rows().filter(is_wanted).filter_map(|task| match &task.state {
        TaskState::Done(outcome) => Some((task, outcome)),
        _ => None,
    });
    let mut done: Vec<_> = done.collect();
    let left_out = done.len().saturating_sub(limits::AGENT_EARLIER_STEPS);
    Ok(done.split_off(left_out))
}

fn clipped(outcome: &Outcome) -> Option<String> {
    let note = outcome.note.as_deref()?;
    Some(clip(note, limits::AGENT_EARLIER_CHARS))
}

/// The environment of an agent: with it, the agent can use every front end under its own name.
fn context(
    picture: &Picture,
    task: &Task,
    agent: &Agent,
    store: Option<&Path>,
) -> Result<Vec<(OsString, OsString)>, EngineError> {
    let session = picture.session.as_str();
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PLANWRIGHT_AGENT".into(), agent.name.as_str().into()),
        ("PLANWRIGHT_SESSION".into(), session.into()),
        ("PLANWRIGHT_THREAD".into(), picture.thread.0.to_string().into()),
        ("PLANWRIGHT_TASK".into(), task.number.to_string().into()),
        ("PLANWRIGHT_TASK_KEY".into(), task.key.to_string().into()),
        ("PLANLOOP_SESSION".into(), session.into()),
        ("AGENTCTL_SESSION_ID".into(), session.into()),
    ];
    variables.extend(for_rawko(picture, task)?);
    variables.extend(store.map(|store| ("PLANWRIGHT_STORE".into(), store.into())));
    if let Some(folder) = &picture.thread_state()?.thread.folder {
        let additional: Vec<(ThreadId, String)> = picture
            .threads()
            .filter(|thread| thread.role == Role::Additional && thread.id != picture.thread)
            .filter_map(|thread| Some((thread.id, thread.folder.clone()?)))
            .collect();
        variables.push(("CURRENT_PLAN_DIR".into(), folder.into()));
        variables.push(("ADDITIONAL_PLAN_DIRS".into(), plan_dirs(&additional).into()));
    }
    Ok(variables)
}

/// As rawko names and counts. It knows the primary thread alone, and would mean another step in any other.
fn for_rawko(picture: &Picture, task: &Task) -> Result<Vec<(OsString, OsString)>, EngineError> {
    if picture.thread != ThreadId::PRIMARY {
        return Ok(Vec::new());
    }
    // Indexes are those of one version.
    let version = picture.thread_state()?.plan.as_ref().map_or(1, |plan| plan.version);
    let plan = id_of(&picture.session, version)?;
    Ok(vec![
        ("RAWKO_PLAN".into(), plan.as_str().into()),
        ("RAWKO_STEP".into(), place(picture, task)?.to_string().into()),
    ])
}

/// The claim that the agent works under, once it is known.
pub(super) fn fence_variable(fence: Fence) -> (OsString, OsString) {
    ("PLANWRIGHT_FENCE".into(), fence.0.to_string().into())
}
