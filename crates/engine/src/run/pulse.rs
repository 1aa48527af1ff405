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

/// How many steps each agent works on.
#[derive(Debug, Default)]
pub(super) struct Busy(Mutex<BTreeMap<AgentName, usize>>);

impl Busy {
    pub fn begin(&self, agent: &AgentName) {
        *self.agents().entry(agent.clone()).or_default() += 1;
    }

    pub fn end(&self, agent: &AgentName) {
        let mut agents = self.agents();
        if let Some(steps) = agents.get_mut(agent) {
            *steps -= 1;
        }
        agents.retain(|_, steps| *steps > 0);
    }

    fn agents(&self) -> MutexGuard<'_, BTreeMap<AgentName, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Beats until nobody holds the other end. A store that cannot be reached now may be reached at the next beat.
pub(super) fn beat(setting: &Setting, session: &SessionId, thread: ThreadId, busy: &Busy, over: &Receiver<()>) {
    while over.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        let agents: Vec<AgentName> = busy.agents().keys().cloned().collect();
        if let Ok(mut engine) = Engine::open(setting) {
            for agent in agents {
                let at = engine.now();
                let _ = engine.renew(session, thread, &agent, at);
            }
        }
    }
}
