//! An agent that is a program: it reads its step, works in the project, and reports by its exit code how it went.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dialect::records::{StepFailure, StepNote, clip_output, program_failure};
use model::conclude::{StepEnd, StepResult};
use model::{TaskNumber, limits};
use workspace::run::{Job, Limits, Output, Ran, RunError, Stopped, Work, run};
use workspace::{FileError, Ignored, Survey, changes_since, survey_before};

use super::Scene;
use super::company::{Changed, is_declared};
use super::crew::Step;
use super::observer::News;
use super::prepare::fence_variable;
use crate::turns::{Cage, is_ours, let_through};

/// One command on behalf of a step: an agent, or a check of its work.
pub(super) struct Errand<'a> {
    pub number: TaskNumber,
    pub work: Work<'a>,
    pub variables: Vec<(OsString, OsString)>,
    pub limits: Limits,
    pub cage: Option<&'a Cage>,
    pub cancelled: &'a AtomicBool,
}

impl Scene<'_> {
    /// To its end, or until it is cancelled.
    pub fn run(&self, errand: &Errand<'_>) -> Result<Ran, RunError> {
        let job = Job {
            work: errand.work,
            root: &self.bench.root,
            folder: "",
            variables: errand.variables.clone(),
            added: Vec::new(),
            limits: errand.limits,
            sandbox: errand.cage.and_then(Cage::sandbox),
            secrets: &self.bench.secrets,
            cancelled: errand.cancelled,
        };
        run(&self.bench.launcher, &job, &mut |_, text| {
            self.tell(&News::Output {
                number: errand.number,
                text: text.to_owned(),
            });
        })
    }
}

impl Scene<'_> {
    pub fn command(&self, step: &Step, argv: &[String]) -> StepEnd {
        let before = match survey_before(&self.bench.tree) {
            Ok(before) => before,
            Err(error) => return StepEnd::failed(StepFailure::ProjectUnreadable(error.to_string())),
        };
        let seconds = step.agent.timeout_s.unwrap_or(limits::AGENT_S);
        let mut variables = let_through(self.bench);
        variables.extend(step.variables.iter().cloned());
        variables.push(fence_variable(step.fence));
        let errand = Errand {
            number: step.task.number,
            work: Work::Program {
                argv,
                input: &self.bench.redact(&step.brief),
            },
            variables,
            limits: Limits {
                time: Duration::from_secs(seconds),
                ..crate::config::command_limits(&self.bench.config.execute)
            },
            cage: None,
            cancelled: &step.cancelled,
        };
        match self.run(&errand) {
            Ok(ran) => self.came(step, &ran, &before),
            Err(RunError::Lost { .. }) => StepEnd::Unknown {
                command: Some(argv.join(" ")),
            },
            // It may have begun.
            Err(RunError::Io(error)) => StepEnd::failed(StepFailure::AgentUnwatched(error.to_string())),
            Err(error) => StepEnd::NotStarted {
                reason: self.bench.redact(&error.to_string()),
            },
        }
    }

    fn came(&self, step: &Step, ran: &Ran, before: &Survey) -> StepEnd {
        if ran.stopped == Some(Stopped::Cancelled) {
            return StepEnd::Stopped;
        }
        let (changed, remark) = match self.changed(step, before) {
            Ok(Some((changed, 0))) => (changed, None),
            Ok(Some((changed, unnamed))) => (changed, Some(StepNote::UnnamedFiles(unnamed))),
            Ok(None) => (Changed::default(), Some(StepNote::TooManyFiles)),
            Err(error) => (Changed::default(), Some(StepNote::ChangesUnknown(error.to_string()))),
        };
        let remark = remark.map(|remark| format!("\n{remark}")).unwrap_or_default();
        let note = format!("{}{remark}", written(&ran.stdout, limits::AGENT_NOTE_CHARS));
        let result = StepResult {
            note: Some(note.trim().to_owned()).filter(|note| !note.is_empty()),
            files: changed.files,
            undeclared: changed.undeclared,
            ..StepResult::default()
        };
        match ran.succeeded() {
            true => StepEnd::Done(result),
            false => StepEnd::Failed {
                error: format!("{}{remark}", failure(ran)),
                result,
            },
        }
    }

    /// The files that the step has changed, those that it declares first, and how many more have names that are not text.
    /// `None` if the project has too many files. What git ignores is nobody's work, unless the step declares it.
    fn changed(&self, step: &Step, before: &Survey) -> Result<Option<(Changed, usize)>, FileError> {
        let Some(changed) = changes_since(before, &self.bench.tree)? else {
            return Ok(None);
        };
        let mut ignored = Ignored::new(&self.bench.tree, &self.bench.root);
        let all = changed.all();
        let mut files: Vec<(bool, String)> = all
            .iter()
            .filter(|path| !is_ours(path.as_str()))
            .map(|path| (!is_declared(path.as_str(), &step.places), path))
            .filter(|(is_stray, path)| !is_stray || !ignored.holds(path))
            .map(|(is_stray, path)| (is_stray, path.to_string()))
            .collect();
        files.sort();
        let files = files.into_iter().map(|(_, path)| path).collect();
        let changed_by_step = self.company.sort_out(step.task.number, files);
        Ok(Some((changed_by_step, changed.unnamed.len())))
    }
}

/// Both streams share the room if the program used both.
fn failure(ran: &Ran) -> String {
    let most = limits::AGENT_NOTE_CHARS;
    let (stdout, stderr) = (written(&ran.stdout, most), written(&ran.stderr, most));
    let (stdout, stderr) = match stdout.is_empty() || stderr.is_empty() {
        true => (stdout, stderr),
        false => (written(&ran.stdout, most / 2), written(&ran.stderr, most / 2)),
    };
    program_failure(&ran.ending(), &stdout, &stderr)
}

fn written(output: &Output, most_chars: usize) -> String {
    clip_output((&output.head, output.left_out_bytes, &output.tail), most_chars)
}
