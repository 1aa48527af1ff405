//! Raising and clearing signals.

use std::collections::BTreeSet;

use model::{AgentName, Command, Event, Needs, OpVersion, Signal, SignalDraft, SignalId};

use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signaled {
    /// As it stands now.
    pub signal: Signal,
    /// `false` if it was so already.
    pub changed: bool,
    pub version: OpVersion,
}

impl Engine {
    pub fn raise(&mut self, target: &Target, by: &AgentName, signal: SignalDraft) -> Result<Signaled, EngineError> {
        let id = signal.id.clone();
        let thread = target.thread();
        self.signal(target, by, &id, Command::Raise { thread, signal })
    }

    pub fn clear(&mut self, target: &Target, by: &AgentName, id: &SignalId) -> Result<Signaled, EngineError> {
        let thread = target.thread();
        let command = Command::Clear { thread, id: id.clone() };
        self.signal(target, by, id, command)
    }

    fn signal(
        &mut self,
        target: &Target,
        by: &AgentName,
        id: &SignalId,
        command: Command,
    ) -> Result<Signaled, EngineError> {
        let session = self.session_id(target)?;
        let doing = Doing {
            uid: self.new_uid(),
            session: &session,
            by,
            at: self.now(),
            verb: "signal".into(),
        };
        let signals = Needs {
            signals: BTreeSet::from([id.clone()]),
            ..Needs::none(target.thread(), by.clone())
        };
        self.operate_and(&doing, command, |tx, operated| {
            let mut state = tx.load(&session, &signals)?;
            let thread = state.threads.get_mut(&target.thread());
            let signal = thread.and_then(|thread| thread.signals.remove(id));
            Ok(Signaled {
                signal: signal.ok_or_else(|| PlanError::unknown_thread(&session, target.thread()))?,
                changed: operated.operation.is_some_and(|operation| {
                    let is_about_signal = |event: &Event| matches!(event, Event::SignalSet { .. });
                    operation.events.iter().any(is_about_signal)
                }),
                version: operated.version,
            })
        })
    }
}
