//! Every version that a plan has had, told from the log.

use std::collections::BTreeMap;

use dialect::rawko::PlanSheet;
use model::{Grounds, SessionId, State, TaskNumber, Timestamp, Uid};
use store::{LogQuery, Read, Store};

use super::name::{PlanName, id_of};
use super::view::{View, changed_at, is_turning_point};
use crate::error::{EngineError, PlanError};
use crate::project::Engine;

/// One version of a plan, as it stands or as it stood when the next one took its place.
#[derive(Debug, Clone)]
pub struct Version {
    pub sheet: PlanSheet,
    pub grounds: Grounds,
    pub replans: u32,
    pub is_current: bool,
    /// The file of the version is in the archive.
    pub is_archived: bool,
    /// The tasks behind the steps: a step keeps its task from version to version.
    tasks: Vec<TaskNumber>,
}

/// Which step of the old version is which one of the new, by index.
pub fn pairs(old: &Version, new: &Version) -> BTreeMap<u32, u32> {
    let indexes: BTreeMap<TaskNumber, u32> = new.tasks.iter().copied().zip(0..).collect();
    let pair = |(number, index): (&TaskNumber, u32)| Some((index, *indexes.get(number)?));
    old.tasks.iter().zip(0..).filter_map(pair).collect()
}

impl Engine {
    /// The newest first, each one followed by the one that it took the place of.
    pub fn plan_history(&mut self, name: &PlanName) -> Result<Vec<Version>, EngineError> {
        let replans = self.replans()?;
        let tx = self.store.read()?;
        let session = name.find(tx.as_ref())?.session;
        let mut versions = versions(tx.as_ref(), &session, replans)?;
        drop(tx);
        for version in &mut versions {
            let file = self.plan_file(&version.sheet.id);
            version.is_archived = file.is_some_and(|file| file.is_archived);
        }
        Ok(versions)
    }

    /// Two versions of a plan, by number (`1`, `v2`) or by id.
    pub fn plan_versions(&mut self, name: &PlanName, words: [&str; 2]) -> Result<[Version; 2], EngineError> {
        let replans = self.replans()?;
        let tx = self.store.read()?;
        let find = |word: &str| -> Result<Version, EngineError> {
            let number = dialect::rawko::plan_id::read_version(word);
            let (session, version) = match number {
                Some(version) => (name.find(tx.as_ref())?.session, version),
                None => {
                    let named = PlanName(Some(word.to_owned())).find(tx.as_ref())?;
                    (named.session, named.version.unwrap_or(1))
                }
            };
            one(tx.as_ref(), &session, version, replans)
        };
        Ok([find(words[0])?, find(words[1])?])
    }
}

pub(super) fn one(tx: &dyn Read, session: &SessionId, version: u32, replans: u32) -> Result<Version, EngineError> {
    let id = id_of(session, version)?;
    let found = versions(tx, session, replans)?
        .into_iter()
        .find(|found| found.sheet.version == version);
    Ok(found.ok_or_else(|| PlanError::UnknownPlan(id.to_string()))?)
}

pub(super) fn versions(tx: &dyn Read, session: &SessionId, replans: u32) -> Result<Vec<Version>, EngineError> {
    let mut view = View::need(tx, session)?;
    let mut found = Vec::new();
    let mut older = match view.plan.supersedes {
        Some(_) => superseded(tx, session)?,
        None => BTreeMap::new(),
    };
    loop {
        let mut sheet = view.sheet(replans)?;
        // What took its place has taken care of the failure.
        if !found.is_empty() && sheet.status == model::Phase::Failed {
            sheet.status = model::Phase::Replanning;
        }
        found.push(Version {
            sheet,
            grounds: (*view.plan.grounds).clone(),
            replans: view.plan.replans,
            is_current: found.is_empty(),
            is_archived: false,
            tasks: view.steps.iter().map(|task| task.number).collect(),
        });
        // By what a version says that it took the place of: an undone one may have had the same number.
        let Some(before) = view.plan.supersedes.and_then(|uid| older.remove(&uid)) else {
            return Ok(found);
        };
        view = before;
    }
}

/// Each version as it was when another one took its place.
fn superseded(tx: &dyn Read, session: &SessionId) -> Result<BTreeMap<Uid, View>, EngineError> {
    let mut versions = BTreeMap::new();
    let mut state = State::default();
    let mut updated = Timestamp::from_millis(0);
    for operation in tx.operations(session, &LogQuery::all())? {
        if operation.events.iter().any(is_turning_point)
            && let Some(view) = View::of(&state, updated)
        {
            versions.insert(view.plan.uid, view);
        }
        state.apply_operation(&operation);
        updated = changed_at(&operation).unwrap_or(updated);
    }
    Ok(versions)
}
