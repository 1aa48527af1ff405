//! Files of versions that another version has taken the place of. An editor that was open meanwhile may write one again,
//! and nobody would read it.

use dialect::rawko::{PLANS_FOLDER, id_of_path, plan_path};
use model::SessionId;
use store::Store;

use super::handwriting::listed;
use super::name::{id_of, plan_of};
use crate::error::EngineError;
use crate::project::Engine;
use crate::sessions::Target;

/// A file of an older version that says something of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outdated {
    pub path: String,
    /// Changes with what is written there.
    pub digest: String,
    pub version: u32,
    /// The file of the version that counts.
    pub newest: String,
}

impl Engine {
    /// What was written into files of older versions of the plan since they were replaced.
    pub fn outdated(&mut self, target: &Target) -> Result<Vec<Outdated>, EngineError> {
        if self.is_read_only() || !self.has_mirror() {
            return Ok(Vec::new());
        }
        let session = self.session_id(target)?;
        let Some(plan) = plan_of(self.store.read()?.as_ref(), &session)? else {
            return Ok(Vec::new());
        };
        let mirror = self.mirror()?;
        let newest = plan_path(&id_of(&session, plan.version)?);
        let mut found = Vec::new();
        // Those that are there are few, while a version may be any number.
        for entry in listed(&mirror.tree)? {
            let path = format!("{PLANS_FOLDER}/{}", entry.name);
            let Some(version) = version_of(&session, &path)?.filter(|version| *version < plan.version) else {
                continue;
            };
            // What we wrote ourselves is cleared away when the engine rests.
            if let Some(text) = mirror.read(&path)?.filter(|text| !mirror.written.knows(&path, text)) {
                found.push(Outdated {
                    path,
                    digest: store::digest(&text),
                    version,
                    newest: newest.clone(),
                });
            }
        }
        found.sort_by_key(|outdated: &Outdated| outdated.version);
        Ok(found)
    }
}

/// Which version of the session's plan a file is called after.
fn version_of(session: &SessionId, path: &str) -> Result<Option<u32>, EngineError> {
    let Some(id) = id_of_path(path) else {
        return Ok(None);
    };
    let numbered = id
        .as_str()
        .rsplit_once("-v")
        .and_then(|(_, number)| number.parse().ok());
    for version in [Some(1), numbered].into_iter().flatten() {
        if id_of(session, version)? == id {
            return Ok(Some(version));
        }
    }
    Ok(None)
}
