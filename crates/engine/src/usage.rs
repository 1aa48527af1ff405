//! What language models were asked, and what it cost.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use model::{Consultation, Cost, Event, SessionId};
use store::{LogQuery, Store};

use crate::error::{EngineError, ProjectError};
use crate::plan::sessions::Target;
use crate::planner::Spent;
use crate::project::{Engine, Setting};
use crate::rawko::PlanName;
use crate::turns::Workbench;

/// Everything that one model was asked for one session or task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageLine {
    /// A session of the plan, or of turns.
    pub session: String,
    pub task: Option<String>,
    pub model: String,
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// As far as it is known.
    pub cost: Option<Cost>,
}

/// By session, task and model.
type Sums = BTreeMap<(String, Option<String>, String), UsageLine>;

/// By session, task and model.
pub fn usage(setting: &Setting) -> Result<Vec<UsageLine>, EngineError> {
    let mut sums = Sums::new();
    match Engine::open(setting) {
        Ok(mut engine) => engine.add_usage(&mut sums)?,
        Err(EngineError::Project(ProjectError::NoSession | ProjectError::OnlyBackup)) => {}
        Err(error) => return Err(error),
    }
    for line in Workbench::open(setting, Vec::new())?.usage_of_turns()? {
        add(&mut sums, line);
    }
    Ok(sums.into_values().collect())
}

fn add(sums: &mut Sums, line: UsageLine) {
    let key = (line.session.clone(), line.task.clone(), line.model.clone());
    match sums.entry(key) {
        Entry::Vacant(free) => drop(free.insert(line)),
        Entry::Occupied(mut taken) => {
            let sum = taken.get_mut();
            sum.calls += line.calls;
            sum.input_tokens += line.input_tokens;
            sum.output_tokens += line.output_tokens;
            sum.cost = match (sum.cost, line.cost) {
                (Some(a), Some(b)) => Some(a.plus(b)),
                (a, b) => a.or(b),
            };
        }
    }
}

fn of_consultation(session: &SessionId, asked: &Consultation) -> UsageLine {
    UsageLine {
        session: session.to_string(),
        task: None,
        model: asked.planner.clone(),
        calls: 1,
        input_tokens: asked.input_tokens.unwrap_or_default(),
        output_tokens: asked.output_tokens.unwrap_or_default(),
        cost: asked.cost,
    }
}

impl Engine {
    /// What a session has spent so far, in whatever process: on questions about its plan, and on the turns that were
    /// taken for its tasks.
    pub fn spent(&mut self, setting: &Setting, target: &Target) -> Result<Spent, EngineError> {
        let session = self.session_id(target)?;
        self.spent_in(setting, &session)
    }

    /// The same for the session of a plan.
    pub fn spent_on(&mut self, setting: &Setting, plan: &PlanName) -> Result<Spent, EngineError> {
        let session = plan.newest(self.store.read()?.as_ref())?;
        self.spent_in(setting, &session)
    }

    fn spent_in(&mut self, setting: &Setting, session: &SessionId) -> Result<Spent, EngineError> {
        let mut spent = self.spent_on_turns(setting, session)?;
        for operation in self.store.read()?.operations(session, &LogQuery::all())? {
            for event in &operation.events {
                if let Event::Consulted(asked) = event {
                    spent.calls = spent.calls.saturating_add(1);
                    spent.cost = asked.cost.map_or(spent.cost, |cost| spent.cost.plus(cost));
                }
            }
        }
        Ok(spent)
    }

    fn spent_on_turns(&self, setting: &Setting, session: &SessionId) -> Result<Spent, EngineError> {
        if !Workbench::has_turns(self.root()) {
            return Ok(Spent::default());
        }
        let spent = Workbench::open(setting, Vec::new()).and_then(|bench| bench.spent_for(session));
        spent.map_err(|error| match error.is_about_turns() {
            true => EngineError::at(self.root().join(".teddy"))(std::io::Error::other(error)),
            false => error,
        })
    }

    fn add_usage(&mut self, sums: &mut Sums) -> Result<(), EngineError> {
        let tx = self.store.read()?;
        for line in tx.sessions()? {
            for operation in tx.operations(&line.session.id, &LogQuery::all())? {
                for event in &operation.events {
                    if let Event::Consulted(asked) = event {
                        add(sums, of_consultation(&line.session.id, asked));
                    }
                }
            }
        }
        Ok(())
    }
}
