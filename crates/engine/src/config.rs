//! The user's configuration, from the user's own folder. A project cannot have one: it would give itself permissions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dialect::config::with_allowed_host;
pub use dialect::config::{ApprovalPolicy, ApprovedCommands, Config, ExecuteConfig, FetchConfig, SandboxPolicy};
pub use model::{GitAccess, PlannerConfig, ResearchConfig};
use model::{HostPattern, Severity, limits};
use workspace::fetch::FetchLimits;
use workspace::run::Limits;

use crate::error::{EngineError, ProjectError};

/// Below the folder of configurations.
const FILE: &str = "planwright/config.toml";

/// Where the user's configuration is, or would be.
pub(crate) fn file(folder: Option<&Path>) -> Option<PathBuf> {
    folder.map(|folder| folder.join(FILE))
}

/// What the user has set. Without a folder or a file, the defaults.
pub fn load(folder: Option<&Path>) -> Result<Config, EngineError> {
    match read(folder) {
        (config, None) => Ok(config),
        (_, Some(fault)) => Err(fault),
    }
}

/// The same with what can be read of a file that is not valid. It decides nothing, and may only make us more careful.
pub(crate) fn read(folder: Option<&Path>) -> (Config, Option<EngineError>) {
    let Some(path) = file(folder) else {
        return (Config::default(), None);
    };
    let text = match workspace::read_text(&path, limits::CONFIG_BYTES) {
        Ok(Some(text)) => text,
        Ok(None) => return (Config::default(), None),
        Err(source) => return (Config::default(), Some(EngineError::at(path)(source))),
    };
    let (config, diagnostics) = dialect::config::read(&text);
    let is_valid = diagnostics.iter().all(|fault| fault.severity != Severity::Error);
    let fault = ProjectError::Config {
        path,
        text,
        diagnostics,
    };
    (config, (!is_valid).then(|| fault.into()))
}

/// Why a host was not added to the user's configuration.
#[derive(Debug)]
pub enum NotRemembered {
    /// It is not an ordinary host name.
    UnusualHost,
    NoFolder,
    File(PathBuf, std::io::Error),
    /// planwright cannot edit the file.
    ByHand(HostPattern, PathBuf),
}

/// Adds a host to `[fetch] allow` of the user's configuration, and returns the path of that file. Changes nothing else.
pub(crate) fn allow_host(folder: Option<&Path>, host: &HostPattern) -> Result<PathBuf, NotRemembered> {
    let path = file(folder).ok_or(NotRemembered::NoFolder)?;
    let failed = |error| NotRemembered::File(path.clone(), error);
    let text = workspace::read_text(&path, limits::CONFIG_BYTES).map_err(failed)?;
    let Some(edited) = with_allowed_host(&text.unwrap_or_default(), host) else {
        return Err(NotRemembered::ByHand(host.clone(), path));
    };
    workspace::put_with_folder(&path, edited.as_bytes()).map_err(failed)?;
    Ok(path)
}

/// How long commands may take, and how much they may say.
pub fn command_limits(config: &ExecuteConfig) -> Limits {
    Limits {
        time: Duration::from_secs(config.timeout_s),
        output_bytes: bytes(config.output_kib),
        memory_bytes: config.memory_mib.saturating_mul(1024 * 1024),
    }
}

pub fn fetch_limits(config: &FetchConfig) -> FetchLimits {
    FetchLimits {
        timeout: Duration::from_secs(config.timeout_s),
        max_bytes: bytes(config.max_kib),
        allow_private: config.allow_private,
    }
}

fn bytes(kib: u64) -> usize {
    usize::try_from(kib.saturating_mul(1024)).unwrap_or(usize::MAX)
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
    fn what_the_user_has_set_becomes_limits() {
        let config = loaded("[execute]\ntimeout_s = 3\noutput_kib = 2\n[fetch]\nmax_kib = 1\n").unwrap();
        let limits = command_limits(&config.execute);
        assert_eq!((limits.time, limits.output_bytes), (Duration::from_secs(3), 2048));
        assert_eq!(fetch_limits(&config.fetch).max_bytes, 1024);
    }

    #[test]
    fn nothing_set_means_the_limits_of_each_room() {
        let config = load(None).unwrap();
        assert_eq!(fetch_limits(&config.fetch), FetchLimits::default());
        let (ours, theirs) = (command_limits(&config.execute), Limits::default());
        assert_eq!((ours.time, ours.output_bytes), (theirs.time, theirs.output_bytes));
    }

    #[test]
    fn a_broken_file_is_an_error_and_never_the_defaults() {
        let Err(EngineError::Project(ProjectError::Config {
            path,
            text,
            diagnostics,
        })) = loaded("sandbx = \"required\"\n")
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
        assert!(matches!(
            load(Some(folder.path())),
            Err(EngineError::Project(ProjectError::File { .. }))
        ));
    }
}
