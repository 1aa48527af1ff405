//! A task becomes a plan: a session of its own, current from then on.

use std::collections::BTreeSet;

use dialect::answers::{Form, PlanDraft, StepDraft, StepLink, read_plan_draft};
use dialect::prompts::rawko_create;
use dialect::rawko::{ARCHIVE_FOLDER, plan_id, read_plan_input};
use model::{
    AgentName, Brief, Command, Consultation, Diagnostic, Grounds, NewTask, Opening, PlanMetadata, Purpose, RelPath,
    SessionId, Severity, State, TaskNumber, TaskPath, TaskRef, Timestamp, Uid, limits,
};
use store::{Read, Store};
use workspace::Root;

use super::ask::{Counsel, agents, ask};
use super::show::Shown;
use crate::error::{AskError, EngineError, FileProblem, PlanError, PlanFileError};
use crate::folders::Sources;
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;
use crate::prompts::PromptName;

/// Who has made a plan that nobody has thought about.
const DIRECT: &str = "direct";
const PLANNER: &str = "planner";
/// Bytes of a file that a planner is shown.
const SHOWN_FILE_BYTES: usize = 64 * 1024;

/// Where the steps come from.
pub enum Source<'a> {
    /// One step: the task itself.
    Direct,
    /// As somebody has written them.
    Text {
        name: &'a str,
        text: &'a str,
    },
    Planner(Counsel<'a>),
}

pub struct NewPlan<'a> {
    pub task: &'a str,
    pub source: Source<'a>,
    pub metadata: PlanMetadata,
    /// Files that the author should look at.
    pub files: Vec<String>,
}

/// What a source has come up with.
struct Draft {
    steps: Vec<StepDraft>,
    metadata: PlanMetadata,
    reasoning: String,
    author: Option<AgentName>,
    consultations: Vec<Consultation>,
}

impl Engine {
    /// The plan, and the session that was opened for it. Others may have made another one current by then.
    pub fn create_plan(&mut self, by: &AgentName, new: NewPlan<'_>) -> Result<(SessionId, Shown), EngineError> {
        // The plan's id is made from it.
        let task = self.discretion.redact(new.task.trim());
        let task = task.as_str();
        if task.is_empty() {
            return Err(PlanError::NoTask.into());
        }
        new.files.iter().try_for_each(|file| self.check_file(file))?;
        let draft = self.drafted(task, new.source, &new.metadata, &new.files)?;
        let metadata = merged(&new.metadata, &draft.metadata);
        let grounds = Grounds {
            reasoning: draft.reasoning,
            files: new.files,
            ..Grounds::default()
        };
        let tasks = self.new_tasks(&draft.steps)?;
        let opening = |id: SessionId, [session, thread, plan]: [Uid; 3]| Opening {
            id,
            session,
            thread,
            plan,
            goal: Some(task.to_owned()),
            author: draft.author,
            metadata,
            grounds,
            tasks,
        };
        // From now on the project has files. A folder that cannot be made is reported when they are written.
        let _ = self.new_plan_files().and_then(|files| files.make(ARCHIVE_FOLDER));
        let session = self.open_plan(by, "plan create", |tx, at| free_id(tx, task, at), opening)?;
        let target = Target {
            session: Some(session.to_string()),
            thread: None,
        };
        for consultation in draft.consultations {
            self.tell(&target, by, consultation)?;
        }
        let shown = self.newest_plan(&session)?;
        Ok((session, shown))
    }

    fn drafted(
        &self,
        task: &str,
        source: Source<'_>,
        metadata: &PlanMetadata,
        files: &[String],
    ) -> Result<Draft, EngineError> {
        match source {
            Source::Direct => Ok(Draft {
                steps: vec![direct_step(task)],
                metadata: PlanMetadata::default(),
                reasoning: String::new(),
                author: AgentName::new(DIRECT).ok(),
                consultations: Vec::new(),
            }),
            Source::Text { name, text } => {
                let (draft, diagnostics) = read_plan_input(name, text);
                let draft = valid(name, text, draft, diagnostics)?;
                Ok(Draft::of(draft, None))
            }
            Source::Planner(mut counsel) => {
                let code: Vec<String> = files.iter().map(|file| self.page(file)).collect::<Result<_, _>>()?;
                let agents = agents(&self.config()?, true)?;
                let input = rawko_create::Input {
                    task,
                    existing_code: &code,
                    memories: &metadata.memories,
                    constraints: &metadata.constraints,
                    agents: &agents,
                };
                let prompts = self.prompts()?;
                let own = prompts.own(PromptName::RawkoCreate)?;
                let prompt = rawko_create::render(&input, own).map_err(AskError::Unprompted)?;
                let drafted = ask(&mut counsel, Purpose::Decompose, &prompt, Form::Plan, read_plan_draft);
                Ok(Draft {
                    consultations: drafted.consultations,
                    ..Draft::of(drafted.draft?, AgentName::new(PLANNER).ok())
                })
            }
        }
    }

    fn check_file(&self, file: &str) -> Result<(), EngineError> {
        match workspace::look_up(self.root(), file) {
            workspace::Found::File => Ok(()),
            workspace::Found::Folder | workspace::Found::Missing => {
                let source = std::io::Error::new(std::io::ErrorKind::NotFound, FileProblem::NotInProject);
                Err(EngineError::at(self.root().join(file))(source))
            }
        }
    }

    /// A file of the project with its name, as a planner is shown it.
    fn page(&self, file: &str) -> Result<String, EngineError> {
        let failed = |source| EngineError::at(self.root().join(file))(source);
        let path = RelPath::new(file.trim_start_matches("./")).map_err(|fault| failed(std::io::Error::other(fault)))?;
        let tree = Root::open(self.root()).map_err(failed)?;
        let text = tree.read_text(&path, SHOWN_FILE_BYTES);
        let text = text.map_err(|error| failed(std::io::Error::other(error)))?;
        Ok(format!("{file}\n\n{}", text.unwrap_or_default()))
    }

    fn new_tasks(&self, steps: &[StepDraft]) -> Result<Vec<NewTask>, EngineError> {
        let task = |step: &StepDraft| -> Result<NewTask, EngineError> {
            let after = step.depends_on.iter().filter_map(|link| match link {
                // A new plan numbers its tasks from 1 in their order.
                StepLink::New(position) => Some(TaskRef::Number(TaskNumber(position + 1))),
                StepLink::Old(_) => None,
            });
            Ok(NewTask {
                uid: self.new_uid(),
                key: None,
                after: after.collect(),
                brief: brief_of(step)?,
            })
        };
        steps.iter().map(task).collect()
    }

    /// Opens a session with a plan, and makes it the current one.
    pub(super) fn open_plan(
        &mut self,
        by: &AgentName,
        verb: &'static str,
        id: impl FnOnce(&dyn Read, Timestamp) -> Result<SessionId, EngineError>,
        opening: impl FnOnce(SessionId, [Uid; 3]) -> Opening,
    ) -> Result<SessionId, EngineError> {
        let uids = [self.new_uid(), self.new_uid(), self.new_uid()];
        let (uid, at) = (self.new_uid(), self.now());
        let mut tx = self.store.write()?;
        let id = id(tx.as_read(), at)?;
        let doing = Doing {
            uid,
            session: &id,
            by,
            at,
            verb: verb.into(),
        };
        let clean = self.discretion.clean(Command::Open(opening(id.clone(), uids)), by)?;
        let state = State::default();
        let events = doing.decide(&state, &clean)?;
        doing.store(tx.as_mut(), &state, events)?;
        tx.set_current(&id)?;
        tx.commit()?;
        Ok(id)
    }
}

impl Draft {
    fn of(draft: PlanDraft, author: Option<AgentName>) -> Self {
        Self {
            steps: draft.steps,
            metadata: draft.metadata,
            reasoning: draft.reasoning,
            author,
            consultations: Vec::new(),
        }
    }
}

/// An id that no session has, nor any version of one.
pub(super) fn free_id(tx: &dyn Read, task: &str, at: Timestamp) -> Result<SessionId, EngineError> {
    let known: BTreeSet<String> = tx
        .sessions()?
        .into_iter()
        .map(|line| line.session.id.to_string())
        .collect();
    let id = plan_id::new_id(task, at, |id| known.contains(id.as_str()));
    Ok(SessionId::new(id.as_str())?)
}

/// What is wrong with a text that somebody has handed in, or what it says.
pub(super) fn valid<T>(
    name: &str,
    text: &str,
    draft: Option<T>,
    diagnostics: Vec<Diagnostic>,
) -> Result<T, EngineError> {
    let is_wrong = diagnostics.iter().any(|fault| fault.severity == Severity::Error);
    match draft {
        Some(draft) if !is_wrong => Ok(draft),
        _ => Err(PlanFileError::Unfit {
            diagnostics,
            sources: Sources::one(name, text),
        }
        .into()),
    }
}

pub(super) fn brief_of(step: &StepDraft) -> Result<Brief, EngineError> {
    let agent = step.suggested_agent.as_deref().map(AgentName::new);
    Ok(Brief {
        title: step.description.trim().to_owned(),
        body: step.instructions.clone().unwrap_or_default(),
        agent: agent.transpose()?,
        acceptance: step.acceptance_criteria.clone(),
        paths: step.affected_files.iter().map(|file| TaskPath::read(file)).collect(),
        ..Brief::default()
    })
}

/// The task is the only step. A long one is told in full in the instructions.
fn direct_step(task: &str) -> StepDraft {
    let line = task.lines().next().unwrap_or_default();
    let title: String = line.chars().take(limits::TITLE_CHARS).collect();
    let is_whole = title == task;
    StepDraft {
        description: title,
        instructions: (!is_whole).then(|| task.to_owned()),
        ..StepDraft::default()
    }
}

/// What the caller says counts, and what the author adds is added.
fn merged(said: &PlanMetadata, draft: &PlanMetadata) -> PlanMetadata {
    let union = |said: &[String], drafted: &[String]| {
        let mut all = said.to_vec();
        all.extend(drafted.iter().filter(|entry| !said.contains(entry)).cloned());
        all
    };
    PlanMetadata {
        complexity: said.complexity.or(draft.complexity),
        tags: union(&said.tags, &draft.tags),
        constraints: union(&said.constraints, &draft.constraints),
        memories: union(&said.memories, &draft.memories),
    }
}

#[cfg(test)]
#[path = "create_tests.rs"]
mod tests;
