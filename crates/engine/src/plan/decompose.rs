//! A goal is taken apart by a language model: drafted, held against the gates, judged, and drafted again.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use dialect::answers::{json_in, read_decomposition};
use dialect::planloop::PayloadOrigin;
use dialect::prompts::decompose;
use dialect::records::{ConsultationOutcome, shortened};
use dialect::teddy::input::{Project, write_outline};
use model::{
    AgentName, Change, Command, Consultation, Diagnostic, Move, Purpose, Severity, TaskChange, TaskNumber, TaskRef,
    limits,
};
use workspace::outline;

use crate::error::{AskError, EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::planner::{Answer, Asking, Expected, Planner, PlannerError, Progress};
use crate::project::{Engine, Setting};
use crate::prompts::{PromptName, Prompts};
use crate::proposals::{memos, read_file};

/// Drafts that are asked for before the agent gets the goal as its first task.
const ROUNDS: u32 = 4;
const PLAN: Expected<'static> = Expected::Json {
    name: "plan",
    schema: decompose::SCHEMA,
};
/// The task that stands for the decomposition, and the first one of the plan.
const GOAL: TaskNumber = TaskNumber(1);
pub(crate) const FIRST: TaskNumber = TaskNumber(2);
/// Rejections that are quoted to the model.
const FAULTS_SHOWN: usize = 50;

/// The text of a file that the user names: a specification, steps, a payload.
pub fn read_given(setting: &Setting, path: &Path) -> Result<String, EngineError> {
    read_file(&setting.current_folder.join(path))
}

pub struct Decomposing<'a> {
    pub goal: &'a str,
    pub spec: Option<&'a str>,
    pub planner: &'a dyn Planner,
    pub prompts: &'a Prompts,
    pub cancelled: &'a AtomicBool,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decomposed {
    Accepted {
        tasks: usize,
        rounds: u32,
    },
    /// The agent has to do it.
    LeftToAgent(NotDecomposed),
    /// The user did not want to wait. The agent can do it all the same.
    Stopped,
}

/// Why a language model did not decompose the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotDecomposed {
    NoAnswer(PlannerError),
    /// No draft was good enough.
    Rejected {
        rounds: u32,
        last_objection: String,
        /// The file with the last answer.
        answer: String,
    },
    /// The judge's answer could not be read.
    UnreadableJudgment {
        problems: String,
        answer: String,
    },
}

/// One draft, and what is wrong with it.
enum Draft {
    Good {
        change: Change,
        origin: PayloadOrigin,
        json: String,
    },
    Faulty(Vec<String>),
}

impl Engine {
    /// Fills the plan of a session that was just started. Whatever happens, the session stays usable.
    pub fn decompose(
        &mut self,
        target: &Target,
        by: &AgentName,
        asked: &Decomposing<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Decomposed, EngineError> {
        let outline = self.outline();
        let memos = memos(self.root()).unwrap_or_default();
        let mut feedback: Vec<String> = Vec::new();
        let (mut objection, mut last_answer) = (String::new(), None);
        for round in 1..=ROUNDS {
            let input = decompose::Input {
                goal: asked.goal,
                spec: asked.spec,
                outline: &outline,
                memos: &memos,
                first: FIRST,
                feedback: &feedback,
                last_answer: last_answer.as_deref(),
            };
            let prompt =
                decompose::render(&input, asked.prompts.own(PromptName::Decompose)?).map_err(AskError::Unprompted)?;
            let answer = match ask(asked, &prompt, PLAN, watch) {
                Ok(answer) => answer,
                Err(error) => return self.unanswered(target, by, asked, Purpose::Decompose, &error),
            };
            let draft = self.draft(target, by, &answer)?;
            let (change, origin, json) = match draft {
                Draft::Good { change, origin, json } => (change, origin, json),
                Draft::Faulty(faults) => {
                    objection = shortened(&faults);
                    let outcome = ConsultationOutcome::PlanRefused(round, &objection);
                    self.tell(target, by, consultation(Purpose::Decompose, &answer, &outcome))?;
                    feedback.push(faults.join("\n"));
                    last_answer = Some(answer.text);
                    continue;
                }
            };
            let tasks = change.add.len();
            let outcome = match tasks {
                1 => ConsultationOutcome::TaskPassed(round),
                tasks => ConsultationOutcome::TasksPassed(round, tasks),
            };
            self.tell(target, by, consultation(Purpose::Decompose, &answer, &outcome))?;
            match self.judge(target, by, asked, &json, watch)? {
                Ok(judgment) if judgment.is_approved => {
                    self.apply(target, by, &change, &origin, false)?;
                    return Ok(Decomposed::Accepted { tasks, rounds: round });
                }
                Ok(judgment) => {
                    objection.clone_from(&judgment.feedback);
                    feedback.push(judgment.feedback);
                }
                Err(left) => return Ok(left),
            }
            last_answer = Some(answer.text);
        }
        Ok(Decomposed::LeftToAgent(NotDecomposed::Rejected {
            rounds: ROUNDS,
            last_objection: objection,
            answer: self.keep_answer(target, Purpose::Decompose, &last_answer.unwrap_or_default())?,
        }))
    }

    /// Reads the answer, and tries whether the gates and laws would take it.
    fn draft(&mut self, target: &Target, by: &AgentName, answer: &Answer) -> Result<Draft, EngineError> {
        let ((add, places), faults) = read_decomposition(&answer.text, FIRST);
        let errors = messages(&faults);
        if !errors.is_empty() {
            return Ok(Draft::Faulty(errors));
        }
        let finish = Move::finish(None, Vec::new());
        let change = Change {
            add,
            update: vec![TaskChange::moved(TaskRef::Number(GOAL), finish)],
            ..Change::empty(target.thread())
        };
        let origin = PayloadOrigin {
            add: places,
            ..PayloadOrigin::default()
        };
        match self.apply(target, by, &change, &origin, true) {
            Ok(_) => Ok(Draft::Good {
                json: json_in(&answer.text, |_| true)
                    .map_or_else(|_| answer.text.clone(), |found| found.text.into_owned()),
                change,
                origin,
            }),
            Err(EngineError::Plan(
                PlanError::Rejected { diagnostics, .. } | PlanError::Invalid { diagnostics, .. },
            )) => Ok(Draft::Faulty(messages(&diagnostics))),
            Err(EngineError::Plan(PlanError::Refused { refusals, .. })) => {
                Ok(Draft::Faulty(vec![refusals.to_string()]))
            }
            Err(error) => Err(error),
        }
    }

    /// That nobody answered is remembered, too.
    pub(crate) fn unanswered(
        &mut self,
        target: &Target,
        by: &AgentName,
        asked: &Decomposing<'_>,
        purpose: Purpose,
        error: &PlannerError,
    ) -> Result<Decomposed, EngineError> {
        let consultation = Consultation {
            purpose,
            planner: asked.planner.name().to_owned(),
            outcome: ConsultationOutcome::Unanswered(error.to_string()).to_string(),
            input_tokens: None,
            output_tokens: None,
            cost: None,
        };
        self.tell(target, by, consultation)?;
        Ok(match error {
            PlannerError::Cancelled => Decomposed::Stopped,
            error => Decomposed::LeftToAgent(NotDecomposed::NoAnswer(error.clone())),
        })
    }

    pub(crate) fn tell(
        &mut self,
        target: &Target,
        by: &AgentName,
        consultation: Consultation,
    ) -> Result<(), EngineError> {
        let session = self.session_id(target)?;
        let doing = Doing {
            uid: self.new_uid(),
            session: &session,
            by,
            at: self.now(),
            verb: "consult".into(),
        };
        self.operate(&doing, Command::Consult(consultation))?;
        Ok(())
    }

    pub(crate) fn outline(&self) -> String {
        let outline = outline(self.root(), None, limits::OUTLINE_FILES);
        write_outline(&Project {
            files: &outline.files,
            left_out: outline.left_out,
        })
    }
}

pub(crate) fn ask(
    asked: &Decomposing<'_>,
    prompt: &str,
    answer: Expected<'_>,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<Answer, PlannerError> {
    let asking = Asking {
        system: "",
        prompt,
        answer,
    };
    asked.planner.ask(&asking, watch, asked.cancelled)
}

pub(crate) fn consultation(purpose: Purpose, answer: &Answer, outcome: &ConsultationOutcome<'_>) -> Consultation {
    Consultation {
        purpose,
        planner: answer.model.clone(),
        outcome: outcome.to_string(),
        input_tokens: answer.usage.input_tokens,
        output_tokens: answer.usage.output_tokens,
        cost: answer.usage.cost,
    }
}

pub(crate) fn messages(faults: &[Diagnostic]) -> Vec<String> {
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    errors.map(|fault| fault.message.clone()).take(FAULTS_SHOWN).collect()
}
