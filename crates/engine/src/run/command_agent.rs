//! An agent that is a program: it reads its step, works in the project, and says by its exit code how it went.

use std::time::Duration;

use model::limits;
use workspace::run::{Limits, Ran, RunError, Stopped, Work};
use workspace::{Survey, survey};

use super::brief::clip;
use super::company::Changed;
use super::context;
use super::crew::{Fate, Produce, Step};
use super::job::Errand;
use super::scene::Scene;
use crate::turns::{is_ours, let_through};

impl Scene<'_> {
    pub fn command(&self, step: &Step, argv: &[String]) -> Fate {
        let before = match survey(&self.bench.tree) {
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
            Err(RunError::Lost) => Fate::Unknown {
                command: Some(argv.join(" ")),
            },
            Err(error) => Fate::failed(format!("the agent could not be started: {error}")),
        }
    }

    fn came(&self, step: &Step, ran: &Ran, before: &Survey) -> Fate {
        if ran.stopped == Some(Stopped::Cancelled) {
            return Fate::Stopped;
        }
        let (changed, remark) = match self.changed(step, before) {
            Ok(changed) => (changed, None),
            Err(why) => (Changed::default(), Some(why)),
        };
        let output = ran.stdout.to_string();
        let mut note = clip(&output, limits::AGENT_NOTE_CHARS);
        if let Some(remark) = remark {
            note = format!("{note}\n({remark})");
        }
        let produce = Produce {
            note: Some(note.trim().to_owned()).filter(|note| !note.is_empty()),
            files: changed.files,
            undeclared: changed.undeclared,
            ..Produce::default()
        };
        if ran.succeeded() {
            return Fate::Done(produce);
        }
        let complaint = [ran.stderr.to_string(), output]
            .into_iter()
            .find(|text| !text.trim().is_empty());
        let complaint = complaint.map(|text| format!(": {}", clip(&text, limits::AGENT_NOTE_CHARS)));
        Fate::Failed {
            error: format!("{}{}", ran.ending(), complaint.unwrap_or_default()),
            produce,
        }
    }

    /// The files that the step has changed, or why that is not known.
    fn changed(&self, step: &Step, before: &Survey) -> Result<Changed, String> {
        let after = survey(&self.bench.tree).map_err(|error| error.to_string())?;
        if after.is_capped || before.is_capped {
            return Err("there are too many files to tell what was changed".to_owned());
        }
        let changed = after.changed_since(before);
        let all = [changed.created, changed.changed, changed.removed].concat();
        let mut files: Vec<String> = all
            .iter()
            .filter(|path| !is_ours(path.as_str()))
            .map(ToString::to_string)
            .collect();
        files.sort();
        Ok(self.company.sort_out(step.task.number, files))
    }
}
