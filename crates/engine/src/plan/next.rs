//! What now? And, in the same step, take it.

use model::{AgentName, Command, Needs, Now, Outlook, SessionId, Stuck, TaskNumber, ThreadId, now};
use store::{Read, Store};

use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct Next {
    pub outlook: Outlook,
    /// What the next task still waits for, if it cannot be taken.
    pub blocked_by: Vec<TaskNumber>,
    /// The asker holds the task now.
    pub claimed: bool,
}

impl Next {
    /// What the asker does now. A task that was taken just now is work, and not resumed.
    pub fn now(&self) -> Now<'_> {
        match now(&self.outlook) {
            Now::Resume(task) if self.claimed => Now::Work(task),
            other => other,
        }
    }
}

impl Engine {
    pub fn next(&mut self, target: &Target, by: &AgentName) -> Result<Next, EngineError> {
        let session = self.session_id(target)?;
        let at = self.now();
        let tx = self.store.read()?;
        let outlook = tx.outlook(&session, target.thread(), by, at)?;
        let outlook = outlook.ok_or_else(|| PlanError::unknown_thread(&session, target.thread()))?;
        Ok(Next {
            blocked_by: blocked_by(tx.as_ref(), &session, target.thread(), &outlook)?,
            outlook,
            claimed: false,
        })
    }

    /// One atomic step: nobody can take the task between asking and claiming.
    pub fn claim_next(&mut self, target: &Target, by: &AgentName) -> Result<Next, EngineError> {
        let session = self.session_id(target)?;
        let (at, uid, thread) = (self.now(), self.new_uid(), target.thread());
        let doing = Doing {
            uid,
            session: &session,
            by,
            at,
            verb: "claim".into(),
        };
        let unknown = || PlanError::unknown_thread(&session, thread);
        let mut tx = self.store.write()?;
        let before = tx.outlook(&session, thread, by, at)?.ok_or_else(unknown)?;
        let (Now::Work(task) | Now::Resume(task)) = now(&before) else {
            return Ok(Next {
                blocked_by: blocked_by(tx.as_read(), &session, thread, &before)?,
                outlook: before,
                claimed: false,
            });
        };
        let command = Command::Claim {
            thread,
            task: task.reference(),
        };
        let command = self.discretion.clean(command, by)?;
        let state = tx.load(&session, &Needs::of(command.command(), by))?;
        let events = doing.decide(&state, &command)?;
        doing.store(tx.as_mut(), &state, events)?;
        let outlook = tx.outlook(&session, thread, by, at)?.ok_or_else(unknown)?;
        tx.commit()?;
        Ok(Next {
            outlook,
            blocked_by: Vec::new(),
            claimed: true,
        })
    }
}

fn blocked_by(
    tx: &dyn Read,
    session: &SessionId,
    thread: ThreadId,
    outlook: &Outlook,
) -> Result<Vec<TaskNumber>, EngineError> {
    let (Now::Replan(task) | Now::Blocked(Stuck { task, .. })) = now(outlook) else {
        return Ok(Vec::new());
    };
    let unmet = tx
        .unmet(session, thread, std::slice::from_ref(task))?
        .remove(&task.number);
    Ok(unmet.unwrap_or_default())
}
