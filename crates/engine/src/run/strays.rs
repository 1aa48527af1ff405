//! What an agent took beside its own step, and left when it ended.
//!
//! An agent can claim tasks itself, at any door. When its process is over nobody works on them, and their leases would keep
//! everybody else waiting.

use model::{AgentName, Claim, Driven, Move, OpVersion, Task, TaskNumber};
use store::Store;

use super::crew::Fate;
use super::driver::{Driver, UnderWay};
use super::left_behind::has_begun;
use super::picture::driven;
use super::remark::Remark;
use crate::error::EngineError;

pub(super) struct Stray {
    number: TaskNumber,
    title: String,
    claim: Claim,
}

impl Stray {
    pub fn released(&self) -> Driven {
        driven(&self.claim.agent, self.number, Some(self.claim.fence), Move::Reopen)
    }
}

/// For whoever watches, if there is something to tell.
pub(super) fn told(strays: &[Stray]) -> Option<Remark> {
    let titles = strays.iter().map(|stray| stray.title.clone()).collect();
    Some(Remark::ExtraClaims(strays.first()?.claim.agent.clone(), titles))
}

impl Driver<'_> {
    /// The name is at work from now on, unless it is already.
    pub(super) fn note_begin(&mut self, agent: &AgentName) {
        if !self.is_at_work(agent) {
            self.busy_since.insert(agent.clone(), self.picture.version());
        }
    }

    /// What the agent of a step that has ended leaves. A person may go by the same name, so only what was claimed while the
    /// name was at work counts, and nothing while another step of the run is.
    pub(super) fn strays(&mut self, step: &UnderWay, came: &Fate) -> Result<Vec<Stray>, EngineError> {
        let since = self.busy_since.get(&step.agent);
        let Some(since) = since.filter(|_| !self.is_at_work(&step.agent)) else {
            return Ok(Vec::new());
        };
        // It may be alive.
        if matches!(came, Fate::Unknown { .. }) {
            return Ok(Vec::new());
        }
        let is_stray = |claim: &Claim| claim.agent == step.agent && OpVersion(claim.fence.0) > *since;
        let others = self
            .picture
            .tasks()?
            .rows()
            .filter(|task| task.number != step.line.number);
        let taken = others.filter_map(|task| Some((task, task.claim().filter(|claim| is_stray(claim))?)));
        let taken: Vec<Stray> = taken.map(|(task, claim)| stray(task, claim)).collect();
        if taken.is_empty() {
            return Ok(taken);
        }
        let tx = self.engine.store.read()?;
        let mut strays = Vec::new();
        for stray in taken {
            // What a driver has claimed is brought to its end by a driver.
            if !has_begun(tx.as_ref(), &self.picture.session, stray.claim.fence)? {
                strays.push(stray);
            }
        }
        Ok(strays)
    }

    fn is_at_work(&self, agent: &AgentName) -> bool {
        self.under_way.values().any(|step| step.agent == *agent)
    }
}

fn stray(task: &Task, claim: &Claim) -> Stray {
    Stray {
        number: task.number,
        title: task.brief.title.clone(),
        claim: claim.clone(),
    }
}
