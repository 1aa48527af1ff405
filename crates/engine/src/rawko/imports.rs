//! `current-task.yaml` as somebody has changed it: another plan is current, or one that came with the files.

use dialect::rawko::rules::CONTRADICTION;
use dialect::rawko::{CURRENT_TASK_FILE, CurrentTask, plan_id, plan_path, read_current_task, read_plan};
use model::{AgentName, Diagnostic, Grounds, OpVersion, Opening, PlanMetadata, SessionId, Uid};
use store::{Read, Store};
use workspace::Found;

use super::create::valid;
use super::mirror::Mirror;
use super::name::PlanName;
use crate::error::EngineError;
use crate::folders::Sources;
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
            let message = format!("There is no plan `{}`.", current.plan_id);
            let hint = format!("Name a plan of `rawko plan list`, or put one at `{file}`.");
            return Err(EngineError::Unfit {
                diagnostics: vec![
                    Diagnostic::error(CONTRADICTION, message)
                        .at_path(path.to_owned())
                        .with_hint(hint),
                ],
                sources: Sources::one(path, text),
            });
        };
        let plan = String::from_utf8_lossy(&bytes);
        let (sheet, diagnostics) = read_plan(&file, &plan);
        let sheet = valid(&file, &plan, sheet, diagnostics)?;
        let name = plan_id::base(&sheet.id, sheet.version).to_owned();
        let id = SessionId::new(&name).map_err(EngineError::InvalidName)?;
        let author: AgentName = sheet.created_by.clone();
        let opening = |id: SessionId, [session, thread, plan]: [Uid; 3]| Opening {
            id,
            session,
            thread,
            plan,
            goal: Some(sheet.task.clone()),
            author: Some(author.clone()),
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: Vec::new(),
        };
        let session = self.open_plan(&author, "import", |_: &dyn Read, _| Ok(id), opening)?;
        self.take_in_plan(mirror, &session, &file, &bytes)?;
        Ok(session)
    }
}

/// Whether the project has files that say what is worked on, although nothing may be stored yet.
pub fn has_current_task(setting: &Setting) -> bool {
    let root = project::root_of(setting);
    workspace::look_up(&root, CURRENT_TASK_FILE) == Found::File
}
