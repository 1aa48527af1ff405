//! What else is worth doing: asked of a language model, or told from the code and the signals alone.

use std::sync::atomic::AtomicBool;

use dialect::answers::{Failing, TodoLine, new_tasks, offline, read_suggestions};
use dialect::planloop::PayloadOrigin;
use dialect::prompts::suggest;
use dialect::records::ConsultationOutcome;
use model::{AgentName, Change, NewTask, OpVersion, Purpose, Severity, TaskNumber, TaskRef, limits};
use store::Store;
use workspace::{RelPath, Root, outline, remarks};

use crate::error::{AskError, EngineError, PlanError};
use crate::plan::decompose::consultation;
use crate::plan::list::ListFilter;
use crate::plan::sessions::Target;
use crate::plan::status::RULEBOOK;
use crate::planner::{Asking, Expected, Planner, Progress};
use crate::project::Engine;
use crate::prompts::{PromptName, Prompts};

/// Remarks that are looked at.
const REMARKS: usize = 500;
/// Files that are shown whole, and how large they may be.
const SHOWN_FILES: usize = 8;
const SHOWN_FILE_BYTES: usize = 16 * 1024;
/// How often a model may try to pass the gates.
const ROUNDS: usize = 2;

pub struct Suggesting<'a> {
    /// `None`: only what the code says.
    pub planner: Option<&'a dyn Planner>,
    pub prompts: &'a Prompts,
    pub count: usize,
    /// Add them to the plan.
    pub apply: bool,
    pub cancelled: &'a AtomicBool,
}

#[derive(Debug, Clone)]
pub struct Suggested {
    /// Who was asked.
    pub planner: Option<String>,
    pub tasks: Vec<NewTask>,
    /// The numbers that they got, if they were added.
    pub added: Vec<TaskNumber>,
    pub version: OpVersion,
}

/// What is known of the project.
struct Ground {
    goal: Option<String>,
    existing: Vec<(TaskNumber, String)>,
    first: TaskNumber,
    todos: Vec<TodoLine>,
    tests: Vec<String>,
}

impl Engine {
    /// Only tasks that are not in the plan yet, and that pass the gates.
    pub fn suggest(
        &mut self,
        target: &Target,
        by: &AgentName,
        asked: &Suggesting<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Suggested, EngineError> {
        let ground = self.ground(target)?;
        let (planner, change) = match asked.planner {
            Some(planner) => {
                let change = self.ask_for_tasks(target, by, asked, planner, &ground, watch)?;
                (Some(planner.name().to_owned()), change)
            }
            None => (None, self.own_tasks(target, by, asked.count, &ground)?),
        };
        let (added, version) = match asked.apply && !change.add.is_empty() {
            true => {
                let updated = self.apply(target, by, &change, &PayloadOrigin::default(), false)?;
                (updated.added, updated.version)
            }
            false => (Vec::new(), self.session(target)?.version),
        };
        Ok(Suggested {
            planner,
            tasks: change.add,
            added,
            version,
        })
    }

    fn ground(&mut self, target: &Target) -> Result<Ground, EngineError> {
        let listed = self.list(target, &ListFilter::default())?;
        let existing: Vec<_> = listed
            .tasks
            .iter()
            .map(|task| (task.number, task.brief.title.clone()))
            .collect();
        let last = existing.iter().map(|(number, _)| number.0).max().unwrap_or_default();
        let todos = remarks(self.root(), limits::OUTLINE_FILES, REMARKS)
            .into_iter()
            // What it says of marks is ours, and no work.
            .filter(|remark| remark.path.as_str() != RULEBOOK)
            .map(|remark| TodoLine {
                path: remark.path.to_string(),
                line: remark.line,
                text: remark.text,
            });
        let files = outline(self.root(), None, limits::OUTLINE_FILES).files;
        let tests = files
            .iter()
            .map(ToString::to_string)
            .filter(|path| path.to_lowercase().contains("test"));
        Ok(Ground {
            goal: listed.session.goal,
            existing,
            first: TaskNumber(last + 1),
            todos: todos.collect(),
            tests: tests.collect(),
        })
    }

    /// Those that the gates refuse are left out: nobody can put them right.
    fn own_tasks(
        &mut self,
        target: &Target,
        by: &AgentName,
        count: usize,
        ground: &Ground,
    ) -> Result<Change, EngineError> {
        let at = self.now();
        let session = self.session_id(target)?;
        let tx = self.store.read()?;
        let outlook = tx.outlook(&session, target.thread(), by, at)?;
        let signals = outlook.map(|outlook| outlook.signals).unwrap_or_default();
        let mut paths = Vec::new();
        for signal in &signals {
            let task = signal.task.map(TaskRef::Number);
            let task = task
                .map(|task| tx.find(&session, target.thread(), &task))
                .transpose()?
                .flatten();
            paths.push(task.map(|task| task.brief.paths).unwrap_or_default());
        }
        drop(tx);
        let failing: Vec<_> = signals
            .iter()
            .zip(&paths)
            .map(|(signal, paths)| Failing { signal, paths })
            .collect();
        let found = offline(&ground.todos, &failing).into_iter().map(|task| (task, ()));
        let mut accepted = Change::empty(target.thread());
        for (task, ()) in new_tasks(found, &ground.existing, ground.first) {
            let change = Change {
                add: vec![task],
                ..Change::empty(target.thread())
            };
            let is_wanted = accepted.add.len() < count;
            if is_wanted
                && self
                    .refusals(target, by, &change, &PayloadOrigin::default())?
                    .is_empty()
            {
                accepted.add.extend(change.add);
            }
        }
        Ok(accepted)
    }

    fn ask_for_tasks(
        &mut self,
        target: &Target,
        by: &AgentName,
        asked: &Suggesting<'_>,
        planner: &dyn Planner,
        ground: &Ground,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Change, EngineError> {
        let outline = self.outline();
        let files = self.noted_files(ground);
        let mut feedback: Option<String> = None;
        let mut said = String::new();
        for round in 1..=ROUNDS {
            let input = suggest::Input {
                goal: ground.goal.as_deref(),
                outline: &outline,
                todos: &ground.todos,
                tests: &ground.tests,
                files: Some(&files).filter(|files| !files.is_empty()).map(String::as_str),
                existing: &ground.existing,
                first: ground.first,
                count: asked.count,
                feedback: feedback.as_deref(),
            };
            let prompt =
                suggest::render(&input, asked.prompts.own(PromptName::Suggest)?).map_err(AskError::Unprompted)?;
            let asking = Asking {
                system: "",
                prompt: &prompt,
                answer: Expected::Json {
                    name: "tasks",
                    schema: suggest::SCHEMA,
                },
            };
            let answer = planner.ask(&asking, watch, asked.cancelled)?;
            let ((suggested, places), faults) = read_suggestions(&answer.text, ground.first);
            let mut refused: Vec<String> = faults
                .iter()
                .filter(|fault| fault.severity == Severity::Error)
                .map(|fault| fault.message.clone())
                .collect();
            let wanted = suggested.into_iter().zip(places).take(asked.count);
            let (mut change, mut origin) = (Change::empty(target.thread()), PayloadOrigin::default());
            (change.add, origin.add) = new_tasks(wanted, &ground.existing, ground.first).into_iter().unzip();
            refused.extend(self.refusals(target, by, &change, &origin)?);
            let outcome = match refused.is_empty() {
                true => ConsultationOutcome::TasksSuggested(change.add.len()),
                false => ConsultationOutcome::TasksRefused(round, &refused.join(" ")),
            };
            self.tell(target, by, consultation(Purpose::Suggest, &answer, &outcome))?;
            if refused.is_empty() {
                return Ok(change);
            }
            feedback = Some(refused.join("\n"));
            said = answer.text;
        }
        Err(AskError::Unsuggested {
            why: feedback.unwrap_or_default(),
            answer: self.keep_answer(target, Purpose::Suggest, &said)?,
        }
        .into())
    }

    /// What stands around the remarks.
    fn noted_files(&self, ground: &Ground) -> String {
        let mut paths: Vec<&str> = ground.todos.iter().map(|todo| todo.path.as_str()).collect();
        paths.dedup();
        let tree = Root::open(self.root()).ok();
        let page = |path: &str| {
            let text = tree.as_ref()?.read_text(&RelPath::new(path).ok()?, SHOWN_FILE_BYTES);
            Some(suggest::file_page(path, &text.ok().flatten()?))
        };
        paths.into_iter().filter_map(page).take(SHOWN_FILES).collect()
    }

    /// Why the gates would not take these.
    fn refusals(
        &mut self,
        target: &Target,
        by: &AgentName,
        change: &Change,
        origin: &PayloadOrigin,
    ) -> Result<Vec<String>, EngineError> {
        if change.add.is_empty() {
            return Ok(Vec::new());
        }
        match self.apply(target, by, change, origin, true) {
            Ok(_) => Ok(Vec::new()),
            Err(EngineError::Plan(
                PlanError::Rejected { diagnostics, .. } | PlanError::Invalid { diagnostics, .. },
            )) => Ok(diagnostics.into_iter().map(|fault| fault.message).collect()),
            Err(EngineError::Plan(PlanError::Refused { refusals, .. })) => Ok(vec![refusals.to_string()]),
            Err(error) => Err(error),
        }
    }
}
