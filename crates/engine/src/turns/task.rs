//! Turns that advance a task of a plan.

use std::fmt::Write;

use model::{Edit, Move, Report, Task, TaskChange, TaskLink, TaskRef};
use workspace::RecordState;

use super::bench::Workbench;
use super::error::TurnError;
use super::folder::TurnFolder;
use super::new::TaskWork;
use crate::project::Engine;
use crate::sessions::Target;

impl Workbench {
    /// Takes the task, and says what it is about.
    pub(super) fn claim(&self, work: &TaskWork<'_>) -> Result<(TaskLink, String), TurnError> {
        let mut engine = Engine::open(&self.setting)?;
        let session = engine.session_id(work.target)?;
        engine.change_task(work.target, work.by, "work", moved(work.task.clone(), Move::Start))?;
        let task = engine.show(work.target, work.task)?.task;
        let link = TaskLink {
            session,
            thread: work.target.thread(),
            key: task.key.clone(),
            agent: work.by.clone(),
        };
        Ok((link, brief(&task)))
    }

    /// The report is its outcome, and the files that were changed on the way.
    pub(super) fn finish_task(&self, turn: &TurnFolder, link: &TaskLink, report: &Report) -> Result<(), TurnError> {
        let to = Move::Finish {
            note: Some(format!("{} (report: {})", report.title, turn.report_path())),
            files: self.changed_in(&turn.place.session)?,
        };
        self.move_task(link, "conclude", to)
    }

    /// A sign of life, so that the task stays with whoever works on it. That somebody else has it by now shows at the end.
    pub(super) fn renew_task(&self, link: &TaskLink) {
        let _ = self.move_task(link, "work", Move::Start);
    }

    fn move_task(&self, link: &TaskLink, verb: &str, to: Move) -> Result<(), TurnError> {
        let mut engine = Engine::open(&self.setting)?;
        let target = Target {
            session: Some(link.session.to_string()),
            thread: Some(link.thread),
        };
        engine.change_task(&target, &link.agent, verb, moved(TaskRef::Key(link.key.clone()), to))?;
        Ok(())
    }

    /// Files that executed turns of a session have changed, as their records tell.
    fn changed_in(&self, session: &str) -> Result<Vec<String>, TurnError> {
        let mut files = Vec::new();
        for found in super::record::all(self)? {
            let is_of_session = found.head.turn.as_ref().is_some_and(|(name, _)| name == session);
            if is_of_session && found.name.state != RecordState::Undone {
                let outcomes = found.progress(self)?.outcomes;
                files.extend(
                    outcomes
                        .iter()
                        .flat_map(|outcome| &outcome.changed)
                        .map(ToString::to_string),
                );
            }
        }
        files.sort();
        files.dedup();
        Ok(files)
    }
}

fn moved(task: TaskRef, to: Move) -> TaskChange {
    TaskChange {
        task,
        edit: Edit::default(),
        after: None,
        to: Some(to),
        fence: None,
    }
}

/// What the agent has to know of the task, as the first message.
fn brief(task: &Task) -> String {
    let mut text = format!("# {}\n", task.brief.title);
    if !task.brief.body.trim().is_empty() {
        let _ = write!(text, "\n{}\n", task.brief.body.trim());
    }
    let mut list = |name: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = write!(text, "\n{name}:\n");
            for line in lines {
                let _ = writeln!(text, "- {line}");
            }
        }
    };
    list("Hints", task.brief.hints.clone());
    list("Paths", task.brief.paths.iter().map(|path| path.path.clone()).collect());
    list("Done when", task.brief.acceptance.clone());
    text
}
