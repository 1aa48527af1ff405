//! An agent that is a program: it reads its step, works in the project, and says by its exit code how it went.

use std::time::Duration;

use model::limits;
use workspace::run::{Limits, Output, Ran, RunError, Stopped, Work};
use workspace::{Ignored, Survey, changes_since, survey_before};

use super::brief::clip_output;
use super::company::{Changed, is_declared};
use super::context;
use super::crew::{Fate, Produce, Step};
use super::job::Errand;
use super::scene::Scene;
use crate::turns::{is_ours, let_through};

impl Scene<'_> {
    pub fn command(&self, step: &Step, argv: &[String]) -> Fate {
        let before = match survey_before(&self.bench.tree) {
            Ok(before) => before,
            Err(error) => return Fate::failed(format!("the project could not be looked at: {error}")),
        };
        let seconds = step.agent.timeout_s.unwrap_or(limits::AGENT_S);
        let mut variables = let_through(self.bench);
        variables.extend(step.variables.iter().cloned());
        variables.push(context::fence(step.fence));
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
            Err(RunError::Lost { .. }) => Fate::Unknown {
                command: Some(argv.join(" ")),
            },
            // It may have begun.
            Err(RunError::Io(error)) => Fate::failed(format!("the agent could not be watched: {error}")),
            Err(error) => Fate::Unstarted {
                why: self.bench.redact(&error.to_string()),
            },
        }
    }

    fn came(&self, step: &Step, ran: &Ran, before: &Survey) -> Fate {
        if ran.stopped == Some(Stopped::Cancelled) {
            return Fate::Stopped;
        }
        let (changed, remark) = match self.changed(step, before) {
            Ok((changed, 0)) => (changed, None),
            Ok((changed, unnamed)) => (changed, Some(format!("and {unnamed} with names that are not text"))),
            Err(why) => (Changed::default(), Some(why)),
        };
        let remark = remark.map(|remark| format!("\n({remark})")).unwrap_or_default();
        let note = format!("{}{remark}", clip_output(&ran.stdout, limits::AGENT_NOTE_CHARS));
        let produce = Produce {
            note: Some(note.trim().to_owned()).filter(|note| !note.is_empty()),
            files: changed.files,
            undeclared: changed.undeclared,
            ..Produce::default()
        };
        match ran.succeeded() {
            true => Fate::Done(produce),
            false => Fate::Failed {
                error: format!("{}{}{remark}", ran.ending(), complaint(ran)),
                produce,
            },
        }
    }

    /// The files that the step has changed, those that it declares first, and how many more have names that are no text; or
    /// why that is not known. What git ignores is nobody's work, unless the step declares it.
    fn changed(&self, step: &Step, before: &Survey) -> Result<(Changed, usize), String> {
        let changed = changes_since(before, &self.bench.tree).map_err(|error| error.to_string())?;
        let changed = changed.ok_or("the project has too many files to list what the agent changed")?;
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
        Ok((self.company.sort_out(step.task.number, files), changed.unnamed.len()))
    }
}

/// What a program that failed has said. Where it used both streams, each is named: some say why on the one, some on the
/// other.
fn complaint(ran: &Ran) -> String {
    let said = |output: &Output, most_chars| clip_output(output, most_chars);
    let most = limits::AGENT_NOTE_CHARS;
    match (said(&ran.stderr, most), said(&ran.stdout, most)) {
        (stderr, stdout) if stderr.is_empty() && stdout.is_empty() => String::new(),
        (stderr, stdout) if stdout.is_empty() => format!(": {stderr}"),
        (stderr, stdout) if stderr.is_empty() => format!(": {stdout}"),
        _ => format!(
            "\nstandard error: {}\nstandard output: {}",
            said(&ran.stderr, most / 2),
            said(&ran.stdout, most / 2)
        ),
    }
}
