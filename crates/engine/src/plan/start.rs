//! A goal becomes a session.

use std::path::Path;

use dialect::records::decomposition_task;
use model::{AgentName, Command, Grounds, NewTask, Opening, PlanMetadata, Session, SessionId, TaskKey};
use store::{Read, Store};

use crate::error::{EngineError, ProjectError};
use crate::plan::operate::Doing;
use crate::project::Engine;

impl Engine {
    /// Opens a session and makes it the current one. Its first task is to take the goal apart, by the specification if
    /// there is one: a planner may not be there, or fail.
    pub fn start(&mut self, goal: &str, spec: Option<&Path>, by: &AgentName) -> Result<Session, EngineError> {
        let at = self.now();
        // The session's id and its first task are made from the goal.
        let goal = &self.discretion.redact(goal);
        let decomposition = NewTask {
            uid: self.new_uid(),
            key: Some(TaskKey::decomposition()),
            brief: decomposition_task(goal, spec.map(|path| self.named(path)).as_deref()),
            after: Vec::new(),
        };
        let (session, thread, plan, operation) = (self.new_uid(), self.new_uid(), self.new_uid(), self.new_uid());
        let mut tx = self.store.write()?;
        let id = free_id(tx.as_read(), goal, at.as_millis() / 1000)?;
        let command = self.discretion.clean(
            Command::Open(Opening {
                id: id.clone(),
                session,
                thread,
                plan,
                goal: Some(goal.to_owned()),
                author: None,
                metadata: PlanMetadata::default(),
                grounds: Grounds::default(),
                tasks: vec![decomposition],
            }),
            by,
        )?;
        let doing = Doing {
            uid: operation,
            session: &id,
            by,
            at,
            verb: "start".into(),
        };
        let state = model::State::default();
        let events = doing.decide(&state, &command)?;
        doing.store(tx.as_mut(), &state, events)?;
        tx.set_current(&id)?;
        let opened = tx.session(&id)?.ok_or(ProjectError::NoSession)?;
        tx.commit()?;
        Ok(opened)
    }

    /// From the root, where whoever works stands, if it lies below it.
    fn named(&self, path: &Path) -> String {
        let full = path.canonicalize();
        let root = self.root().canonicalize();
        let below = match (&full, &root) {
            (Ok(full), Ok(root)) => full.strip_prefix(root).ok(),
            _ => None,
        };
        below.unwrap_or(path).display().to_string()
    }
}

/// The goal's words and the second it was started in, as in `user-auth-1678886400`.
fn free_id(tx: &dyn Read, goal: &str, seconds: i64) -> Result<SessionId, EngineError> {
    const WORDS_ROOM: usize = 40;
    let key = TaskKey::from_title(goal);
    let words = key
        .as_str()
        .get(..WORDS_ROOM)
        .unwrap_or(key.as_str())
        .trim_end_matches('-');
    let mut attempt = 1;
    loop {
        let suffix = if attempt == 1 {
            String::new()
        } else {
            format!("-{attempt}")
        };
        let id = SessionId::new(&format!("{words}-{seconds}{suffix}")).map_err(store::StoreError::from)?;
        if tx.session(&id)?.is_none() {
            return Ok(id);
        }
        attempt += 1;
    }
}
