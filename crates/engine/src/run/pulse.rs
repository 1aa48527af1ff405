//! A sign of life for the agents of a run, so that nobody else takes their tasks. It stops when the driver does, and the
//! leases end by themselves.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use model::{AgentName, SessionId, ThreadId};

use crate::project::{Engine, Setting};

/// Often enough: a lease lasts half an hour, and is renewed when half of it is over.
const BEAT: Duration = Duration::from_secs(60);

pub struct Pulse {
    setting: Setting,
    session: SessionId,
    thread: ThreadId,
    /// How many steps each agent works on.
    busy: Mutex<BTreeMap<AgentName, usize>>,
}

impl Pulse {
    pub(super) fn new(setting: &Setting, session: &SessionId, thread: ThreadId) -> Self {
        Self {
            setting: setting.clone(),
            session: session.clone(),
            thread,
            busy: Mutex::default(),
        }
    }

    pub(super) fn begin(&self, agent: &AgentName) {
        *self.busy().entry(agent.clone()).or_default() += 1;
    }

    pub(super) fn end(&self, agent: &AgentName) {
        let mut busy = self.busy();
        if let Some(steps) = busy.get_mut(agent) {
            *steps -= 1;
        }
        busy.retain(|_, steps| *steps > 0);
    }

    /// Everybody who works gives one sign of life. A store that cannot be reached now may be reached at the next beat.
    pub fn beat(&self) {
        let agents: Vec<AgentName> = self.busy().keys().cloned().collect();
        if agents.is_empty() {
            return;
        }
        if let Ok(mut engine) = Engine::open(&self.setting) {
            for agent in agents {
                let at = engine.now();
                let _ = engine.renew(&self.session, self.thread, &agent, at);
            }
        }
    }

    /// Beats until nobody holds the other end.
    pub(super) fn keep_beating(&self, over: &Receiver<()>) {
        while over.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            self.beat();
        }
    }

    fn busy(&self) -> MutexGuard<'_, BTreeMap<AgentName, usize>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
