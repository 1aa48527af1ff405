//! What was found in the files that was not written by us: edits that were taken in, and plans that nobody here knows.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use dialect::rawko::{PLANS_FOLDER, StepIndexes, id_of_path, read_plan};
use model::{Diagnostic, OpVersion, PlanId, Refusals};
use store::Store;
use workspace::{FileError, Kind};

use super::name::PlanName;
use crate::error::EngineError;
use crate::project::Engine;

/// A file that somebody has changed, and whose changes are part of the plan now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub path: String,
    /// They are lost as soon as the file is written anew: the store has no place for them.
    pub has_comments: bool,
}

/// Files that could not be taken in, each with the digest of what stands there and the version that it was held against. As
/// long as both are the same, nothing else can come of looking again.
#[derive(Debug, Default)]
pub(crate) struct Rejected(BTreeMap<String, (String, OpVersion)>);

impl Rejected {
    pub fn note(&mut self, path: &str, text: &[u8], version: OpVersion) {
        self.0.insert(path.to_owned(), (store::digest(text), version));
    }

    pub fn forget(&mut self, path: &str) {
        self.0.remove(path);
    }

    pub fn knows(&self, path: &str, text: &[u8], version: OpVersion) -> bool {
        let known = self.0.get(path).filter(|(_, known)| *known == version);
        known.is_some_and(|(digest, _)| *digest == store::digest(text))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Why an edited file was not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnappliedEdit {
    Invalid(Vec<Diagnostic>),
    Refused { refusals: Refusals, indexes: StepIndexes },
}

impl UnappliedEdit {
    /// `None` for an error that is not about the content of the files.
    pub(crate) fn of(error: EngineError) -> Option<Self> {
        match error {
            EngineError::Unfit { diagnostics, .. } => Some(Self::Invalid(diagnostics)),
            EngineError::StepRefused { refusals, indexes } => Some(Self::Refused { refusals, indexes }),
            _ => None,
        }
    }
}

/// The edit that a verb did not apply, for the answer of that verb: verbs that do not need the file go on without it.
#[derive(Debug, Clone, Default)]
pub struct Refused(Arc<Mutex<Option<UnappliedEdit>>>);

impl Refused {
    pub(crate) fn note(&self, taken: Result<(), EngineError>) {
        let edit = taken.err().and_then(UnappliedEdit::of);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = edit;
    }

    pub fn take(&self) -> Option<UnappliedEdit> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A plan file that the store does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrangePlan {
    pub path: String,
    /// By the name of the file.
    pub id: PlanId,
    /// It holds a whole plan of that name, and not only steps, or something else.
    pub is_whole: bool,
}

impl Engine {
    /// The edits that were taken in since somebody last asked.
    pub fn edits(&mut self) -> Vec<Edit> {
        std::mem::take(&mut self.edits)
    }

    /// Plan files that are nobody's: the store knows no plan of that name, and nothing says that they are current.
    pub fn strange_plans(&mut self) -> Result<Vec<StrangePlan>, EngineError> {
        if self.is_read_only() || !self.has_mirror() {
            return Ok(Vec::new());
        }
        let mirror = self.mirror()?;
        let tx = self.store.read()?;
        let mut strange = Vec::new();
        for entry in listed(&mirror.tree)? {
            let path = format!("{PLANS_FOLDER}/{}", entry.name);
            let Some(id) = id_of_path(&path).filter(|_| matches!(entry.kind, Kind::File | Kind::Link)) else {
                continue;
            };
            match PlanName(Some(id.to_string())).find(tx.as_ref()) {
                _ if mirror.written.get(&path).is_some() => {}
                Ok(_) => {}
                Err(EngineError::UnknownPlan(_)) => {
                    let text = mirror.read(&path).ok().flatten().unwrap_or_default();
                    let (sheet, _) = read_plan(&path, &String::from_utf8_lossy(&text));
                    let is_whole = sheet.is_some_and(|sheet| sheet.id == id);
                    strange.push(StrangePlan { path, id, is_whole });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(strange)
    }
}

/// Nothing where there is no such folder, or it cannot be listed: whoever writes there says why.
pub(super) fn listed(tree: &workspace::Root) -> Result<Vec<workspace::Entry>, EngineError> {
    let folder = PLANS_FOLDER
        .parse()
        .map_err(|fault: model::PathFault| EngineError::Mirror {
            path: PLANS_FOLDER.into(),
            why: fault.to_string(),
        })?;
    Ok(tree.list(Some(&folder)).unwrap_or_else(|_: FileError| Vec::new()))
}
