//! One plan, or all of them.

use dialect::rawko::PlanSheet;
use model::{PlanId, SessionId};
use store::Store;

use super::history;
use super::name::PlanName;
use super::view::View;
use crate::error::EngineError;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct Shown {
    pub sheet: PlanSheet,
    /// How often it was replanned, and how often it may be.
    pub replans: u32,
    pub replans_max: u32,
    pub is_current: bool,
}

#[derive(Debug, Clone)]
pub struct Listing {
    pub sheet: PlanSheet,
    pub is_current: bool,
    pub is_archived: bool,
}

impl Engine {
    /// The version that was named, also one that another has taken the place of.
    pub fn plan(&mut self, name: &PlanName) -> Result<Shown, EngineError> {
        let replans_max = self.replans()?;
        let tx = self.store.read()?;
        let named = name.find(tx.as_ref())?;
        let is_current = tx.current()?.as_ref() == Some(&named.session);
        let view = View::need(tx.as_ref(), &named.session)?;
        if let Some(version) = named.version.filter(|version| *version != view.plan.version) {
            let old = history::one(tx.as_ref(), &named.session, version, replans_max)?;
            return Ok(Shown {
                sheet: old.sheet,
                replans: old.replans,
                replans_max,
                is_current: false,
            });
        }
        Ok(Shown {
            sheet: view.sheet(replans_max)?,
            replans: view.plan.replans,
            replans_max,
            is_current,
        })
    }

    /// The plans of the project, the newest first.
    pub fn plans(&mut self) -> Result<Vec<Listing>, EngineError> {
        let replans = self.replans()?;
        let archived = self.archived()?;
        let tx = self.store.read()?;
        let current = tx.current()?;
        let mut plans = Vec::new();
        for line in tx.sessions()? {
            let id: &SessionId = &line.session.id;
            if let Some(view) = View::load(tx.as_ref(), id)? {
                let sheet = view.sheet(replans)?;
                plans.push(Listing {
                    is_current: current.as_ref() == Some(id),
                    is_archived: archived.contains(&sheet.id),
                    sheet,
                });
            }
        }
        Ok(plans)
    }

    /// The id of the plan that is worked on.
    pub fn plan_id(&mut self, name: &PlanName) -> Result<PlanId, EngineError> {
        Ok(self.plan(name)?.sheet.id)
    }
}
