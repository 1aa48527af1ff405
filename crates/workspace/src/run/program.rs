//! Finds the file of a program that runs without a shell.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::RunError;

/// A name without a slash is searched in the `PATH` of the command.
pub(super) fn find(name: &str, variables: &[(OsString, OsString)]) -> Result<PathBuf, RunError> {
    let unknown = || RunError::NoProgram(name.to_owned());
    if name.contains('\0') {
        return Err(RunError::Nul);
    }
    let named = Path::new(name);
    if name.contains('/') {
        // A relative path could name a file of the project.
        let is_fixed = named.is_absolute() && is_program(named);
        return is_fixed.then(|| named.to_owned()).ok_or_else(unknown);
    }
    let path = variables.iter().find(|(variable, _)| variable == "PATH");
    let path = path.map_or(OsStr::new(super::FOLDERS), |(_, path)| path.as_os_str());
    let programs = std::env::split_paths(path).map(|folder| folder.join(name));
    let mut usable = programs.filter(|program| program.is_absolute() && is_program(program));
    usable.next().ok_or_else(unknown)
}

fn is_program(path: &Path) -> bool {
    let found = path.metadata();
    found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_is_found_in_path_or_by_its_absolute_path() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("agent");
        fs::write(&program, "").unwrap();
        let variables = vec![("PATH".into(), folder.path().into())];
        assert!(matches!(find("agent", &variables), Err(RunError::NoProgram(_))));
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find("agent", &variables).unwrap(), program);
        assert_eq!(find(program.to_str().unwrap(), &[]).unwrap(), program);
    }

    #[test]
    fn programs_in_relative_folders_are_refused() {
        let relative = vec![("PATH".into(), "bin:.".into())];
        for name in ["./agent", "bin/agent", "agent", "", "a\0b"] {
            assert!(find(name, &relative).is_err(), "{name}");
        }
    }
}
