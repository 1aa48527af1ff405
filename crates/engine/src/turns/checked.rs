//! A plan that was held against the workspace, and the approval of exactly that.

use std::collections::BTreeMap;

use model::report::Approver;
use model::{Action, Proposal, RelPath};
use workspace::{ApplyError, Change, Digest, Root, Stale, still};

use super::chosen::Chosen;
use super::error::{StaleReason, TurnError};
use crate::error::EngineError;
use crate::proposals::{ReadPlan, Sight};

/// What a plan rests on: its own bytes, and the files that it changes as they were when it was checked.
#[derive(Debug, Clone)]
pub struct Checked {
    pub plan: ReadPlan,
    /// Everything, or what was chosen before an interruption.
    pub(super) chosen: Chosen,
    needs: BTreeMap<RelPath, Option<Digest>>,
    digest: Digest,
}

/// A plan that somebody said yes to. There is no other way to make one than [`Checked::approve`], and nothing is
/// carried out without it.
#[derive(Debug)]
pub struct Approved {
    checked: Checked,
    by: Approver,
}

impl Checked {
    pub(super) fn new(plan: ReadPlan, chosen: Chosen) -> Self {
        Self {
            digest: Digest::of(plan.source.as_bytes()),
            needs: BTreeMap::new(),
            plan,
            chosen,
        }
    }

    /// One more file that the plan changes, as it is now.
    pub(super) fn rest_on(&mut self, path: RelPath, digest: Option<Digest>) {
        self.needs.insert(path, digest);
    }

    /// Of the plan's bytes.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    pub fn proposal(&self) -> &Proposal {
        &self.plan.reading.proposal
    }

    /// `wanted` is another choice than that of the checked plan. `sight` is what it was checked with, last by whoever
    /// chose.
    pub(super) fn approve(
        mut self,
        by: Approver,
        wanted: Option<Chosen>,
        sight: &Sight<'_>,
    ) -> Result<Approved, EngineError> {
        self.chosen = wanted.unwrap_or(self.chosen);
        if self.chosen.plan() != self.digest {
            return Err(TurnError::Stale {
                what: StaleReason::OtherPlan,
            }
            .into());
        }
        if self.chosen.memo_lines().next().is_none() {
            self.needs.clear();
        }
        for (_, action) in self.chosen.actions_on() {
            let path = match action {
                Action::Create(create) => &create.path.value,
                Action::Edit(edit) => &edit.path.value,
                // Whatever a command leaves is what later actions work on.
                Action::Execute(_) => break,
                _ => continue,
            };
            if let Some(seen) = sight.digest(path) {
                self.needs.entry(path.clone()).or_insert(seen);
            }
        }
        Ok(Approved { checked: self, by })
    }
}

impl Approved {
    pub(super) fn checked(&self) -> &Checked {
        &self.checked
    }

    pub(super) fn by(&self) -> Approver {
        self.by
    }

    pub(super) fn chosen(&self) -> &Chosen {
        &self.checked.chosen
    }

    /// Refuses if the plan or a file that it changes is not what was approved.
    pub(super) fn check_still(&self, root: &Root, plan_now: &[u8], name: &str) -> Result<(), EngineError> {
        if Digest::of(plan_now) != self.checked.digest {
            return Err(TurnError::Stale {
                what: StaleReason::Content { plan: name.to_owned() },
            }
            .into());
        }
        let needs: Vec<_> = self
            .checked
            .needs
            .iter()
            .map(|(path, digest)| (path.clone(), *digest))
            .collect();
        still(root, &needs)?;
        Ok(())
    }

    /// Whether these changes start from what was approved. They were worked out a moment after that was last looked at.
    pub(super) fn expects(&self, changes: &[Change]) -> Result<(), ApplyError> {
        let stale = |change: &Change| {
            let expected = *self.checked.needs.get(change.path())?;
            (expected != change.before()).then(|| Stale {
                path: change.path().clone(),
                expected,
                found: change.before(),
            })
        };
        let stale: Vec<Stale> = changes.iter().filter_map(stale).collect();
        match stale.is_empty() {
            true => Ok(()),
            false => Err(ApplyError::Stale(stale)),
        }
    }
}
