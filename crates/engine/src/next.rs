//! What now? And, in the same step, take it.

use model::{AgentName, Command, Needs, Now, Outlook, now};
use store::Store;

use crate::error::EngineError;
use crate::operate::Doing;
use crate::project::Engine;
use crate::sessions::Target;

#[derive(Debug, Clone)]
pub struct Next {
    pub outlook: Outlook,
    /// The asker holds the task now.
    pub claimed: bool,
}

impl Engine {
    pub fn next(&mut self, target: &Target, by: &AgentName) -> Result<Next, EngineError> {
        let session = self.session_id(target)?;
        let at = self.now();
        let tx = self.store.read()?;
        let outlook = tx.outlook(&session, target.thread(), by, at)?;
        let outlook = outlook.ok_or(EngineError::UnknownThread {
            session,
            thread: target.thread(),
        })?;
        Ok(Next {
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
            verb: "claim",
        };
        let unknown = || EngineError::UnknownThread {
            session: session.clone(),
            thread,
        };
        let mut tx = self.store.write()?;
        let before = tx.outlook(&session, thread, by, at)?.ok_or_else(unknown)?;
        let (Now::Work(task) | Now::Resume(task)) = now(&before) else {
            return Ok(Next {
                outlook: before,
                claimed: false,
            });
        };
        let command = Command::Claim {
            thread,
            task: task.reference(),
        };
        let state = tx.load(&session, &Needs::of(&command, by))?;
        let events = doing.decide(&state, &command)?;
        doing.append(tx.as_mut(), &state, events)?;
        let outlook = tx.outlook(&session, thread, by, at)?.ok_or_else(unknown)?;
        tx.commit()?;
        Ok(Next { outlook, claimed: true })
    }
}
