//! The environment of a command: variables that programs need, and none that usually contain secrets.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::RunError;

const NAMES: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    // A command that calls planwright must use the same backups.
    "XDG_STATE_HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "GOPATH",
    "GOROOT",
    "JAVA_HOME",
    "NVM_DIR",
    "PYENV_ROOT",
    "RBENV_ROOT",
    "VIRTUAL_ENV",
    "NIX_PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];
const PREFIX: &[u8] = b"LC_";

/// The variables of planwright's own environment that a command gets.
pub fn inherited(ours: impl IntoIterator<Item = (OsString, OsString)>) -> Vec<(OsString, OsString)> {
    let mut variables: Vec<_> = ours.into_iter().filter(|(name, _)| is_allowed(name)).collect();
    // Commands have no terminal.
    variables.push(("TERM".into(), "dumb".into()));
    variables
}

fn is_allowed(name: &OsStr) -> bool {
    NAMES.iter().any(|allowed| name == *allowed) || name.as_bytes().starts_with(PREFIX)
}

/// Variables in `added` take precedence.
pub(super) fn merged(ours: &[(OsString, OsString)], added: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    let is_ours = |(name, _): &&(OsString, OsString)| !added.iter().any(|(other, _)| other == name);
    ours.iter().filter(is_ours).chain(added).cloned().collect()
}

pub(super) fn check(variables: &[(OsString, OsString)]) -> Result<(), RunError> {
    let is_wrong = |(name, value): &&(OsString, OsString)| {
        let name = name.as_bytes();
        name.is_empty() || name.contains(&b'=') || name.contains(&0) || value.as_bytes().contains(&0)
    };
    match variables.iter().find(is_wrong) {
        Some((name, _)) => Err(RunError::Variable(name.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_variables_are_inherited() {
        let ours = [
            ("PATH", "/bin"),
            ("GITHUB_TOKEN", "x"),
            ("LC_ALL", "C"),
            ("TERM", "xterm"),
            ("LD_PRELOAD", "x"),
            ("XDG_STATE_HOME", "/state"),
            ("XDG_RUNTIME_DIR", "/run"),
        ];
        let ours = ours.map(|(name, value)| (name.into(), value.into()));
        let names: Vec<_> = inherited(ours).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["PATH", "LC_ALL", "XDG_STATE_HOME", "TERM"]);
    }

    #[test]
    fn invalid_variables_are_refused() {
        for (name, value) in [("", ""), ("A=B", ""), ("A", "\0"), ("\0", "")] {
            assert!(check(&[(name.into(), value.into())]).is_err());
        }
    }
}
