//! The user's configuration, from the user's own folder. A project cannot have one: it would give itself permissions.

use std::path::Path;

pub use dialect::config::{Config, ExecuteConfig, FetchConfig, ResearchConfig, SandboxPolicy, Value};
use model::{Severity, limits};

use crate::error::EngineError;

/// Below the folder of configurations.
const FILE: &str = "planwright/config.toml";

/// What the user has set. Without a folder or a file, the defaults.
pub fn load(folder: Option<&Path>) -> Result<Config, EngineError> {
    let Some(path) = folder.map(|folder| folder.join(FILE)) else {
        return Ok(Config::default());
    };
    let text = match workspace::read_text(&path, limits::CONFIG_BYTES) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(Config::default()),
        Err(source) => return Err(EngineError::File { path, source }),
    };
    let (config, diagnostics) = dialect::config::read(&text);
    if diagnostics.iter().any(|fault| fault.severity == Severity::Error) {
        return Err(EngineError::Config {
            path,
            text,
            diagnostics,
        });
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn loaded(text: &str) -> Result<Config, EngineError> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("planwright")).unwrap();
        fs::write(folder.path().join(FILE), text).unwrap();
        load(Some(folder.path()))
    }

    #[test]
    fn without_a_file_the_defaults_hold() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(load(None).unwrap(), Config::default());
        assert_eq!(load(Some(folder.path())).unwrap(), Config::default());
    }

    #[test]
    fn the_users_word_counts() {
        let config = loaded("sandbox = \"required\"\n").unwrap();
        assert_eq!(config.sandbox, SandboxPolicy::Required);
    }

    #[test]
    fn a_broken_file_is_an_error_and_never_the_defaults() {
        let Err(EngineError::Config {
            path,
            text,
            diagnostics,
        }) = loaded("sandbx = \"required\"\n")
        else {
            panic!("it was taken");
        };
        assert!(path.ends_with(FILE));
        assert_eq!(text, "sandbx = \"required\"\n");
        assert_eq!(diagnostics[0].place.line_column, Some((1, 1)));
    }

    #[test]
    fn what_cannot_be_read_is_an_error_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join(FILE)).unwrap();
        assert!(matches!(load(Some(folder.path())), Err(EngineError::File { .. })));
    }
}
