//! The simulated world: the real store and the in-memory store, which get the same commands.

use std::collections::BTreeMap;

use model::{AgentName, Fence, InvalidId, OpVersion, SessionId, State, TaskNumber, ThreadId, Timestamp, Uid, limits};
use store::SqliteStore;

use super::broken::{Broken, Law};
use super::dice::Dice;
use super::history::History;
use super::sabotage::Sabotage;
use super::tally::Tally;
use crate::memory::MemoryStore;

pub(super) struct World {
    pub dice: Dice,
    pub ids: Ids,
    pub at: Timestamp,
    pub sqlite: SqliteStore,
    pub memory: MemoryStore,
    /// The last agent only reads.
    pub agents: Vec<AgentName>,
    pub sessions: Vec<SessionId>,
    /// Lease tokens that agents got, most of them outdated.
    pub fences: Vec<(ThreadId, TaskNumber, Fence)>,
    /// The latest version that each agent saw in each session.
    pub seen: BTreeMap<(SessionId, AgentName), OpVersion>,
    pub history: History,
    pub tally: Tally,
    pub sabotage: Sabotage,
    /// Receives a line for every step.
    pub tell: Option<fn(&str)>,
}

/// Ids that are unique in a world and the same in every run of it.
#[derive(Debug, Default)]
pub(super) struct Ids {
    last: u64,
}

impl Ids {
    pub fn next(&mut self) -> Uid {
        self.last += 1;
        let mut bytes = [0; 16];
        bytes[8..].copy_from_slice(&self.last.to_be_bytes());
        Uid(bytes)
    }
}

impl World {
    pub fn new(seed: u64, sabotage: Sabotage) -> Result<Self, Broken> {
        let named = |error: InvalidId| Broken::new(Law::Store, error.to_string());
        let mut agents = vec![AgentName::unnamed()];
        for name in ["ada", "bob", "Cleo O'Neil", "onlooker"] {
            agents.push(AgentName::new(name).map_err(named)?);
        }
        let sessions = ["first", "second"].map(SessionId::new);
        Ok(Self {
            dice: Dice::new(seed),
            ids: Ids::default(),
            at: Timestamp::from_millis(1_750_000_000_000),
            sqlite: SqliteStore::in_memory()?,
            memory: MemoryStore::new(),
            agents,
            sessions: sessions.into_iter().collect::<Result<_, _>>().map_err(named)?,
            fences: Vec::new(),
            seen: BTreeMap::new(),
            history: History::default(),
            tally: Tally::default(),
            sabotage,
            tell: None,
        })
    }

    /// Mostly minutes. Sometimes past a lease, exactly to the end of a lease, or a little back.
    pub fn pass_time(&mut self, session: &SessionId) {
        const MINUTE_MS: i64 = 60 * 1000;
        let ends: Vec<_> = self.memory.state(session).map(lease_ends).unwrap_or_default();
        self.at = match self.dice.weighted(&[70, 15, 8, 4, 3]) {
            0 => self.at.plus_millis(self.dice.below_i64(3 * MINUTE_MS)),
            1 => self.at,
            2 => match self.dice.pick(&ends) {
                Some(end) => (*end).max(self.at),
                None => self.at.plus_millis(limits::LEASE_RENEW_BELOW_MS),
            },
            3 => self.at.plus_millis(limits::LEASE_MS + self.dice.below_i64(MINUTE_MS)),
            _ => self.at.plus_millis(-self.dice.below_i64(MINUTE_MS)),
        };
    }

    pub fn tell(&self, what: impl FnOnce() -> String) {
        if let Some(tell) = self.tell {
            tell(&what());
        }
    }

    /// An agent that sends commands.
    pub fn actor(&mut self) -> AgentName {
        let actors = self.agents.len() - 1;
        self.agents[self.dice.index(actors)].clone()
    }

    /// Mostly the first session. The second one shows that sessions are independent.
    pub fn session(&mut self) -> SessionId {
        let index = usize::from(self.dice.percent(12));
        self.sessions[index].clone()
    }

    /// The whole state of a session, empty if it was not opened.
    pub fn state(&self, session: &SessionId) -> State {
        self.memory.state(session).cloned().unwrap_or_default()
    }
}

/// The ends of leases, and the moments just before them.
fn lease_ends(state: &State) -> Vec<Timestamp> {
    let tasks = state.threads.values().flat_map(|thread| thread.tasks.rows());
    let ends = tasks.filter_map(|task| task.claim().map(|claim| claim.until));
    ends.flat_map(|end| [end, end.plus_millis(-1)]).collect()
}
