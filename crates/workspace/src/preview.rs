//! Shows a text in the user's own program.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::draft::{Draft, Manner};

/// Writes the text to a read-only file below `place`, starts the program with it, and waits. A program that opens a window
/// may return at once and read the file later, so the caller keeps the returned value.
pub fn open(place: &Path, program: &Path, arguments: &[String], text: &str) -> io::Result<Draft> {
    let mut draft = Draft::new(place, "plan.md", text)?;
    draft.protect()?;
    draft.open_in(program, arguments, Manner::InFront)?;
    Ok(draft)
}

/// The program of this name, as a shell would find it. A name with a slash is a path from `folder`.
pub fn find_program(name: &str, path: &OsStr, folder: &Path) -> Option<PathBuf> {
    let is_program = |file: &PathBuf| {
        let found = file.metadata();
        found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    let mut candidates: Vec<PathBuf> = match name.contains('/') {
        true => vec![folder.join(name)],
        false => std::env::split_paths(path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(name))
            .collect(),
    };
    candidates.retain(is_program);
    candidates.into_iter().next()?.canonicalize().ok()
}

/// Adds a line to one of the user's own files. Creates it, private to the user.
pub fn append_line(path: &Path, line: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
    file.write_all(format!("{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    #[test]
    fn a_program_gets_the_text_and_cannot_change_it() {
        let folder = tempfile::tempdir().unwrap();
        let seen = folder.path().join("seen");
        let script = folder.path().join("show");
        fs::write(
            &script,
            format!("#!/bin/sh\ncat \"$2\" > {}\nstat -c %a \"$2\" >> {0}\n", seen.display()),
        )
        .unwrap();
        fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
        let place = folder.path().join("drafts");
        let draft = open(&place, &script, &["-R".to_owned()], "# T\n").unwrap();
        assert_eq!(fs::read_to_string(seen).unwrap(), "# T\n400\n");
        assert_eq!(
            fs::read_to_string(draft.path()).unwrap(),
            "# T\n",
            "a window may read it later"
        );
        drop(draft);
        assert!(!place.exists(), "the file is removed with the value");
        fs::write(&script, "#!/bin/sh\nexit 3\n").unwrap();
        assert!(
            open(&place, &script, &[], "")
                .unwrap_err()
                .to_string()
                .contains("exit status: 3")
        );
    }

    #[test]
    fn programs_are_found_as_a_shell_finds_them() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        fs::write(bin.join("edit"), "").unwrap();
        let find = |name: &str| find_program(name, bin.as_os_str(), folder.path());
        assert_eq!(find("edit"), None, "it is not executable");
        fs::set_permissions(bin.join("edit"), Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find("edit"), bin.join("edit").canonicalize().ok());
        assert_eq!(find("bin/edit"), find("edit"));
        assert_eq!(find("none"), None);
    }
}
