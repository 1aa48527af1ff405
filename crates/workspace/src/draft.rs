//! A temporary file that the user edits in their own program.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};

use crate::OwnPath;
use crate::scratch::{self, Scratch};

/// The prefix of the temporary folders.
const PREFIX: &str = "draft-";
/// A program that cannot start usually ends within this time.
const EARLY: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_millis(10);

/// A file in its own folder that only this user can read. Dropping the value removes it; after a crash, [`sweep`] does.
#[derive(Debug)]
pub struct Draft {
    folder: Scratch,
    file: PathBuf,
    program: Option<Child>,
}

/// Whether planwright waits for the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// The program opens a window, and planwright continues.
    Beside,
    /// The program uses the terminal, and planwright waits.
    InFront,
}

impl Draft {
    /// Creates the file below the folder `place`. The program recognizes the language by `name`.
    pub fn new(place: &Path, name: &str, text: &str) -> io::Result<Self> {
        let own = OwnPath::of(place)?;
        own.make_folders(0o700)?;
        let folder = Scratch::below(own.folder()?, place, PREFIX)?;
        let name = if name.is_empty() { "text" } else { name };
        let mut made = folder.handle().create(name, OFlags::WRONLY, 0o600)?;
        made.write_all(text.as_bytes())?;
        let file = folder.path().join(name);
        Ok(Self {
            folder,
            file,
            program: None,
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Starts the program with the file as its last argument.
    pub fn open_in(&mut self, program: &Path, arguments: &[String], manner: Manner) -> io::Result<()> {
        let mut command = Command::new(program);
        command.args(arguments).arg(&self.file);
        match manner {
            Manner::InFront => ended_well(program, command.status()?),
            Manner::Beside => {
                // The program must neither print to planwright's terminal nor read its keys.
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.process_group(0).spawn()?;
                let since = Instant::now();
                while since.elapsed() < EARLY {
                    if let Some(status) = child.try_wait()? {
                        return ended_well(program, status);
                    }
                    std::thread::sleep(PAUSE);
                }
                self.program = Some(child);
                Ok(())
            }
        }
    }

    /// Makes the file read-only, for programs that show it.
    pub(crate) fn protect(&self) -> io::Result<()> {
        let file = self.folder.handle().open_regular(self.name(), OFlags::RDONLY)?;
        let file = file.ok_or(io::ErrorKind::NotFound)?;
        Ok(rustix::fs::fchmod(&file, Mode::from_raw_mode(0o400))?)
    }

    /// The text that the user saved. Links and pipes are refused: a link could lead to another file, and a pipe would
    /// block.
    pub fn read(&self, limit_bytes: usize) -> io::Result<String> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "the file was removed");
        let bytes = self.folder.handle().read(self.name(), limit_bytes)?;
        let text = crate::into_text(bytes.ok_or_else(missing)?);
        text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn name(&self) -> &str {
        let name = self.file.file_name().and_then(|name| name.to_str());
        name.unwrap_or_default()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A program that ended must not stay as a zombie. A running one belongs to the user.
        let _ = self.program.as_mut().map(Child::try_wait);
        self.folder.remove();
        // Removes the folder of all drafts with the last draft. Fails while there are others.
        let _ = self.folder.path().parent().map(remove_empty);
    }
}

/// Removes the temporary folders of killed processes below `place`. Follows no link.
pub fn sweep(place: &Path) {
    let swept = || -> io::Result<()> {
        let own = OwnPath::of(place)?;
        if let Some(folder) = own.existing_folder()? {
            scratch::sweep(&folder, PREFIX);
            remove_empty(place)?;
        }
        Ok(())
    };
    // A leftover draft is harmless, so an error must not stop the execution.
    let _ = swept();
}

fn remove_empty(place: &Path) -> io::Result<()> {
    let own = OwnPath::of(place)?;
    own.parent()?.remove_folder(own.name())
}

fn ended_well(program: &Path, status: ExitStatus) -> io::Result<()> {
    match status.success() {
        true => Ok(()),
        false => Err(io::Error::other(format!("{} ended with {status}", program.display()))),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn script(folder: &Path, text: &str) -> PathBuf {
        let path = folder.join("edit");
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn the_saved_text_is_read_and_the_folder_removed() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("drafts");
        let edit = script(folder.path(), "stat -c %a \"$2\" >> \"$2\"");
        let mut draft = Draft::new(&place, "core.py", "x = 1\n").unwrap();
        assert!(draft.path().ends_with("core.py"));
        draft.open_in(&edit, &["-w".to_owned()], Manner::Beside).unwrap();
        assert_eq!(draft.read(100).unwrap(), "x = 1\n600\n");
        drop(draft);
        assert!(!place.exists());
    }

    #[test]
    fn links_and_pipes_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        for trick in ["ln -sf /etc/passwd \"$1\"", "rm \"$1\"; mkfifo \"$1\""] {
            let edit = script(folder.path(), trick);
            let mut draft = Draft::new(&folder.path().join("drafts"), "a.txt", "").unwrap();
            draft.open_in(&edit, &[], Manner::InFront).unwrap();
            assert!(draft.read(100).is_err(), "{trick}");
        }
    }

    #[test]
    fn a_program_that_stays_open_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let edit = script(folder.path(), "exec sleep 60");
        let mut draft = Draft::new(folder.path(), "a.txt", "").unwrap();
        let since = Instant::now();
        draft.open_in(&edit, &[], Manner::Beside).unwrap();
        assert!(since.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn the_error_names_the_exit_status_of_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let edit = script(folder.path(), "exit 3");
        let mut draft = Draft::new(folder.path(), "a.txt", "").unwrap();
        for manner in [Manner::Beside, Manner::InFront] {
            let error = draft.open_in(&edit, &[], manner).unwrap_err();
            assert!(error.to_string().contains("exit status: 3"), "{error}");
        }
    }

    #[test]
    fn sweep_removes_only_folders_of_killed_processes() {
        let folder = tempfile::tempdir().unwrap();
        let alive = Draft::new(folder.path(), "a.txt", "").unwrap();
        fs::create_dir(folder.path().join("draft-0123456789abcdef")).unwrap();
        fs::write(folder.path().join("draft-0123456789abcdef/b.txt"), "").unwrap();
        sweep(folder.path());
        assert!(alive.path().exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(alive);
        assert!(!folder.path().exists());
    }

    #[test]
    fn sweep_follows_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let outside = folder.path().join("outside");
        fs::create_dir_all(outside.join("draft-1")).unwrap();
        fs::write(outside.join("lock"), "mine").unwrap();
        let link = folder.path().join("drafts");
        std::os::unix::fs::symlink(&outside, &link).unwrap();
        sweep(&link);
        assert!(outside.join("draft-1").exists());

        let place = folder.path().join("place");
        fs::create_dir_all(place.join("other")).unwrap();
        std::os::unix::fs::symlink(&outside, place.join("draft-2")).unwrap();
        sweep(&place);
        assert_eq!(fs::read_to_string(outside.join("lock")).unwrap(), "mine");
        assert!(place.join("other").exists());
    }
}
