//! The user's own prompts, from the user's own folder. A project cannot have any: it would tell the model what to do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dialect::prompts::rules::{irregular_file, missing_file, unreadable_file};
pub use dialect::prompts::{Hole, PromptName};
use model::{Diagnostic, limits};

use crate::config;
use crate::error::{EngineError, ProjectError};
use crate::project::Setting;

/// The folder of the configuration.
const FOLDER: &str = "planwright";

/// What stands in the place of the prompts that are built in. A file that cannot be used stops only those who need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompts(BTreeMap<PromptName, Own>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Own {
    path: PathBuf,
    /// Or everything that is wrong with it.
    text: Result<String, Vec<Diagnostic>>,
}

impl Prompts {
    /// Where the user's own lies.
    pub fn path(&self, name: PromptName) -> Option<&Path> {
        self.0.get(&name).map(|own| own.path.as_path())
    }

    /// Why the user's own cannot be used.
    pub fn faults(&self, name: PromptName) -> &[Diagnostic] {
        match self.0.get(&name).map(|own| &own.text) {
            Some(Err(faults)) => faults,
            Some(Ok(_)) | None => &[],
        }
    }

    /// For whoever will need these, before anything is begun.
    pub fn demand(&self, names: &[PromptName]) -> Result<(), EngineError> {
        names.iter().try_for_each(|name| self.own(*name).map(drop))
    }

    pub(crate) fn own(&self, name: PromptName) -> Result<Option<&str>, EngineError> {
        let Some(own) = self.0.get(&name) else {
            return Ok(None);
        };
        match &own.text {
            Ok(text) => Ok(Some(text)),
            Err(faults) => Err(ProjectError::Prompt {
                name,
                path: own.path.clone(),
                diagnostics: faults.clone(),
            }
            .into()),
        }
    }
}

/// Reads and checks every file that the configuration names.
pub fn load(setting: &Setting) -> Result<Prompts, EngineError> {
    load_below(setting.config_folder.as_deref())
}

/// The text that is asked with: the user's own, else the one that is built in.
pub fn used(setting: &Setting, name: PromptName) -> Result<String, EngineError> {
    let prompts = load(setting)?;
    Ok(prompts.own(name)?.unwrap_or(name.text()).to_owned())
}

pub(crate) fn load_below(config_folder: Option<&Path>) -> Result<Prompts, EngineError> {
    let Some(folder) = config_folder else {
        return Ok(Prompts::default());
    };
    let mut prompts = BTreeMap::new();
    for (name, path) in config::load(Some(folder))?.prompts {
        let path = folder.join(FOLDER).join(path.as_str());
        let text = read(name, &path);
        prompts.insert(name, Own { path, text });
    }
    Ok(Prompts(prompts))
}

fn read(name: PromptName, path: &Path) -> Result<String, Vec<Diagnostic>> {
    if path.exists() && !path.is_file() {
        return Err(vec![irregular_file()]);
    }
    let text = match workspace::read_text(path, limits::CONFIG_BYTES) {
        Ok(Some(text)) => text,
        Ok(None) => return Err(vec![missing_file()]),
        Err(error) => return Err(vec![unreadable_file(&error)]),
    };
    let faults = name.check(&text);
    match faults.is_empty() {
        true => Ok(text),
        false => Err(faults),
    }
}
