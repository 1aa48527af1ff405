//! One plan, or all of them.

use dialect::rawko::{PlanSheet, archived_path, plan_path};
use model::{Evidence, Grounds, PlanId, SessionId};
use store::Store;
use workspace::Found;

use super::history;
use super::import::unknown_sheet;
use super::name::{Named, PlanName};
use super::view::View;
use crate::error::{EngineError, ProjectError};
use crate::project::{Engine, Setting};

#[derive(Debug, Clone)]
pub struct Shown {
    pub sheet: PlanSheet,
    /// How often it was replanned, and how often it may be.
    pub replans: u32,
    pub replans_max: u32,
    pub grounds: Grounds,
    pub is_current: bool,
    /// `false` for a plan that is only in a file.
    pub is_imported: bool,
    /// What the checks of its steps said, by index. Of a version that was replaced it is not known.
    pub checks: Vec<(u32, Vec<Evidence>)>,
}

/// The file that shows a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFile {
    /// From the root of the project.
    pub path: String,
    pub is_archived: bool,
}

#[derive(Debug, Clone)]
pub struct Listing {
    pub sheet: PlanSheet,
    pub is_current: bool,
    pub is_archived: bool,
    /// `false` for a plan that is only in a file.
    pub is_imported: bool,
}

#[derive(Debug, Clone)]
pub struct Plans {
    pub listed: Vec<Listing>,
    /// Plan files that neither the store knows nor planwright can read.
    pub invalid: Vec<String>,
}

impl Engine {
    /// The session whose plan is worked on.
    pub fn session_of(&mut self, name: &PlanName) -> Result<SessionId, EngineError> {
        name.to_change(self.store.read()?.as_ref())
    }

    /// The plan of a session as it is now, whatever version that is.
    pub(super) fn newest_plan(&mut self, session: &SessionId) -> Result<Shown, EngineError> {
        let named = Named {
            session: session.clone(),
            version: None,
        };
        self.named_plan(&named)
    }

    /// The version that was named, also one that another has taken the place of.
    pub fn plan(&mut self, name: &PlanName) -> Result<Shown, EngineError> {
        let named = name.find(self.store.read()?.as_ref())?;
        self.named_plan(&named)
    }

    fn named_plan(&mut self, named: &Named) -> Result<Shown, EngineError> {
        let replans_max = self.replans()?;
        let tx = self.store.read()?;
        let is_current = tx.current()?.as_ref() == Some(&named.session);
        let view = View::need(tx.as_ref(), &named.session)?;
        if let Some(version) = named.version.filter(|version| *version != view.plan.version) {
            let old = history::one(tx.as_ref(), &named.session, version, replans_max)?;
            return Ok(Shown {
                sheet: old.sheet,
                replans: old.replans,
                replans_max,
                grounds: old.grounds,
                is_current: false,
                is_imported: true,
                checks: Vec::new(),
            });
        }
        Ok(Shown {
            sheet: view.sheet(replans_max)?,
            checks: view.checks(),
            replans: view.plan.replans,
            replans_max,
            grounds: *view.plan.grounds,
            is_current,
            is_imported: true,
        })
    }

    /// The plans of the project, also those that are only in files.
    pub fn all_plans(setting: &Setting) -> Result<Plans, EngineError> {
        let mut engine = Self::open_or_empty(setting)?;
        let mut plans = Plans {
            listed: engine.plans()?,
            invalid: Vec::new(),
        };
        for (path, _) in engine.survey()?.unknown {
            match unknown_sheet(&engine.new_plan_files()?, &path) {
                Ok((_, sheet)) => plans.listed.push(Listing {
                    sheet,
                    is_current: false,
                    is_archived: false,
                    is_imported: false,
                }),
                Err(_) => plans.invalid.push(path),
            }
        }
        if plans.listed.is_empty() && plans.invalid.is_empty() && engine.store.is_in_memory() {
            return Err(ProjectError::NoSession.into());
        }
        Ok(plans)
    }

    /// A plan that is only in a file.
    pub fn unknown_plan(setting: &Setting, path: &str) -> Result<Shown, EngineError> {
        let engine = Self::open_or_empty(setting)?;
        Ok(Shown {
            sheet: unknown_sheet(&engine.new_plan_files()?, path)?.1,
            replans: 0,
            replans_max: engine.replans()?,
            grounds: Grounds::default(),
            is_current: false,
            is_imported: false,
            checks: Vec::new(),
        })
    }

    /// The newest first.
    fn plans(&mut self) -> Result<Vec<Listing>, EngineError> {
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
                    is_imported: true,
                    sheet,
                });
            }
        }
        Ok(plans)
    }

    /// Where the last step of the verb writes a plan, if this project has files.
    pub fn plan_path(&self, id: &PlanId) -> Option<String> {
        let files = self.plan_files().ok().flatten();
        files.map(|_| plan_path(id))
    }

    /// Where the plan can be read, if this project has files.
    pub fn plan_file(&self, id: &PlanId) -> Option<PlanFile> {
        let file = |path: String, is_archived| PlanFile { path, is_archived };
        let files = [file(plan_path(id), false), file(archived_path(id), true)];
        let is_there = |file: &PlanFile| workspace::look_up(self.root(), &file.path) == Found::File;
        files.into_iter().find(is_there)
    }
}
