//! What was found in the files that was not written by us: edits that were taken in, and plans that nobody here knows.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use dialect::rawko::answer::{StrangePlan, refusal};
use dialect::rawko::{PLANS_FOLDER, id_of_path, read_plan};
use model::{Diagnostic, OpVersion, Severity};
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

/// Why a file could not be taken in, for whoever answers next: verbs that have nothing to do with it go on without it.
#[derive(Debug, Clone, Default)]
pub struct Refused(Arc<Mutex<Option<String>>>);

impl Refused {
    pub(crate) fn note(&self, taken: &Result<(), EngineError>) {
        let why = taken.as_ref().err().and_then(in_short);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// What is left to be told.
    pub fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
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

/// The first fault. Rawko's own verbs tell all of them.
fn in_short(error: &EngineError) -> Option<String> {
    let EngineError::Unfit { diagnostics, .. } = error else {
        return why_refused(error);
    };
    let mut errors = diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
    let first = errors.next()?;
    let more = match errors.count() {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    Some(format!("{}{more}", first.message))
}

/// What is wrong with what was written. Whatever else goes wrong is found out by whoever needs it.
pub(crate) fn why_refused(error: &EngineError) -> Option<String> {
    Some(match error {
        EngineError::Unfit { diagnostics, .. } => {
            let errors = diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
            let faults = errors.map(|fault| {
                let hint = fault.hint.as_ref().map(|hint| format!(" {hint}")).unwrap_or_default();
                format!("{}{}{hint}", place(fault), fault.message)
            });
            faults.collect::<Vec<_>>().join(" ")
        }
        EngineError::StepRefused { refusals, indexes } => {
            let told = refusal(refusals, indexes);
            told.hint
                .map_or(told.message.clone(), |hint| format!("{}; {hint}", told.message))
        }
        _ => return None,
    })
}

/// Where somebody has to look.
fn place(fault: &Diagnostic) -> String {
    let path = fault.place.path.iter().cloned();
    let numbers = fault.place.line_column.map(|(line, column)| [line, column]);
    let numbers = numbers.into_iter().flatten().map(|number| number.to_string());
    path.chain(numbers).map(|part| part + ":").collect::<String>() + " "
}

/// Nothing where there is no such folder, or it cannot be listed: whoever writes there says why.
pub(super) fn listed(tree: &workspace::Root) -> Result<Vec<workspace::Entry>, EngineError> {
    let folder = PLANS_FOLDER
        .parse()
        .map_err(|_| EngineError::Unwritable(PLANS_FOLDER.to_owned()))?;
    Ok(tree.list(Some(&folder)).unwrap_or_else(|_: FileError| Vec::new()))
}
