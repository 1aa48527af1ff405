//! `current-task.yaml` as somebody has changed it: another plan is current, or one that came with the files.

use dialect::rawko::{
    CURRENT_TASK_FILE, CurrentTask, PlanSheet, has_comments, missing_plan, plan_id, plan_path, read_current_task,
    read_plan,
};
use model::{AgentName, Command, Grounds, Needs, OpVersion, Opening, PlanMetadata, SessionId, Uid};
use store::Store;
use workspace::Found;

use super::create::{open_in, valid};
use super::edits::{HAND, restatement};
use super::handwriting::Edit;
use super::mirror::Mirror;
use super::name::PlanName;
use super::steps::in_steps;
use super::view::View;
use crate::error::EngineError;
use crate::folders::Sources;
use crate::ids;
use crate::operate::Doing;
use crate::project::{self, Engine, Setting};

impl Engine {
    pub(super) fn take_in_current(&mut self, mirror: &mut Mirror, path: &str) -> Result<(), EngineError> {
        let Some(bytes) = mirror.read(path)? else { return Ok(()) };
        if mirror.written.knows(path, &bytes) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&bytes);
        let (current, diagnostics) = read_current_task(path, &text);
        let current = valid(path, &text, current, diagnostics)?;
        let session = match self.known_plan(&current)? {
            Some(session) => session,
            None => self.import(mirror, path, &text, &current)?,
        };
        let mut tx = self.store.write()?;
        if tx.current()?.as_ref() != Some(&session) {
            tx.set_current(&session)?;
            tx.commit()?;
        }
        mirror.written.note(path, session.as_str(), OpVersion::ZERO, &bytes)
    }

    fn known_plan(&mut self, current: &CurrentTask) -> Result<Option<SessionId>, EngineError> {
        let name = PlanName(Some(current.plan_id.to_string()));
        match name.newest(self.store.read()?.as_ref()) {
            Ok(session) => Ok(Some(session)),
            Err(EngineError::UnknownPlan(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The files were made elsewhere, and nobody here knows the plan yet.
    fn import(
        &mut self,
        mirror: &mut Mirror,
        path: &str,
        text: &str,
        current: &CurrentTask,
    ) -> Result<SessionId, EngineError> {
        let file = plan_path(&current.plan_id);
        let Some(bytes) = mirror.read(&file)? else {
            return Err(EngineError::Unfit {
                diagnostics: vec![missing_plan(path, &current.plan_id, &file)],
                sources: Sources::one(path, text),
            });
        };
        let plan = String::from_utf8_lossy(&bytes);
        let (sheet, diagnostics) = read_plan(&file, &plan);
        let sheet = valid(&file, &plan, sheet, diagnostics)?;
        let name = plan_id::base(&sheet.id, sheet.version).to_owned();
        let id = SessionId::new(&name).map_err(EngineError::InvalidName)?;
        let Some(version) = self.open_stated(&id, &sheet)? else {
            return Ok(id);
        };
        self.edits.push(Edit {
            path: file.clone(),
            has_comments: has_comments(&plan),
        });
        mirror.written.note(&file, id.as_str(), version, &bytes)?;
        Ok(id)
    }

    /// A session whose plan is what the sheet says, or none at all: an empty one would take the place of what somebody works
    /// on. It becomes the current one with the same stroke. `None` if somebody else was quicker.
    fn open_stated(&mut self, id: &SessionId, sheet: &PlanSheet) -> Result<Option<OpVersion>, EngineError> {
        let (at, replans) = (self.now(), self.replans()?);
        let new_uid = || ids::new_uid(at);
        let hand = AgentName::new(HAND).map_err(EngineError::InvalidName)?;
        let doing = |by, verb| Doing {
            uid: new_uid(),
            session: id,
            by,
            at,
            verb,
        };
        let mut tx = self.store.write()?;
        if tx.session(id)?.is_some() {
            return Ok(None);
        }
        let opening = opening(id, sheet, [new_uid(), new_uid(), new_uid()]);
        open_in(
            tx.as_mut(),
            &self.discretion,
            &doing(&sheet.created_by, "import"),
            opening,
        )?;
        let view = View::need(tx.as_read(), id)?;
        let now = view.sheet(replans)?;
        let command = Command::Restate(Box::new(restatement(&view, &now, sheet, at, new_uid)));
        let clean = self.discretion.clean(command, &hand)?;
        let state = tx.load(id, &Needs::of(clean.command(), &hand))?;
        let doing = doing(&hand, "edit");
        let stated = doing.decide(&state, &clean).map_err(|error| in_steps(&view, error))?;
        let version = doing.append(tx.as_mut(), &state, stated)?.version;
        tx.set_current(id)?;
        tx.commit()?;
        Ok(Some(version))
    }
}

fn opening(id: &SessionId, sheet: &PlanSheet, [session, thread, plan]: [Uid; 3]) -> Opening {
    Opening {
        id: id.clone(),
        session,
        thread,
        plan,
        goal: Some(sheet.task.clone()),
        author: Some(sheet.created_by.clone()),
        metadata: PlanMetadata::default(),
        grounds: Grounds::default(),
        tasks: Vec::new(),
    }
}

/// Whether the project has files that say what is worked on, although nothing may be stored yet.
pub fn has_current_task(setting: &Setting) -> bool {
    let root = project::root_of(setting);
    workspace::look_up(&root, CURRENT_TASK_FILE) == Found::File
}
